"""What is said on the way: lines for machines, a bar on a terminal, steps with durations."""

from __future__ import annotations

import json
import logging
import os
import pty
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from auditor.journal import LOG, keeping, step

if TYPE_CHECKING:
    from pathlib import Path

BARS = """
from auditor.cli.options import Lang
from auditor.cli.stderr import LogFormat, listen, progress
listen(LogFormat.TEXT)
tell = progress(Lang.ES)
for done in range(1, 5):
    tell(done, 4)
"""


def _run(program: str, *arguments: str) -> tuple[int, list[dict[str, object]]]:
    command = [program, *arguments, "--log-format", "json"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    return done.returncode, [json.loads(line) for line in done.stderr.splitlines()]


def test_every_line_of_a_run_is_json_of_one_run(
    program: str, sample_logs: Path, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    code, lines = _run(
        program, "run", str(sample_logs / "bridge"), "--out", str(out), "--format", "csv"
    )
    assert code in {0, 3, 4}
    assert len({line["run"] for line in lines}) == 1
    done = {line["step"]: line["counts"] for line in lines if line["event"] == "done"}
    assert {"read", "take_in", "rules", "judge", "evidence", "render_csv"} <= set(done)
    document = json.loads((out / "audit.json").read_text("utf-8"))
    judged, taken = done["judge"], done["take_in"]
    assert isinstance(judged, dict)
    assert isinstance(taken, dict)
    assert judged["findings"] == len(document["findings"])
    assert taken["records"] == sum(each["records"] for each in document["sources"])
    assert "steps" not in document  # the same input gives the same bytes


def test_an_error_is_a_line_with_its_code(program: str, tmp_path: Path) -> None:
    code, lines = _run(program, "run", str(tmp_path / "none"), "--out", str(tmp_path / "out"))
    assert (code, lines[-1]["event"], lines[-1]["exit"]) == (2, "ended", 2)
    assert "code" in lines[-1]


def test_steps_and_their_durations_stand_in_the_document_where_asked(
    program: str, sample_logs: Path, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    _run(
        program,
        *("run", str(sample_logs / "bridge"), "--out", str(out), "--format", "csv"),
        "--durations",
    )
    steps = json.loads((out / "audit.json").read_text("utf-8"))["steps"]
    assert [each["step"] for each in steps] == ["read", "take_in", "rules", "judge", "evidence"]
    assert all(each["seconds"] > 0 for each in steps)


def test_a_terminal_has_a_bar_and_a_file_has_lines() -> None:
    plain = subprocess.run([sys.executable, "-c", BARS], capture_output=True, text=True, check=True)
    assert plain.stderr.splitlines()[-1].endswith("4 de 4")
    ours, theirs = pty.openpty()
    with os.fdopen(ours, "rb", buffering=0) as terminal:
        shown = subprocess.run([sys.executable, "-c", BARS], stderr=theirs, check=False)
        os.close(theirs)
        seen = terminal.read(4096).decode()
    assert shown.returncode == 0
    assert "juzgando" in seen
    assert "100%" in seen
    assert "lote" not in seen


def test_a_step_that_fails_is_told_and_not_kept(caplog: pytest.LogCaptureFixture) -> None:
    LOG.propagate = True
    LOG.setLevel(logging.INFO)
    with keeping() as steps, pytest.raises(ValueError, match="no"):  # noqa: PT012
        with step("one", rows=3):
            pass
        with step("two"):
            raise ValueError("no")
    assert [each.name for each in steps] == ["one"]
    assert [record.getMessage() for record in caplog.records] == ["done", "failed"]


@pytest.mark.parametrize("is_flag", [True, False])
def test_a_flag_that_is_not_there_is_a_line_too(program: str, *, is_flag: bool) -> None:
    asked = ["--log-format=json"] if is_flag else []
    done = subprocess.run(
        [program, "nightly", "--nope", *asked],
        capture_output=True,
        text=True,
        check=False,
        env=os.environ | ({} if is_flag else {"AUDITOR_LOG_FORMAT": "json"}),
    )
    (line,) = [json.loads(each) for each in done.stderr.splitlines()]
    assert (done.returncode, line["event"], line["exit"]) == (2, "ended", 2)
    assert "--nope" in line["text"]
