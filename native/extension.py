"""The C of a tiny CPython extension over a title's object.

Python's stable interface, of 3.11, is declared here by hand: so one file without Python's headers is good for every
system. A function takes what Numba's entry point takes, so that it can stand in its place; a loop ignores the doors it
is given.
"""

import json
import re
from typing import Any

from .objects import ERROR, ITEMS

__all__ = ["extension", "imports"]

HEAD = r"""
#include <stddef.h>
#include <stdint.h>
typedef struct _object PyObject;
typedef ptrdiff_t Py_ssize_t;
typedef struct {
  void *buf; PyObject *obj; Py_ssize_t len, itemsize; int readonly, ndim; char *format;
  Py_ssize_t *shape, *strides, *suboffsets; void *internal;
} Py_buffer;
typedef struct { const char *name; void *function; int flags; const char *doc; } PyMethodDef;
typedef struct {
  Py_ssize_t refcnt; void *type, *init; Py_ssize_t index; void *copy; const char *name, *doc; Py_ssize_t size;
  PyMethodDef *methods; void *slots, *traverse, *clear, *free;
} PyModuleDef;
#ifdef _WIN32
#define API __declspec(dllimport)
#define OPEN __declspec(dllexport)
#else
#define API extern
#define OPEN __attribute__((visibility("default")))
#endif
API int PyObject_GetBuffer(PyObject *, Py_buffer *, int);
API void PyBuffer_Release(Py_buffer *);
API long long PyLong_AsLongLong(PyObject *);
API PyObject *PyLong_FromLongLong(long long);
API PyObject *PyErr_Occurred(void);
API PyObject *PyErr_Format(PyObject *, const char *, ...);
API void *PyEval_SaveThread(void);
API void PyEval_RestoreThread(void *);
API PyObject *PyModule_Create2(PyModuleDef *, int);
API int PyModule_AddStringConstant(PyObject *, const char *, const char *);
API PyObject *PyExc_TypeError, *PyExc_ValueError;

static int take(PyObject *given, Py_buffer *b, int item, int axes) {
  if (PyObject_GetBuffer(given, b, 8)) return 0; /* PyBUF_ND: contiguous, with its shape */
  if (b->itemsize == item && b->ndim == axes) return 1;
  PyErr_Format(PyExc_TypeError, "an array of %d axes with items of %d bytes; expected %d axes, %d bytes",
               b->ndim, (int)b->itemsize, axes, item);
  PyBuffer_Release(b);
  return 0;
}
"""
FUNCTION = """
extern int64_t takujo_{n}({types});
static PyObject *call_{n}(PyObject *self, PyObject *const *a, Py_ssize_t n) {{
  Py_buffer b[{buffers}]; int64_t x[{numbers}]; int k = 0; PyObject *r = 0;
  if (n != {takes}) return PyErr_Format(PyExc_TypeError, "{name} takes {takes} arguments");
  {taken}
  {{ void *state = PyEval_SaveThread();
    int64_t value = takujo_{n}({given});
    PyEval_RestoreThread(state);
    r = value == INT64_MIN ? PyErr_Format(PyExc_ValueError, "{name} failed") : PyLong_FromLongLong(value); }}
out:
  while (k) PyBuffer_Release(&b[--k]);
  return r;
}}
"""
TAIL = """
static PyMethodDef methods[] = {{{rows}{{0, 0, 0, 0}}}};
static PyModuleDef module = {{1, 0, 0, 0, 0, "{name}", 0, -1, methods, 0, 0, 0, 0}};
OPEN PyObject *PyInit_{name}(void) {{
  PyObject *made = PyModule_Create2(&module, 3);
  return made && PyModule_AddStringConstant(made, "SOURCES", {sources}) ? 0 : made;
}}
"""
assert ERROR == -(1 << 63)  # INT64_MIN


def extension(name: str, dumped: dict[str, Any]) -> str:
    """The source of the module of that name, for what `dump` wrote."""
    doors = dumped["doors"]
    rows = "".join(f'{{"{door["name"]}", call_{n}, 0x80, 0}}, ' for n, door in enumerate(doors))  # METH_FASTCALL
    sources = json.dumps(json.dumps(dumped["sources"]))
    functions = "".join(_function(n, door) for n, door in enumerate(doors))
    return HEAD + functions + TAIL.format(rows=rows, name=name, sources=sources)


def imports() -> str:
    """What Windows wants to know about Python's own library."""
    functions = re.findall(r"^API .*?(Py\w+)\(", HEAD, re.M)
    data = ["PyExc_TypeError DATA", "PyExc_ValueError DATA"]
    return "\n".join(["LIBRARY python3.dll", "EXPORTS", *functions, *data, ""])


def _function(n: int, door: dict[str, Any]) -> str:
    types, taken, given, buffers, numbers = [], [], [], 0, 0
    for i, kind in enumerate(door["takes"]):
        if "item" in kind:
            b = f"b[{buffers}]"
            taken.append(f"if (!take(a[{i}], &{b}, {ITEMS[kind['item']]}, {kind['axes']})) goto out; k++;")
            types += ["void *", *["int64_t"] * kind["axes"]]
            given += [f"{b}.buf", *(f"{b}.shape[{axis}]" for axis in range(kind["axes"]))]
            buffers += 1
        elif "door" not in kind:
            x = f"x[{numbers}]"
            taken.append(f"if (({x} = PyLong_AsLongLong(a[{i}])) == -1 && PyErr_Occurred()) goto out;")
            types.append("int64_t")
            given.append(x)
            numbers += 1
    return FUNCTION.format(
        n=n, name=door["name"], takes=len(door["takes"]), types=", ".join(types), given=", ".join(given),
        taken="\n  ".join(taken), buffers=max(1, buffers), numbers=max(1, numbers),
    )  # fmt: skip
