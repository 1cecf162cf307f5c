"""The record: fields, stand-ins, kinds, and JSON by paths."""

import json

import numpy as np
import pytest

from takujo.core.chance import CHANCE_SIZE
from takujo.core.codec import Codec, reads
from takujo.core.jit import Bytes
from takujo.core.kinds import BOOL, INT, LOWEST, Names, Range
from takujo.core.loops import write_views
from takujo.core.record import NONE, UNKNOWN, Field, Grid, Record, Seen, loose, redact, table

ALL, OWNER, OTHERS, NOBODY = Seen.EVERYONE, Seen.OWNER, Seen.OTHERS, Seen.NOBODY


class Small(Record):
    fields = (
        Field("open_number", (), ALL, "a public number", "number"),
        Field("flag", (), ALL, "a public flag", "flag", BOOL),
        Field("colour", (2,), OWNER, "each seat's secret", "colours[players]", Names(("red", "green")), NONE),
        Field("brow", (2,), OTHERS, "on each forehead", "brows[players]", INT, NONE),
        Field("deck", (3,), NOBODY, "a pile", "deck[]", INT, NONE),
        Field("cube", (2, 2, 2), ALL, "three axes", "cube[players][][]", Range(0, 9), NONE),
        Field("claim_round", (2,), ALL, "an object or null", "claims[players]?.round", INT, NONE),
        Field("claim_by", (2,), ALL, "its other value", "claims[players]?.by", INT, NONE),
        Field("sets", (2, 2), ALL, "lists, null where empty", "sets[players]?[]", INT, NONE),
    )


def small():
    s = Small()
    s.players, s.open_number, s.flag, s.colour, s.brow, s.deck = 2, 5, 1, [0, 1], [7, 8], [3, 4, NONE]
    s.cube[1, 0, 0] = 6
    s.claim_round[1], s.claim_by[1] = 3, 0
    s.sets[1, 0] = 7
    return s


TREE = {
    "players": 2, "number": 5, "flag": True, "colours": ["red", "green"], "brows": [7, 8], "deck": [3, 4],
    "cube": [[], [[6]]], "claims": [None, {"round": 3, "by": 0}], "sets": [None, [7]],
}  # fmt: skip


def test_json_comes_from_the_paths():
    """Lists end at NONE, objects are null when absent, axes become lists."""
    assert Codec(Small).write(small().flat()) == TREE


def test_text_says_what_the_json_says():
    """Also when a key was written before with other integers; derived keys stand at the end."""

    @reads("deck", "open_number")
    def both(s):
        return [*s.deck, s.open_number]

    codec, s = Codec(Small, {"both": both}), small()
    for number in (5, 6, 6, 5):
        s.open_number = number
        content = np.array(s.flat(), dtype=np.int64).tobytes()
        texts = [codec.text(key, content) for key in range(codec.count)]
        assert json.loads(f"{{{','.join(texts)}}}") == {**TREE, "number": number, "both": [3, 4, NONE, number]}


def test_a_derived_key_reads_only_what_it_says():
    """Else its text would stay when what it was worked out from has changed."""
    codec = Codec(Small, {"sum": reads("open_number")(lambda s: s.open_number + s.flag)})
    with pytest.raises(AttributeError, match="without its field 'flag'"):
        codec.text(codec.count - 1, np.array(small().flat(), dtype=np.int64).tobytes())


def _never(raw, view, seat):
    """What is seen by rule: nothing."""


