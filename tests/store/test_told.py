"""What `auditor store check` says of a store with nothing wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING

from typer.testing import CliRunner

from auditor.api import ingest
from auditor.cli.main import app

if TYPE_CHECKING:
    from pathlib import Path


def test_a_sound_store_is_told_as_sound_without_a_word_of_repair(
    tmp_path: Path, sample_logs: Path
) -> None:
    ingest([sample_logs / "bling_bling"], tmp_path / "store")
    done = CliRunner().invoke(app, ["store", "check", str(tmp_path / "store")])
    told = done.stdout
    assert (done.exit_code, "concuerdan" in told, "repair" in told) == (0, True, False)
