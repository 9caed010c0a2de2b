"""What `test/python` has made for these tests, and whether the machine has the libraries of data frames."""

import importlib.util
import json
import os
import unittest

GIVEN = json.loads(os.environ["DOWSER_GIVEN"])

HAS_FRAMES = all(importlib.util.find_spec(name) is not None for name in ("pandas", "pyarrow"))

needs_frames = unittest.skipUnless(HAS_FRAMES, "pandas and pyarrow are not installed")
