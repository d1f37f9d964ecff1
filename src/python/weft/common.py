"""What the converters share: failures, optional packages, files, numbers as text."""
import contextlib
import importlib
import math
import os
import re
import tempfile

USAGE, INPUT, IO, ENVIRONMENT = 2, 3, 4, 10  # exit codes, as those of weft


class Failure(Exception):
    """What is wrong, where, and what to do about it, with the exit code."""

    def __init__(self, text, code=INPUT):
        super().__init__(text)
        self.code = code


def package(name):
    """A package, or the message that names how to install it."""
    try:
        return importlib.import_module(name)
    except ImportError:
        raise Failure(f"the Python package {name} is missing: apt install python3-{name}, or pip install {name}", ENVIRONMENT) from None


def read_bytes(path, limit=1 << 34):
    try:
        if os.path.getsize(path) > limit:
            raise Failure(f"{path}: has more than {limit} bytes")
        with open(path, "rb") as file:
            return file.read()
    except OSError as error:
        raise Failure(f"{path}: cannot be read: {error.strerror}", IO) from None


def read_text(path, limit=1 << 34):
    """Without a byte order mark, and with lines that end with \\n, whatever they end with in the file."""
    content = read_bytes(path, limit)
    try:
        text = content.decode("utf-8-sig")
        if "\0" in text:
            raise Failure(f"{path}:{text.count(chr(10), 0, text.index(chr(0))) + 1}: has a NUL byte; the file is damaged or not text")
        return text.replace("\r\n", "\n").replace("\r", "\n")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise Failure(f"{path}:{line}: is not UTF-8 text") from None


@contextlib.contextmanager
def new_file(path, mode="w"):
    """A file that appears only when it is complete. What is there already is left as it is."""
    if os.path.lexists(path):
        raise Failure(f"{path}: exists already and is left as it is; choose another name", IO)
    draft = None
    try:
        with tempfile.NamedTemporaryFile(mode, dir=os.path.dirname(path) or ".", prefix=".weft", delete=False,
                                         encoding=None if "b" in mode else "utf-8") as file:
            draft = file.name
            yield file
        os.chmod(draft, 0o666 & ~_umask())
        os.rename(draft, path)
    except OSError as error:
        raise Failure(f"{path}: cannot be written: {error.strerror}", IO) from None
    finally:
        if draft and os.path.exists(draft):
            os.unlink(draft)


def _umask():
    mask = os.umask(0)
    os.umask(mask)
    return mask


def to_number(word):
    """A finite decimal number, or None."""
    if not re.fullmatch(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?", word, re.ASCII):
        return None
    value = float(word)
    return value if math.isfinite(value) else None


def number(value):
    """The shortest text that reads back as the same number, without -0 and .0."""
    text = repr(float(value) + 0.0)
    return text[:-2] if text.endswith(".0") else text
