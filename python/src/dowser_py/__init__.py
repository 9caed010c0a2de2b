"""Reads runs, exports and stacks of the crawler Dowser into pandas and pyarrow.

    import dowser_py

    run = dowser_py.open_run("runs/bees")
    pages = run.pages().to_pandas()
    print(run.precision())
"""

from .datasets import write_dataset
from .exports import read_export
from .runs import NoRun, Run, open_run
from .stacks import Stack, StackRefusal, open_stack
from .statements import Statement
from .tables import Table

__all__ = [
    "NoRun",
    "Run",
    "Stack",
    "StackRefusal",
    "Statement",
    "Table",
    "open_run",
    "open_stack",
    "read_export",
    "write_dataset",
]