def _written(states, seat):
    """What compiled code would write of records one after the other, by the same source uncompiled."""
    codec, count = Codec(Small, {"sum": reads("open_number")(lambda s: s.open_number)}), len(states)
    raws = np.array([Small.pack(s.flat()) for s in states])
    view, rows = np.empty(raws.shape[1], dtype=np.uint8), np.empty((count, Small.size), dtype=np.int64)
    out, ends = np.empty((1 + count) * codec.most, dtype=np.uint8), np.empty((count, 2), dtype=int)
    seats, cuts = np.array([seat]), np.zeros((1, 1), dtype=int)
    size = write_views(Small.shown, raws, seats, view, rows, codec.readers, *codec.programs, out, ends, cuts, _never)
    text, parts, start = out[: max(0, size)].tobytes().decode(), [], 0
    for end, others in ends.tolist() if size >= 0 else ():
        parts.append((json.loads(f"{{{text[start + 1 : end]}}}"), others))
        start = end
    assert codec.by_hand == (codec.count - 1,)
    assert size < 0 or cuts == size, "what a program cannot write stands at the end"
    return parts


def test_programs_write_what_the_json_says():
    """What has changed, then the whole; what is hidden is null, and what stays as it is to those eyes is not sent."""
    first, then, last = small(), small(), small()
    then.open_number, then.flag, then.colour, then.deck = -123, 0, [1, 1], [NONE] * 3
    last.open_number, last.colour, last.claim_round, last.cube[0, 1, 0] = -124, [1, 0], [4, NONE], 9
    last.sets[0, 0], last.sets[1, 0] = 0, NONE
    changes, back, whole = _written([first, then, last], 0)
    sum_too = 1 << len(TREE)
    assert changes == ({"number": -123, "flag": False, "colours": ["green", None], "deck": []}, sum_too)
    claims, now = [{"round": 4, "by": None}, None], {"number": -124, "sets": [[0], None]}
    assert back == ({**now, "flag": True, "deck": [None, None], "claims": claims}, sum_too)
    hidden = {"colours": ["green", None], "brows": [None, 8], "deck": [None, None], "claims": claims}
    assert whole == ({**TREE, **hidden, **now}, sum_too)


def test_a_program_does_not_write_what_has_no_name():
    """A number that is none of its kind's; writing by hand says which."""
    s = small()
    s.colour = [2, 0]
    assert _written([s], 0) == []
    assert _written([s], 1) != []


def test_json_reads_back():
    """What was written reads to the same integers."""
    s = Small()
    Codec(Small).read(TREE, s)
    assert s.flat() == small().flat()


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"number": "5"}, "number is '5'; it takes an integer"),
        ({"number": True}, "number is True"),
        ({"number": 1 << 40}, "an integer"),
        ({"number": NONE}, "an integer"),
        ({"number": None}, "number is None"),
        ({"flag": 1}, "flag is 1; it takes true or false"),
        ({"colours": ["blue", "red"]}, r"colours\[0\] is 'blue'; it takes one of red, green"),
        ({"colours": ["red"]}, "2 values, one for each of players"),
        ({"deck": [1, 2, 3, 4]}, "at most 3 values"),
        ({"cube": [[[10]], []]}, r"cube\[0\]\[0\]\[0\] is 10; it takes an integer 0 to 9"),
        ({"claims": [{"round": 1, "who": 2}, None]}, "the keys round, by, not who"),
    ],
)
def test_wrong_json_is_named(change, words):
    """The error names the path, the value and what it takes."""
    s = Small()
    s.players = 2
    with pytest.raises(ValueError, match=words):
        Codec(Small).read(change, s)


@pytest.mark.parametrize(
    ("seat", "colours", "brows"),
    [(0, [0, UNKNOWN], [UNKNOWN, 8]), (1, [UNKNOWN, 1], [7, UNKNOWN]), (-1, [UNKNOWN] * 2, [UNKNOWN] * 2)],
)
def test_views_are_built_up(seat, colours, brows):
    """The owner sees its own, the others each other's, nobody the pile; an empty place stays empty."""
    view = Small.unpack(redact(Small, Small.pack(small().flat()), seat))
    assert (view.colour, view.brow) == (colours, brows)
    assert view.deck == [UNKNOWN, UNKNOWN, NONE]
    assert view.open_number == 5
    assert Codec(Small).write(view.flat())["deck"] == [None, None]


