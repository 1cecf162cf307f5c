#!/usr/bin/env python3
"""Run scenario files against the Python interface.

    run.py FILE.json [ID ...]        exit status 1 if any scenario fails

A scenario: {"id", "title", "why", "new": arguments of g.new | "position": argument of g.from_position,
"steps": [...]}. README.md beside this file lists the steps."""

import json
import re
import sys


def lookup(tree, path):
    """The value at a.b[0].c; len(path), sorted(path), and seats[1]@[4,7]: that square of a sheet."""
    if m := re.fullmatch(r"seats\[(\d+)\]@\[(\d+),(\d+)\]", path):
        seat, row, col = map(int, m.groups())
        return tree["seats"][seat]["sheet"][row - 1][col - 1]
    if m := re.fullmatch(r"(len|sorted)\((.*)\)", path):
        value = lookup(tree, m.group(2))
        return len(value) if m.group(1) == "len" else sorted(value)
    for token in re.findall(r"[A-Za-z_][A-Za-z_0-9]*|\[-?\d+\]", path):
        tree = tree[int(token[1:-1])] if token[0] == "[" else tree[token]
    return tree


def holds(want, got):
    """Objects are compared by the keys given, everything else exactly."""
    if isinstance(want, dict):
        return isinstance(got, dict) and all(k in got and holds(v, got[k]) for k, v in want.items())
    return want == got and isinstance(want, bool) == isinstance(got, bool)


def in_order(wanted, events):
    """The first wanted event that is missing or out of order, or None."""
    rest = iter(events)
    return next((w for w in wanted if not any(holds(w, e) for e in rest)), None)


def plain(value):
    return json.loads(json.dumps(value))


def canon(actions):
    return sorted(json.dumps(a, sort_keys=True) for a in actions)


def run(takujo, game, scenario):
    """Complaints about one scenario; an empty list if it holds."""
    complaints, events, s = [], [], None
    if "new" in scenario:
        s = game.new(**scenario["new"])
    elif "position" in scenario:
        s = game.from_position(scenario["position"])

    def actor(seat):
        return s.to_act[0] if seat is None else seat

    for number, step in enumerate(scenario["steps"], 1):

        def bad(text):
            complaints.append(f"{scenario['id']} step {number}: {text}")

        if "do" in step:
            try:
                events += plain(s.apply(*step["do"]))
            except takujo.IllegalAction as x:
                bad(f"refused {step['do']}: {x}; legal: {s.legal(step['do'][0])[:12]}")
                break
        elif "mark" in step:
            events = []
        elif "illegal" in step:
            before = s.position()
            try:
                s.apply(*step["illegal"])
                bad(f"accepted {step['illegal']}")
                break
            except takujo.IllegalAction as x:
                rule = step.get("rule")
                cited = f"{getattr(x, 'rule', '')} {x}"
                if rule and not re.search(rf"(?<![\w-]){re.escape(rule)}(?![\w-])", cited):
                    bad(f"the reason for {step['illegal']} does not cite {rule}: {cited}")
            if s.position() != before:
                bad(f"a refused action changed the state: {step['illegal']}")
        elif "legal" in step:
            seat, want = step["legal"]
            got = canon(s.legal(actor(seat)))
            if got != canon(want):
                bad(f"legal({seat}) is {got}, not {canon(want)}")
        elif "legal_has" in step:
            seat, action = step["legal_has"]
            if canon([action])[0] not in canon(s.legal(seat)):
                bad(f"not legal: {action}")
        elif "legal_lacks" in step:
            seat, action = step["legal_lacks"]
            if canon([action])[0] in canon(s.legal(seat)):
                bad(f"legal: {action}")
        elif "legal_count" in step:
            seat, pattern, want = step["legal_count"]
            got = sum(
                all(a.get(k) is not None if v == "*" else a.get(k) == v for k, v in pattern.items())
                for a in s.legal(actor(seat))
            )
            if got != want:
                bad(f"{got} legal actions like {pattern}, not {want}")
        elif "to_act" in step:
            if list(s.to_act) != step["to_act"]:
                bad(f"to_act is {list(s.to_act)}, not {step['to_act']}")
        elif "position" in step or "view" in step:
            if "position" in step:
                tree, want, name = plain(s.position()), step["position"], "position"
            else:
                seat, want = step["view"]
                tree, name = plain(s.view(seat)), f"view({seat})"
            for path, value in want.items():
                try:
                    got = lookup(tree, path)
                except (KeyError, IndexError, TypeError) as x:
                    got = f"missing ({x!r})"
                if not holds(value, got):
                    bad(f"{name} {path} is {got!r}, not {value!r}")
        elif "events" in step:
            if (missing := in_order(step["events"], events)) is not None:
                bad(f"no event {missing}, or out of order, in {list(events)}")
        elif "no_events" in step:
            for want in step["no_events"]:
                want = {"type": want} if isinstance(want, str) else want
                if found := [e for e in events if holds(want, e)]:
                    bad(f"unwanted events {found}")
        elif "event_counts" in step:
            for kind, want in step["event_counts"].items():
                if (got := sum(e["type"] == kind for e in events)) != want:
                    bad(f"{got} events {kind}, not {want}")
        elif "result" in step:
            if plain(s.result) != step["result"]:
                bad(f"result is {s.result}, not {step['result']}")
        elif "encode" in step:
            for seat, action, want in step["encode"]:
                if (got := s.encode(actor(seat), action)) != want:
                    bad(f"{action} is number {got}, not {want}")
                elif s.decode(actor(seat), want) != action:
                    bad(f"number {want} is {s.decode(actor(seat), want)}, not {action}")
        elif "refused_new" in step or "refused_position" in step:
            try:
                if "refused_new" in step:
                    game.new(**step["refused_new"])
                else:
                    game.from_position(step["refused_position"])
                bad(f"accepted {step}")
            except ValueError:
                pass
        elif "restart" in step:
            s, events = game.from_position(step["restart"]), []
        elif "twin" in step or "any_order" in step:
            one, two = s.clone(), s.clone()
            first, second, *seats = step.get("twin") or step["any_order"]
            for seat, action in first:
                one.apply(seat, action)
            for seat, action in second:
                two.apply(seat, action)
            if "twin" in step:
                for seat in seats[0]:
                    if one.view(seat) != two.view(seat):
                        bad(f"seat {seat} can tell the two plays apart")
            elif one.position() != two.position():
                bad("the order of simultaneous actions mattered")
        else:
            bad(f"unknown step {step}")
    return complaints


def main():
    import takujo

    path, *wanted = sys.argv[1:]
    with open(path, encoding="utf-8") as file:
        book = json.load(file)
    game, failed = takujo.load(book["game"]), 0
    scenarios = [x for x in book["scenarios"] if not wanted or x["id"] in wanted]
    for scenario in scenarios:
        try:
            complaints = run(takujo, game, scenario)
        except Exception as x:  # a crash is one scenario's failure, the others still run
            complaints = [f"{scenario['id']}: {type(x).__name__}: {x}"]
        failed += bool(complaints)
        print("\n".join(complaints), end="\n" if complaints else "")
    print(f"{len(scenarios) - failed} passed, {failed} failed")
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main())
