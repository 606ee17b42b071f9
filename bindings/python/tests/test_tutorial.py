"""The programs of docs/learn/python.md run and print what the page says; the game in a window runs, too."""
import os
import re
import subprocess
import sys
import tempfile
import unittest

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", "..", ".."))

try:
    import numpy
except ImportError:
    numpy = None
try:
    import pygame
except ImportError:
    pygame = None


def run(*command, folder=ROOT):
    return subprocess.run([sys.executable, *command], cwd=folder, capture_output=True, text=True,
                          env={**os.environ, "PYTHONPATH": os.path.join(ROOT, "bindings/python"), "SDL_VIDEODRIVER": "dummy"})


class Tutorial(unittest.TestCase):
    def expect(self, result, printed):
        """`printed` may have lines that are "…": any lines."""
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        pattern = "".join("(.*\n)*" if line == "…" else re.escape(line) + "\n" for line in printed)
        self.assertRegex(result.stdout, re.compile("^" + pattern + "$"))

    def test_the_page_works_from_top_to_bottom(self):
        with open(os.path.join(ROOT, "docs/learn/python.md"), encoding="utf-8") as file:
            page = file.read()
        blocks = re.findall(r"(?:<!-- (file: \S+|run) -->\n)?```(\w+)\n(.*?)```", page, re.S)
        programs = 0
        with tempfile.TemporaryDirectory() as folder:
            for marker, kind, text in blocks:
                if marker.startswith("file: "):
                    with open(os.path.join(folder, marker[6:]), "w", encoding="utf-8") as file:
                        file.write(text)
                elif marker == "run":
                    command, *printed = text.splitlines()
                    with self.subTest(command=command):
                        self.expect(run(command.split()[2], folder=folder), printed)
                    programs += 1
                elif kind == "python" and (numpy or "arena" not in text):
                    with self.subTest(text=text.splitlines()[0]):
                        self.expect(run("-c", text, folder=folder), ["…"])
                    programs += 1
        self.assertGreaterEqual(programs, 4)


class Colony(unittest.TestCase):
    def test_the_settler_does_what_it_does_in_c(self):
        with open(os.path.join(ROOT, "examples/10_colony.c"), encoding="utf-8") as file:
            wanted = re.findall(r"^//   (.*)$", file.read(), re.M)
        result = run("bindings/python/games/colony.py")
        self.assertEqual((result.returncode, result.stderr, result.stdout.splitlines()), (0, "", wanted))


@unittest.skipIf(pygame is None or numpy is None, "pygame is not installed")
class Game(unittest.TestCase):
    def test_the_game_draws_a_match_and_says_who_won(self):
        with tempfile.TemporaryDirectory() as folder:
            picture = os.path.join(folder, "arena.png")
            result = run("bindings/python/games/arena_game.py", "--frames", "60", "--picture", picture)
            self.assertEqual((result.returncode, result.stderr), (0, ""))
            self.assertRegex(result.stdout, r"red \(Python\): \d+ points, \d+ kills, \d+ deaths\nblue \(goap\+squad\): ")
            size = pygame.image.load(picture).get_size()
        self.assertEqual(size, (256 * 3 + 300, 256 * 3))

    def test_a_wrong_option_is_answered(self):
        result = run("bindings/python/games/arena_game.py", "--blue", "chess", "--no-window")
        self.assertEqual(result.returncode, 1)
        self.assertIn("chess", result.stderr)


if __name__ == "__main__":
    unittest.main()
