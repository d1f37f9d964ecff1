"""Solvers in Python for program.c, which has the protocol: copy this file beside yours.

    serve(MySolver)

MySolver(model) sets up; its step(y, x, step) returns the positions, after calls of step.iterate(x). Positions are arrays [particles, 3].
"""
import sys
import time

import numpy as np

TYPES = {"f64": "<f8", "f32": "<f4", "i32": "<i4", "i8": "<i1"}
COUNTS = ["gradients", "objectives", "hessians", "projections", "local_steps", "solves", "factorisations", "inner_iterations"]
UNSUPPORTED = 1  # WEFT_UNSUPPORTED


class Refused(Exception):
    """Raise it for what a solver cannot do: the case is refused for good."""


def number(word):
    try:
        return int(word)
    except ValueError:
        try:
            return float(word)
        except ValueError:
            return word


def read_array(stream, kind, *shape):
    raw = stream.read(int(np.prod(shape)) * np.dtype(TYPES[kind]).itemsize)
    return np.frombuffer(raw, dtype=TYPES[kind]).reshape(shape)


def read_model(stream):
    """Sizes, `params` by name, and `arrays` by name: of one column as vectors, else [rows, columns]."""
    model = {"params": {}, "arrays": {}, "sets": {}}
    while (words := stream.readline().decode().split()) and words[0] != "setup":
        values = [number(word) for word in words[1:]]
        if words[0] == "model":
            model.update(zip(["solver", "particles", "precision", "h", "substeps", "threads"], values))
        elif words[0] == "gravity":
            model["gravity"] = values
        elif words[0] == "param":
            model["params"][values[0]] = values[1]
        elif words[0] == "set":
            model["sets"][values[0]] = dict(zip(["count", "vertices", "components"], values[1:]))
        elif words[0] == "array":
            array = read_array(stream, values[1], *values[2:])
            model["arrays"][values[0]] = array[:, 0] if values[3] == 1 and not values[0].endswith(".rest") else array
    return model


class Step:
    """A running step: its clock, its iterates, and what it reports."""

    def __init__(self, words, y, stream):
        self.stream, self.y, self.watched = stream, y, words[2] == "1"
        self.begin, self.end, self.ended = float(words[3]), float(words[4]), 0
        self.shown = 0  # ns that writing took, which is no time of the step
        self.start = time.monotonic_ns()

    def write(self, line, *arrays):
        begun = time.monotonic_ns()
        raw = b"".join(np.ascontiguousarray(a).tobytes() for a in arrays)
        self.stream.write(line.format(ns=max(begun - self.start - self.shown, 1), bytes=len(raw)).encode() + b"\n" + raw)
        self.stream.flush()
        self.shown += time.monotonic_ns() - begun

    def state(self, x, multipliers):
        return [np.hstack([x, self.y[:, 3:]]).astype(self.y.dtype)] + ([] if multipliers is None else [multipliers])

    def iterate(self, x, multipliers=None):
        self.write("iterate {ns} {bytes}", *(self.state(x, multipliers) if self.watched else []))

    def count(self, what, n):
        self.write(f"count {COUNTS.index(what)} {n}")


def serve(solver_of, multipliers=False):
    source, sink = sys.stdin.buffer, sys.stdout.buffer
    sys.stdout = sys.stderr  # what print() writes must not come between the lines
    model, start = read_model(source), time.monotonic_ns()
    try:
        solver = solver_of(model)
        answer = f"ready {time.monotonic_ns() - start} {int(multipliers)}\n"
    except Refused as why:
        answer = f"fail {UNSUPPORTED} {why}\n"
    sink.write(answer.encode())
    sink.flush()
    while words := source.readline().decode().split():  # until weft closes the pipe: the case is done
        y, x_n = (read_array(source, model["precision"], model["particles"], 4) for _ in range(2))
        step = Step(words, y, sink)
        x = solver.step(y[:, :3], x_n[:, :3], step)
        x, last = x if multipliers else (x, None)
        step.write(f"end {{ns}} {{bytes}} {step.ended}", *step.state(x, last))
