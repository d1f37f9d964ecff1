"""The protocol of weft's programs (docs/protocol.md) for solvers in Python: copy this file beside yours.

    serve("my_solver", MySolver)

MySolver(model) sets up; its step(y, x, step) returns the positions, after calls of step.iterate(x). Positions are arrays [particles, 3].
"""
import json
import sys
import time

import numpy as np

TYPES = {"f64": "<f8", "f32": "<f4", "i32": "<i4", "i8": "<i1"}


class Refused(Exception):
    """Raise it for what a solver cannot do: the case is refused for good."""


def read_frame(stream):
    line = stream.readline()
    if not line:
        sys.exit(0)  # weft has closed the pipe: the case is done
    head, arrays = json.loads(line), {}
    for name, kind, *shape in head.get("arrays", []):
        count = int(np.prod(shape))
        raw = stream.read(count * np.dtype(TYPES[kind]).itemsize)
        arrays[name] = np.frombuffer(raw, dtype=TYPES[kind]).reshape(shape)
    return head, arrays


def write_frame(stream, head, *arrays):
    raw = b"".join(np.ascontiguousarray(a).tobytes() for a in arrays)
    head["bytes"] = len(raw)
    stream.write(json.dumps(head).encode() + b"\n" + raw)
    stream.flush()


class Step:
    """A running step: its times and iterates. ended, counts, phases, residual, …: whatever is set here is in the frame `end`."""

    def __init__(self, head, stream, dtype):
        self.stream, self.dtype, self.wanted = stream, dtype, head["iterates"]
        self.begin, self.end, self.said, self.done = head["begin"], head["end"], {"ended": "done"}, 0
        self.shown = 0  # ns that writing iterates took, which is no time of the step
        self.start = time.monotonic_ns()

    def now(self):
        return max(time.monotonic_ns() - self.start - self.shown, 1)

    def iterate(self, x, multipliers=None):
        ns = self.now()
        begun = time.monotonic_ns()
        arrays = [] if not self.wanted else [x.astype(self.dtype)] if multipliers is None else [x.astype(self.dtype), multipliers]
        write_frame(self.stream, {"message": "iterate", "iteration": self.done, "ns": ns}, *arrays)
        self.done += 1
        self.shown += time.monotonic_ns() - begun


def serve(name, solver_of, multipliers=False):
    source, sink = sys.stdin.buffer, sys.stdout.buffer
    sys.stdout = sys.stderr  # what print() says must not come between the frames
    read_frame(source)
    write_frame(sink, {"message": "hello", "protocol": 1, "solver": name})
    model, arrays = read_frame(source)
    dtype, start = TYPES[model["precision"]], time.monotonic_ns()
    try:
        solver = solver_of({**model, "arrays": arrays})
    except Refused as why:
        write_frame(sink, {"message": "failed", "code": "unsupported", "text": str(why)})
        return
    write_frame(sink, {"message": "ready", "ns": time.monotonic_ns() - start, "multipliers": multipliers})
    while True:
        head, arrays = read_frame(source)
        step = Step(head, sink, dtype)
        x = solver.step(arrays["y"], arrays["x"], step)
        ns = step.now()
        write_frame(sink, {"message": "end", "ns": ns, **step.said}, x.astype(dtype))
