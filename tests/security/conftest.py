"""Strangers' rule packs, and a server on loopback that nobody may call."""

from __future__ import annotations

import hashlib
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Protocol

import pytest

from tests.rulebook.conftest import NORM, RULE, TEXT

if TYPE_CHECKING:
    from collections.abc import Generator, Mapping
    from pathlib import Path

NAME = "xx-2020-dados"


class Pack(Protocol):
    """Writes a rulebook of one small norm, some of its files replaced; gives its folder."""

    def __call__(self, files: Mapping[str, str | bytes] | None = None) -> Path:
        """Write the norm into a folder of its own."""


@pytest.fixture
def pack(tmp_path: Path) -> Pack:
    """Give what writes a rule pack as a stranger would hand it over."""

    def write(files: Mapping[str, str | bytes] | None = None) -> Path:
        rulebook = tmp_path / "their-rules"
        sound = "".join(RULE.format(id=each, require="stake > 0") for each in ("DAD-1", "DAD-3"))
        made: dict[str, str | bytes] = {
            "text.txt": TEXT,
            "norm.yaml": NORM.replace("SHA256", hashlib.sha256(TEXT.encode()).hexdigest()),
            "rules.yaml": sound,
            "cases/casos.yaml": "night: {}\ncases: []\n",
        }
        made.update(files or {})
        for name, content in made.items():
            path = rulebook / NAME / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return rulebook

    return write


class Loopback:
    """A web server on loopback that keeps the path of every request."""

    def __init__(self, server: ThreadingHTTPServer) -> None:
        """Begin with no requests."""
        self.asked: list[str] = []
        self.url = f"http://127.0.0.1:{server.server_port}"


@pytest.fixture
def loopback() -> Generator[Loopback]:
    """Give a server that counts who calls it."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            told.asked.append(self.path)
            self.send_response(404)
            self.end_headers()

        do_HEAD = do_POST = do_PUT = do_GET  # noqa: N815 (the names that the library asks for)

        def log_message(self, *_: object) -> None:
            """Keep quiet."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    told = Loopback(server)
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    yield told
    server.shutdown()
    thread.join()
    server.server_close()
