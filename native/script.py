"""Functions of a title that no compiler takes, as JavaScript: what turns records into JSON, and chances.

They are plain Python over lists, dicts and numbers. Each becomes a function of the same name, with the functions,
tables and objects that it uses; `$` is what Python brings along (python.js). What has no JavaScript here is refused
when the engine is built, with its place, and never guessed (decision 0014).
"""

import ast
import builtins
import inspect
import json
import textwrap
from collections.abc import Callable, Iterable, Mapping
from typing import Any, is_typeddict

import numpy as np

from takujo.core.actions import ActionType, ActionTypes
from takujo.core.kinds import Kind

__all__ = ["Script"]

RESERVED = {
    "case", "class", "const", "default", "delete", "export", "function", "in", "let", "new", "of", "package", "this",
    "typeof", "var", "void",
}  # fmt: skip
OPERATORS = {
    ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul", ast.Div: "div", ast.FloorDiv: "floordiv", ast.Mod: "mod",
    ast.LShift: "shl", ast.RShift: "shr", ast.BitAnd: "and", ast.BitOr: "or", ast.BitXor: "xor", ast.Pow: "pow",
}  # fmt: skip
ORDERS = {ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">="}
TYPES = {int: "int", str: "str", list: "list", dict: "dict", bool: "bool", float: "float", tuple: "list"}
OUTSIDE = ("itertools", "math", "bisect", "collections", "builtins")  # of these `$` has what is needed
METHODS = {  # of lists, dicts, texts and numbers
    "append", "bit_length", "copy", "count", "extend", "fromkeys", "get", "index", "insert", "items", "join", "keys",
    "remove", "values",
}  # fmt: skip


ASKED: dict[type, tuple[str, ...]] = {  # the methods of objects that are there before anything is played
    Kind: ("write", "read"), ActionTypes: ("number_of", "parts_of"), ActionType: ("zero",),
}  # fmt: skip


class Script:
    """Grows with every function or object that is asked for; `text` is all of it."""

    def __init__(self) -> None:
        self._names: dict[int, str] = {}
        self._kept: list[Any] = []  # so that no two have the same id
        self._parts: list[str] = []
        self._taken: set[str] = set()

    @property
    def text(self) -> str:
        return "\n".join(self._parts)

    def function(self, function: Callable[..., Any]) -> str:
        """The name of a function, with all that it needs."""
        function = inspect.unwrap(function)
        if id(function) not in self._names:
            name = self._name(function, function.__name__)
            self._parts.append(_Body(self, function).whole(name))
        return self._names[id(function)]

    def value(self, value: Any) -> str:
        """An expression for a constant."""
        if isinstance(value, np.generic):
            value = value.item()
        if value is None or isinstance(value, bool | int | float | str):
            return json.dumps(value, ensure_ascii=False)
        if isinstance(value, type) and value in TYPES:
            return json.dumps(TYPES[value])
        if inspect.isfunction(value) or hasattr(value, "__wrapped__"):
            return self.function(value)
        if inspect.isclass(value):
            return self._class(value)
        if id(value) not in self._names:
            text = self._written(value)
            name = self._name(value, type(value).__name__.lower())
            self._parts.append(f"const {name} = {text};")
        return self._names[id(value)]

    def _name(self, value: Any, wanted: str) -> str:
        name, n = f"{wanted}_", 1
        while name in self._taken:
            n += 1
            name = f"{wanted}_{n}"
        self._taken.add(name)
        self._names[id(value)] = name
        self._kept.append(value)
        return name

    def _written(self, value: Any) -> str:
        if isinstance(value, np.ndarray) or hasattr(value, "array"):  # a table of the rules
            return json.dumps(np.asarray(getattr(value, "array", value)).tolist())
        if isinstance(value, range):
            return f"$.range({value.start}, {value.stop})"
        if isinstance(value, list | tuple):
            return f"[{', '.join(map(self._inside, value))}]"
        if isinstance(value, set | frozenset):
            return f"$.set([{', '.join(map(self._inside, value))}])"
        if isinstance(value, Mapping):
            pairs = [f"[{self._inside(key)}, {self._inside(held)}]" for key, held in value.items()]
            return f"$.dict([{', '.join(pairs)}])"
        made, used = self._class(type(value)), self._attributes(type(value))
        held = [f"{name}: {self._inside(getattr(value, name))}" for name in sorted(used) if hasattr(value, name)]
        return f"Object.assign(Object.create({made}.prototype), {{ {', '.join(held)} }})"

    def _inside(self, value: Any) -> str:
        """The same where it stands: small things need no name."""
        plain = isinstance(value, list | tuple | range | set | frozenset | Mapping)
        return self._written(value) if plain else self.value(value)

    def _methods(self, kind: type) -> dict[str, Any]:
        wanted: Iterable[str] = [name for name, held in vars(kind).items() if inspect.isfunction(held)]
        for base, asked in ASKED.items():
            wanted = asked if issubclass(kind, base) else wanted
        return {name: held for name in sorted(wanted) if inspect.isfunction(held := getattr(kind, name, None))}

    def _attributes(self, kind: type) -> set[str]:
        """What its methods read of an object."""
        found = set()
        for method in self._methods(kind).values():
            for node in ast.walk(_parsed(method)):
                if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "self":
                    found.add(node.attr)
        found |= {"name", "strides"} if kind is ActionType else set()  # which the table of actions reads
        return found - self._methods(kind).keys()

    def _class(self, kind: type) -> str:
        if id(kind) not in self._names:
            name = self._name(kind, kind.__name__)
            methods = [_Body(self, method).whole(key) for key, method in self._methods(kind).items()]
            self._parts.append("\n".join([f"class {name} {{", *methods, "}"]))
        return self._names[id(kind)]


