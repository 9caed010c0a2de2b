"""Starts MiniStack. It checks the grammar of a condition anew for each item of a table that it looks at, which
took most of the processor time of a query: what it has found of a condition is remembered."""

import functools

from ministack.app import main
from ministack.services import dynamodb

for check in ("_tokenize", "_condition_syntax_error"):
    setattr(dynamodb, check, functools.lru_cache(maxsize=1_000)(getattr(dynamodb, check)))

if __name__ == "__main__":
    main()
