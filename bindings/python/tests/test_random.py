import os
import subprocess
import sys
import unittest


class Random(unittest.TestCase):
    def test_no_call_with_any_arguments_crashes(self):
        program = os.path.join(os.path.dirname(__file__), "random_calls.py")
        for seed in range(3):
            result = subprocess.run([sys.executable, program, str(seed), "2000"], capture_output=True, text=True)
            self.assertEqual((result.returncode, result.stdout), (0, "survived 2000\n"), "seed %d: %s" % (seed, result.stderr[-2000:]))


if __name__ == "__main__":
    unittest.main()
