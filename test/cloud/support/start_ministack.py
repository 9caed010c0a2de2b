"""Starts MiniStack, changed in two ways. It checks the grammar of a condition anew for each item of a table that it
looks at, which took most of the processor time of a query: what it has found of a condition is remembered. And every
function may run as long as AWS lets any: on AWS each has a processor to itself, here all share a few with the tests,
and one that is given five seconds may be killed before it has begun."""

import functools

from ministack.app import main
from ministack.core.lambda_runtime import Worker
from ministack.services import dynamodb

LONGEST_SECONDS = 900

for check in ("_tokenize", "_condition_syntax_error"):
    setattr(dynamodb, check, functools.lru_cache(maxsize=1_000)(getattr(dynamodb, check)))

begin = Worker.__init__


def begin_with_time(self, name, config, code):
    begin(self, name, {**config, "Timeout": LONGEST_SECONDS}, code)


Worker.__init__ = begin_with_time

if __name__ == "__main__":
    main()
