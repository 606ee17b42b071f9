import contextlib
import io
import os
import re
import unittest

ROOT = os.path.join(os.path.dirname(__file__), "..", "..", "..")


class Readme(unittest.TestCase):
    def test_the_first_agent_runs_and_takes_at_most_20_lines(self):
        with open(os.path.join(ROOT, "bindings/python/README.md"), encoding="utf-8") as file:
            program = re.search(r"```python\n(.*?)```", file.read(), re.S).group(1)
        self.assertLessEqual(len([line for line in program.splitlines() if line.strip()]), 20)
        out, folder = io.StringIO(), os.getcwd()
        os.chdir(ROOT)
        try:
            with contextlib.redirect_stdout(out):
                exec(compile(program, "README.md", "exec"), {"__name__": "readme"})
        finally:
            os.chdir(folder)
        self.assertEqual(out.getvalue(), "5 s: eats\n18 s: eats\n")


if __name__ == "__main__":
    unittest.main()