def test_a_copy_is_whole():
    """pack, unpack and flat are inverse to each other; grids index like arrays."""
    raw = Small.pack(small().flat())
    other = raw.copy()
    assert Small.unpack(other).flat() == small().flat()
    assert Small.integers(raw).tolist() == small().flat()
    grid = Grid([[1, 2], [3, 4]])
    grid[1, 0] = 9
    assert grid[1] == [9, 4]
    assert grid[0, 1] == 2
    assert table([[1, 2], [3, 4]])[1, 0] == 3


def test_a_field_is_as_wide_as_its_kind_needs():
    """64 bits first: the players, the generator, and what has no JSON; then numbers, then what is known to be small."""

    class Wide(Record):
        fields = (
            Field("small", (3,), ALL, "known to be small", "small[]", Range(-9, 9), NONE),
            Field("number", (2,), ALL, "any number", "number[]", INT, NONE),
            Field("things", (), ALL, "a set"),
            Field("large", (), ALL, "known to be large", "large", Range(0, 1 << 15)),
        )

    assert [name for name, *_ in Wide._places] == ["players", "chance", "things", "number", "large", "small"]
    assert [str(Wide.dtype[name].base) for name in ("things", "number", "large", "small")] == [
        "int64", "int32", "int32", "int16",
    ]  # fmt: skip
    assert Wide.dtype.itemsize == 8 * (1 + CHANCE_SIZE + 1) + 4 * 3 + 2 * 3 + 6
    s = Wide()
    s.things, s.number, s.large, s.small = 1 << 62, [LOWEST, 1 << 19], 1 << 15, [-9, NONE, UNKNOWN]
    assert Wide.unpack(Wide.pack(s.flat())).flat() == s.flat()


@pytest.mark.parametrize("value", [1 << 15, UNKNOWN - 1])
def test_what_is_too_wide_is_noticed(value):
    """Uncompiled rules that write more than a field holds fail; compiled ones do not look."""
    blank = Small.pack(Small().flat())

    def write(raw: Bytes, n: int) -> None:
        raw.view(Small.dtype)[0].cube[0, 0, 0] = n

    raw = blank.copy()
    with pytest.raises(OverflowError):
        loose(write, Small)(raw, value)
    assert raw.tobytes() == blank.tobytes()
    loose(write, Small)(raw, 7)
    assert Small.unpack(raw).cube[0, 0, 0] == 7
    s = small()
    s.flag = value
    with pytest.raises(OverflowError):
        Small.pack(s.flat())


@pytest.mark.parametrize("name", ["players", "copy", "round"])
def test_taken_names_are_refused(name):
    """A field may not shadow another one or an attribute of numpy.record."""
    with pytest.raises(TypeError, match=f"field name '{name}' is taken"):
        type("Bad", (Record,), {"fields": (Field(name, (), ALL, "taken"),)})


def test_two_fields_at_one_place_are_refused():
    """A path belongs to one field."""
    one, two = (Field(name, (), ALL, "", "same") for name in ("one", "two"))
    with pytest.raises(AssertionError, match="two fields at same"):
        Codec(type("Bad", (Record,), {"fields": (one, two)}))
    with pytest.raises(AssertionError, match="bad path"):
        Codec(type("Bad", (Record,), {"fields": (Field("x", (), ALL, "", "a{b}"),)}))


def test_null_lists_are_read():
    """A list that may be null reads as empty."""

    class Sets(Record):
        fields = (
            Field("laid", (), ALL, "how many"),
            Field("sets", (2, 2), ALL, "lists or null", "sets[laid]?[]", INT, NONE),
        )

    s = Sets()
    Codec(Sets).read({"sets": [None, [4]]}, s)
    assert s.laid == 2
    assert Codec(Sets).write(s.flat())["sets"] == [None, [4]]


def test_a_record_has_the_fields_of_its_table_and_no_others():
    assert small().players == 2
    with pytest.raises(AttributeError, match="Small has no field 'nonsense'"):
        _ = small().nonsense
