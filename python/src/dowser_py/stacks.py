"""Reads and starts the crawl of a stack by its API, docs/openapi.json."""

from __future__ import annotations

import gzip
import hashlib
import json
import tempfile
import time
from pathlib import Path
from typing import Any, Iterable, Iterator, Mapping
from urllib.error import HTTPError
from urllib.parse import urlencode, urlsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener

from .exports import read_kept
from .tables import Row, Table
from .times import time_of

PAGE_COLUMNS = (
    *("url", "host", "rawTitle", "isTarget", "utility", "type", "why", "fetchedAt", "depth", "parent", "change"),
    *("sequence", "model", "priority", "linkWhy", "linkModel", "status", "digest", "segment", "offset"),
)

#: Hosts that are asked without TLS: they are on this machine.
LOOPBACK = ("127.0.0.1", "::1", "localhost")

#: Pages asked for at a time.
AT_ONCE = 1_000


class StackRefusal(Exception):
    """The API refused what was asked; `code` is one of docs/errors.md."""

    def __init__(self, code: str, message: str, hint: str) -> None:
        super().__init__(f"{message} ({code}). {hint}")
        self.code = code


class _NoRedirect(HTTPRedirectHandler):
    """A redirect would take the token to where it leads."""

    def redirect_request(self, *_: Any, **__: Any) -> None:
        return None


_OPENER = build_opener(_NoRedirect)


def open_stack(endpoint: str, token: str) -> Stack:
    """Opens a stack by what `dowser deploy` and `dowser token --read-only` print."""
    parts = urlsplit(endpoint)
    if parts.scheme != "https" and parts.hostname not in LOOPBACK:
        raise ValueError("the endpoint must begin with https: the token would be readable on the way")
    return Stack(endpoint.rstrip("/"), token)


class Stack:
    """The crawl of a stack."""

    def __init__(self, endpoint: str, token: str) -> None:
        self._endpoint = endpoint
        self._token = token

    def crawl(self) -> Mapping[str, Any]:
        """State and figures of the crawl."""
        return self._ask("GET", "/crawl")

    def metrics(self) -> Mapping[str, Any]:
        """Totals and cost."""
        return self._ask("GET", "/metrics")

    def link(self, url: str) -> Mapping[str, Any]:
        """What is known of a URL."""
        return self._ask("GET", "/links", {"url": url})

    def queue(self) -> Table:
        """The best queued links, as the planner told them last."""
        links = self._ask("GET", "/frontier")["links"]
        return Table(("url", "host", "priority", "group", "depth", "why"), lambda: links)

    def pages(self, targets: bool = False, host: str | None = None, min_score: float | None = None) -> Table:
        """The listed pages in their order, without texts; each look at the table asks the stack again."""
        chosen = {"targets": "true" if targets else None, "host": host, "minScore": min_score}
        return Table(PAGE_COLUMNS, lambda: self._pages(chosen))

    def export(
        self, targets: bool = False, text: str = "plain", seconds: float = 900, every: float = 5
    ) -> Table:
        """Has the stack export its pages, waits at most so many seconds, and reads what it wrote.

        Target pages have their texts. The token must be one that may write: an export is an order.
        """
        form = {"format": "jsonl", "targets": "true" if targets else "false", "text": text}
        made = self._ask("POST", "/export", form)
        until = time.monotonic() + seconds
        while made["state"] != "done":
            if time.monotonic() > until:
                raise TimeoutError("the export is not done yet: ask for it again, which goes on with the same one")
            time.sleep(every)
            made = self._ask("GET", "/export")
        file = Path(tempfile.mkdtemp(prefix="dowser-")) / "export.jsonl.gz"
        with file.open("wb") as out:
            for part in made["parts"]:
                out.write(_download(part))
        return read_kept(file)

    def start(
        self, project: Mapping[str, Any] | str, files: Iterable[str] = (), folder: str | Path = "."
    ) -> Mapping[str, Any]:
        """Starts the crawl of a project, as the text of a project file or as what that has.

        `files` are those that the project names, as it names them: they are read in `folder` and uploaded. The token must be one that may write.
        """
        contents = {name: Path(folder, name).read_bytes() for name in files}
        if contents:
            listed = [
                {"name": name, "bytes": len(content), "sha256": hashlib.sha256(content).hexdigest()}
                for name, content in contents.items()
            ]
            for sent in self._ask("POST", "/crawl/files", body=json.dumps({"files": listed}))["files"]:
                _upload(sent, contents[sent["name"]])
        return self._ask("PUT", "/crawl", body=project if isinstance(project, str) else json.dumps(project))

    def _pages(self, chosen: Mapping[str, Any]) -> Iterator[Row]:
        after: int | None = 0
        while after is not None:
            told = self._ask("GET", "/pages", {**chosen, "after": after, "limit": AT_ONCE})
            yield from (_row_of(page) for page in told["pages"] if page["reason"] == "page")
            after = told["next"]

    def _ask(
        self, method: str, path: str, query: Mapping[str, Any] | None = None, body: str | None = None
    ) -> Any:
        given = {name: value for name, value in (query or {}).items() if value is not None}
        url = f"{self._endpoint}{path}{'?' if given else ''}{urlencode(given)}"
        headers = {"Authorization": f"Bearer {self._token}"}
        try:
            with _OPENER.open(Request(url, body and body.encode(), headers, method=method), timeout=60) as answer:
                return json.load(answer)
        except HTTPError as error:
            with error:
                raise _refusal_in(error) from None


def _row_of(page: Mapping[str, Any]) -> Row:
    link, ref = page["link"], page["ref"] or {}
    named = {"linkWhy": link["why"], "linkModel": link["model"], "priority": link["score"], "parent": link["parent"]}
    return {**page, **ref, **named, "rawTitle": page["title"], "fetchedAt": time_of(page["fetchedAt"])}


def _refusal_in(error: HTTPError) -> StackRefusal:
    try:
        told = json.loads(error.read())
        return StackRefusal(told["code"], told["message"], told["hint"])
    except (ValueError, KeyError, TypeError):
        return StackRefusal(f"http-{error.code}", error.reason, "")


def _upload(sent: Mapping[str, Any], content: bytes) -> None:
    """Uploads a file by the request that was signed for it; the token does not go there."""
    request = Request(sent["url"], content, {"Content-Type": "application/octet-stream", **sent["headers"]}, method="PUT")
    try:
        with _OPENER.open(request, timeout=300):
            pass
    except HTTPError as error:
        with error:
            raise _refusal_in(error) from None


def _download(url: str) -> bytes:
    """Downloads a part of an export by the URL that was signed for it; the token does not go there."""
    with _OPENER.open(Request(url), timeout=300) as answer:
        body = answer.read()
    # A part that the way has unpacked is packed again, so that all of them together are one packed file.
    return body if body.startswith(b"\x1f\x8b") else gzip.compress(body)