def _parsed(function: Callable[..., Any]) -> ast.FunctionDef:
    tree = ast.parse(textwrap.dedent(inspect.getsource(function))).body[0]
    if not isinstance(tree, ast.FunctionDef):
        raise RuntimeError(f"{function.__qualname__} is no function with a body")
    return tree


class _Body:
    """One function."""

    def __init__(self, script: Script, function: Callable[..., Any]):
        self.script, self.function = script, function
        closure = inspect.getclosurevars(function)
        self.outside = vars(builtins) | function.__globals__ | dict(closure.nonlocals)
        self.locals: set[str] = set()
        self.depth = 0

    def whole(self, name: str) -> str:
        tree = _parsed(self.function)
        is_method = bool(tree.args.args) and tree.args.args[0].arg == "self"
        head = ("constructor" if name == "__init__" else name) if is_method else f"function {name}"
        if _yields(tree):
            head = f"*{head}" if is_method else head.replace("function ", "function* ", 1)
        return self._defined(tree, head, is_method)

    def _defined(self, tree: ast.FunctionDef, head: str, is_method: bool = False) -> str:
        before, inner = self.locals, _assigned(tree)
        names = [argument.arg for argument in tree.args.args[is_method:]]
        if tree.args.kwonlyargs or tree.args.kwarg:
            raise self._unknown(tree)
        rest = [tree.args.vararg.arg] if tree.args.vararg else []
        functions = {node.name for node in _own(tree) if isinstance(node, ast.FunctionDef)}
        self.locals = before | inner | functions | {*names, *rest, *(["self"] if is_method else [])}
        given = dict(zip(reversed(names), map(self.expr, reversed(tree.args.defaults)), strict=False))
        parameters = [f"{_id(name)} = {given[name]}" if name in given else _id(name) for name in names]
        parameters += [f"...{_id(name)}" for name in rest]
        fresh = sorted(inner - {*names, *rest})
        lines = ["const self = this;"] if is_method else []
        lines += [f"let {', '.join(map(_id, fresh))};"] if fresh else []
        lines += self.block(tree.body)
        if not _yields(tree) and not is_method:
            lines.append("return null;")
        self.locals = before
        return "\n".join([f"{head}({', '.join(parameters)}) {{", *lines, "}"])

    def _unknown(self, node: ast.AST) -> RuntimeError:
        what = f"{type(node).__name__} in {self.function.__module__}.{self.function.__qualname__}"
        return RuntimeError(f"the page's engine has no JavaScript for {what}: {ast.unparse(node)}")

    # -- statements

    def block(self, body: list[ast.stmt]) -> list[str]:
        return [line for statement in body for line in self.statement(statement)]

    def statement(self, node: ast.stmt) -> list[str]:
        match node:
            case ast.Expr(value=ast.Constant()) | ast.Pass() | ast.Assert() | ast.AnnAssign(value=None):
                return []
            case ast.Expr(value=ast.Yield(value=value)):
                return [f"yield {self.expr(value) if value else 'null'};"]
            case ast.Expr(value=value):
                return [f"{self.expr(value)};"]
            case ast.Return(value=value):
                return [f"return {self.expr(value) if value else 'null'};"]
            case ast.Assign(targets=targets, value=value):
                if len(targets) == 1:
                    return self.assign(targets[0], self.expr(value))
                lines = [f"$.held = {self.expr(value)};"]
                return lines + [line for target in targets for line in self.assign(target, "$.held")]
            case ast.AnnAssign(target=target, value=value) if value:
                return self.assign(target, self.expr(value))
            case ast.AugAssign(target=target, op=op, value=value):
                return self.assign(target, self.operated(op, self.expr(_loaded(target)), self.expr(value)))
            case ast.If(test=test, body=body, orelse=orelse):
                rest = ["} else {", *self.block(orelse)] if orelse else []
                return [f"if ({self.test(test)}) {{", *self.block(body), *rest, "}"]
            case ast.While(test=test, body=body, orelse=[]):
                return [f"while ({self.test(test)}) {{", *self.block(body), "}"]
            case ast.For(
                target=ast.Name(id=name), iter=ast.Call(func=ast.Name(id="range"), args=[*first, last]), orelse=[]
            ) if len(first) < 2 and "range" not in self.locals:
                self.depth += 1
                at, end = f"$at{self.depth}", f"$end{self.depth}"
                begin = self.expr(first[0]) if first else "0"
                head = (
                    f"for (let {at} = {begin}, {end} = {self.expr(last)}; {at} < {end}; {at}++) {{ {_id(name)} = {at};"
                )
                lines = [head, *self.block(node.body), "}"]
                self.depth -= 1
                return lines
            case ast.For(target=target, iter=over, body=body, orelse=[]):
                lines = self.assign(target, "$item")
                return [f"for (const $item of $.iter({self.expr(over)})) {{", *lines, *self.block(body), "}"]
            case ast.Continue():
                return ["continue;"]
            case ast.Break():
                return ["break;"]
            case ast.Raise(exc=exc) if exc:
                raised = exc if isinstance(exc, ast.Call) else ast.Call(func=exc, args=[], keywords=[])
                return [f"throw new $.ValueError({', '.join(map(self.expr, raised.args))});"]
            case ast.Try(body=body, handlers=[ast.ExceptHandler(name=None, body=caught)], orelse=[], finalbody=[]):
                again = "if (!(error instanceof $.ValueError)) throw error;"
                return ["try {", *self.block(body), "} catch (error) {", again, *self.block(caught), "}"]
            case ast.FunctionDef():
                return [self._defined(node, f"function {_id(node.name)}")]
            case ast.Match(subject=subject, cases=cases):
                lines = [f"$match: {{ const $subject = {self.expr(subject)};"]
                for case in cases:
                    tests = [self.pattern(case.pattern, "$subject"), *([self.test(case.guard)] if case.guard else [])]
                    lines += [f"if ({' && '.join(tests)}) {{", *self.block(case.body), "break $match; }"]
                return [*lines, "}"]
        raise self._unknown(node)

    def assign(self, target: ast.expr, value: str) -> list[str]:
        match target:
            case ast.Name(id=name):
                return [f"{_id(name)} = {value};"]
            case ast.Attribute(value=base, attr=attr):
                return [f"{self.expr(base)}.{attr} = {value};"]
            case ast.Subscript(value=base, slice=ast.Slice(lower=lower, upper=upper)):
                return [f"$.fill({self.expr(base)}, {self.bound(lower)}, {self.bound(upper)}, {value});"]
            case ast.Subscript(value=base, slice=ast.Tuple(elts=[*first, last])):
                inner = ast.Subscript(value=base, slice=ast.Tuple(elts=first)) if first else base
                return [f"$.put({self.expr(inner)}, {self.expr(last)}, {value});"]
            case ast.Subscript(value=base, slice=index):
                return [f"$.put({self.expr(base)}, {self.expr(index)}, {value});"]
            case ast.Tuple(elts=parts) | ast.List(elts=parts):
                self.depth += 1  # one may stand in another
                held = f"$parts{self.depth}"
                lines = [f"{{ const {held} = $.list({value});"]
                for i, part in enumerate(parts):
                    if isinstance(part, ast.Starred):
                        raise self._unknown(target)
                    lines += self.assign(part, f"{held}[{i}]")
                self.depth -= 1
                return [*lines, "}"]
        raise self._unknown(target)

    def pattern(self, node: ast.pattern, at: str) -> str:
        """A test that also names what it finds."""
        match node:
            case ast.MatchValue(value=value):
                return f"$.eq({at}, {self.expr(value)})"
            case ast.MatchAs(pattern=None, name=None):
                return "true"
            case ast.MatchAs(pattern=inner, name=name) if name:
                test = self.pattern(inner, at) if inner else "true"
                return f"({test} && (({_id(name)} = {at}), true))"
            case ast.MatchOr(patterns=several):
                return f"({' || '.join(self.pattern(each, at) for each in several)})"
            case ast.MatchSequence(patterns=several):
                tests = [self.pattern(each, f"{at}[{i}]") for i, each in enumerate(several)]
                return " && ".join([f"{at}.length === {len(several)}", *tests])
        raise self._unknown(node)

    # -- expressions

    def test(self, node: ast.expr) -> str:
        """Is it true, in Python's sense?"""
        match node:
            case ast.BoolOp(op=op, values=values):
                return f"({(' && ' if isinstance(op, ast.And) else ' || ').join(map(self.test, values))})"
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                return f"!{self.test(operand)}"
            case ast.Compare():
                return self.expr(node)
        return f"$.truth({self.expr(node)})"

    def expr(self, node: ast.expr) -> str:
        match node:
            case ast.Constant(value=constant):
                return self.script.value(constant)
            case ast.Name(id=name):
                return _id(name) if name in self.locals else self.script.value(self._resolved(node))
            case ast.Attribute(value=base, attr=attr):
                if self._is_static(node):
                    return self.script.value(self._resolved(node))
                if attr == "__name__":
                    return f"$.name({self.expr(base)})"
                is_grid = attr == "rows" and not (isinstance(base, ast.Name) and base.id == "self")
                return self.expr(base) if is_grid else f"{self.expr(base)}.{attr}"
            case ast.Subscript(value=base, slice=ast.Slice(lower=lower, upper=upper, step=None)):
                return f"$.slice({self.expr(base)}, {self.bound(lower)}, {self.bound(upper)})"
            case ast.Subscript(value=base, slice=ast.Tuple(elts=parts)):
                text = self.expr(base)
                for part in parts:
                    text = f"$.at({text}, {self.expr(part)})"
                return text
            case ast.Subscript(value=base, slice=index):
                return f"$.at({self.expr(base)}, {self.expr(index)})"
            case ast.BinOp(left=left, op=op, right=right):
                return self.operated(op, self.expr(left), self.expr(right))
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                return f"-{self.expr(operand)}"
            case ast.UnaryOp(op=ast.Invert(), operand=operand):
                return f"(-{self.expr(operand)} - 1)"
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                return f"!{self.test(operand)}"
            case ast.BoolOp(op=op, values=[*first, last]):
                text = self.expr(last)
                for value in reversed(first):
                    text = f"$.{'both' if isinstance(op, ast.And) else 'either'}({self.expr(value)}, () => {text})"
                return text
            case ast.IfExp(test=test, body=body, orelse=orelse):
                return f"({self.test(test)} ? {self.expr(body)} : {self.expr(orelse)})"
            case ast.Compare(left=left, ops=ops, comparators=rights):
                sides = [left, *rights]
                tests = [self.compared(op, sides[i], sides[i + 1]) for i, op in enumerate(ops)]
                return tests[0] if len(tests) == 1 else f"({' && '.join(tests)})"
            case ast.List(elts=parts) | ast.Tuple(elts=parts):
                return f"[{self.several(parts)}]"
            case ast.Set(elts=parts):
                return f"$.set([{self.several(parts)}])"
            case ast.Dict(keys=keys, values=values):
                pairs = [
                    f"[{self.expr(key)}, {self.expr(value)}]" if key else f"...{self.expr(value)}"
                    for key, value in zip(keys, values, strict=True)
                ]
                return f"$.dict([{', '.join(pairs)}])"
            case ast.ListComp(elt=elt, generators=loops):
                kept = self.looped(loops, lambda: f"$kept.push({self.expr(elt)});")
                return f"(() => {{ const $kept = []; {kept} return $kept; }})()"
            case ast.GeneratorExp(elt=elt, generators=loops):
                return self.generated(loops, lambda: self.expr(elt))
            case ast.SetComp(elt=elt, generators=loops):
                return f"$.set({self.generated(loops, lambda: self.expr(elt))})"
            case ast.DictComp(key=key, value=value, generators=loops):
                return f"$.dict({self.generated(loops, lambda: f'[{self.expr(key)}, {self.expr(value)}]')})"
            case ast.JoinedStr(values=parts):
                return f"[{', '.join(map(self.formatted, parts))}].join('')"
            case ast.NamedExpr(target=ast.Name(id=name), value=value):
                return f"({_id(name)} = {self.expr(value)})"
            case ast.Lambda(args=args, body=body):
                before, names = self.locals, [argument.arg for argument in args.args]
                self.locals = before | {*names}
                text = f"(({', '.join(map(_id, names))}) => {self.expr(body)})"
                self.locals = before
                return text
            case ast.Call():
                return self.called(node)
        raise self._unknown(node)

    def formatted(self, node: ast.expr) -> str:
        match node:
            case ast.FormattedValue(value=value, conversion=conversion, format_spec=None):
                return f"$.{'repr' if conversion == ord('r') else 'str'}({self.expr(value)})"
            case ast.Constant():
                return self.expr(node)
        raise self._unknown(node)

    def several(self, parts: list[ast.expr]) -> str:
        return ", ".join(
            f"...$.iter({self.expr(part.value)})" if isinstance(part, ast.Starred) else self.expr(part)
            for part in parts
        )

    def bound(self, node: ast.expr | None) -> str:
        return self.expr(node) if node else "null"

    def operated(self, op: ast.operator, left: str, right: str) -> str:
        return f"$.{OPERATORS[type(op)]}({left}, {right})"

    def compared(self, op: ast.cmpop, left: ast.expr, right: ast.expr) -> str:
        a, b = self.expr(left), self.expr(right)
        match op:
            case ast.Eq() | ast.NotEq():
                return f"{'!' if isinstance(op, ast.NotEq) else ''}$.eq({a}, {b})"
            case ast.In() | ast.NotIn():
                return f"{'!' if isinstance(op, ast.NotIn) else ''}$.has({b}, {a})"
            case ast.Is() | ast.IsNot():
                return f"({a} {'===' if isinstance(op, ast.Is) else '!=='} {b})"
        return f"({a} {ORDERS[type(op)]} {b})"

    def generated(self, loops: list[ast.comprehension], item: Callable[[], str]) -> str:
        return f"(function* () {{ {self.looped(loops, lambda: f'yield {item()};')} }})()"

    def looped(self, loops: list[ast.comprehension], item: Callable[[], str]) -> str:
        """Loops inside each other, and what is done for each item."""
        before = self.locals
        opened, tests = [], []
        for loop in loops:
            over = self.expr(loop.iter)
            names = sorted(_names(loop.target))
            self.locals = self.locals | {*names}
            bound = " ".join(self.assign(loop.target, "$item"))
            opened.append(f"for (const $item of $.iter({over})) {{ let {', '.join(map(_id, names))}; {bound}")
            tests = [f"if (!({self.test(test)})) continue;" for test in loop.ifs]
            opened += tests
        text = f"{' '.join(opened)} {item()} {'}' * len(loops)}"
        self.locals = before
        return text

    def called(self, node: ast.Call) -> str:
        function, args, named = node.func, node.args, {keyword.arg: keyword.value for keyword in node.keywords}
        named.pop("strict", None)  # of zip
        if isinstance(function, ast.Attribute) and not self._is_method_of_module(function):
            base, name = function.value, function.attr
            if named or None in named:
                raise self._unknown(node)
            if name in METHODS:
                return f"$.call({self.expr(base)}, {json.dumps(name)}, [{self.several(args)}])"
            return f"{self.expr(base)}.{name}({self.several(args)})"
        if isinstance(function, ast.Name) and function.id in self.locals:
            return f"{_id(function.id)}({self.several(args)})"
        target = self._resolved(function)
        if is_typeddict(target) or (target is dict and named):
            pairs = [f"[{json.dumps(name)}, {self.expr(value)}]" for name, value in named.items() if name]
            return f"$.dict([{', '.join(pairs)}])"
        if target in (all, any) and isinstance(args[0], ast.GeneratorExp):
            sign, found = ("!", "false") if target is all else ("", "true")
            elt = args[0].elt
            tested = self.looped(args[0].generators, lambda: f"if ({sign}({self.test(elt)})) return {found};")
            return f"(() => {{ {tested} return {'true' if target is all else 'false'}; }})()"
        if getattr(target, "__module__", "").split(".")[0].lstrip("_") in OUTSIDE:
            extra = [self.expr(value) for name, value in sorted(named.items(), key=lambda pair: str(pair[0]))]
            name = "_".join([target.__name__, *sorted(map(str, named))])
            return f"$.{name}({', '.join(filter(None, [self.several(args), *extra]))})"
        if inspect.isclass(target):
            return f"new {self.script.value(target)}({self.several(args)})"
        if named:
            order = list(inspect.signature(target).parameters)[len(args) :]
            if list(named) != order[: len(named)]:
                raise self._unknown(node)
        return f"{self.script.function(target)}({self.several([*args, *named.values()])})"

    def _is_static(self, node: ast.expr) -> bool:
        """Is it known already what it is: an attribute of something outside?"""
        if isinstance(node, ast.Attribute):
            return self._is_static(node.value)
        return isinstance(node, ast.Name) and node.id not in self.locals

    def _is_method_of_module(self, node: ast.Attribute) -> bool:
        """A function of a module, not of an object."""
        return (
            self._is_static(node)
            and inspect.isfunction(self._resolved(node))
            and inspect.ismodule(self._resolved(node.value))
            and not hasattr(type(self._resolved(node.value)), node.attr)
        )

    def _resolved(self, node: ast.expr) -> Any:
        match node:
            case ast.Name(id=name) if name in self.outside:
                return self.outside[name]
            case ast.Attribute(value=base, attr=attr):
                return getattr(self._resolved(base), attr)
        raise self._unknown(node)


def _id(name: str) -> str:
    return f"{name}_" if name in RESERVED else name


def _loaded(target: ast.expr) -> ast.expr:
    return ast.parse(ast.unparse(target), mode="eval").body


def _names(target: ast.AST) -> set[str]:
    return {node.id for node in ast.walk(target) if isinstance(node, ast.Name)}


def _own(tree: ast.AST) -> Iterable[ast.AST]:
    """The nodes of a function but for those of functions and loops inside it."""
    for node in ast.iter_child_nodes(tree):
        yield node
        if not isinstance(
            node, ast.FunctionDef | ast.Lambda | ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp
        ):
            yield from _own(node)


def _yields(tree: ast.FunctionDef) -> bool:
    return any(isinstance(node, ast.Yield) for node in _own(tree))


def _assigned(tree: ast.FunctionDef) -> set[str]:
    """The names that a function gives values to."""
    found: set[str] = set()
    for node in _own(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            found.add(node.id)
        elif isinstance(node, ast.MatchAs) and node.name:
            found.add(node.name)
    return found | {node.target.id for node in ast.walk(tree) if isinstance(node, ast.NamedExpr)}
