"""What the tests of the converters share (python_*.py)."""
import os
import subprocess
import sys
import tempfile
import unittest

WEFT, SOURCE = os.environ["WEFT"], os.environ["WEFT_SOURCE"]


class Case(unittest.TestCase):
    """A test in a folder of its own."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(folder.name)

    def expect(self, code, *words, **settings):
        """Runs a program; a failure is one line on standard error."""
        result = subprocess.run([str(word) for word in words], capture_output=True, text=True, check=False, **settings)
        self.assertEqual(result.returncode, code, result.stderr)
        if code > 2:
            self.assertEqual(result.stderr.count("\n"), 1, result.stderr)
        return result

    def weft(self, *words, code=0):
        return self.expect(code, WEFT, *words).stdout

    def convert(self, *words, code=0, **settings):
        return self.expect(code, sys.executable, "-m", "weft", *words, **settings)

    def write(self, name, text):
        with open(name, "w", encoding="latin-1") as file:
            file.write(text)

    def read(self, name):
        with open(name, encoding="utf-8") as file:
            return file.read()
