"""What the machine refuses: 2 where a path is to be mended, 1 where it has no room or a fault."""

from __future__ import annotations

import errno
import os

import pytest

from auditor.cli.mistakes import refused


@pytest.mark.parametrize(
    ("number", "code", "es", "en"),
    [
        (errno.ENOSPC, 1, "no queda sitio en el disco", "no room is left on the disk"),
        (errno.EDQUOT, 1, "se agotó la cuota", "quota is used up"),
        (errno.EMFILE, 1, "demasiados archivos abiertos", "too many files are open"),
        (errno.ENFILE, 1, "abiertos en la máquina", "open on the machine"),
        (errno.EIO, 1, "el disco falla", "the disk fails"),
        (errno.ENOMEM, 1, "no queda memoria", "no memory is left"),
        (errno.EROFS, 2, "es de solo lectura", "is read-only"),
        (errno.EACCES, 2, "permiso denegado", "permission denied"),
        (errno.ENOENT, 2, "no existe ese archivo", "there is no such file"),
    ],
)
def test_each_is_told_with_its_code(number: int, code: int, es: str, en: str) -> None:
    told, found = refused(OSError(number, os.strerror(number), "/srv/x"))
    spanish, english = told.splitlines()
    assert (found, es in spanish, en in english, "/srv/x" in spanish) == (code, True, True, True)


def test_memory_that_the_program_does_not_get_is_told() -> None:
    told, code = refused(MemoryError())
    assert (code, "no queda memoria" in told) == (1, True)
