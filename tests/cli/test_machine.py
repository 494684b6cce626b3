"""What the machine refuses: 2 where a path is to be mended, 1 where it has no room or a fault."""

from __future__ import annotations

import errno
import os

import pytest

from auditor.cli.mistakes import refused


@pytest.mark.parametrize(
    ("number", "code", "es", "en"),
    [
        (errno.ENOSPC, 1, "no queda espacio en el disco", "no space is left on the disk"),
        (errno.EDQUOT, 1, "se agotó la cuota", "quota is used up"),
        (errno.EMFILE, 1, "en este proceso", "in this process"),
        (errno.ENFILE, 1, "en el sistema", "in the system"),
        (errno.EIO, 1, "el disco falla", "the disk is failing"),
        (errno.ENOMEM, 1, "no queda memoria", "no memory is left"),
        (errno.EROFS, 2, "es de solo lectura", "is read-only"),
        (errno.EACCES, 2, "no hay permiso", "permission is denied"),
        (errno.ENOENT, 2, "no existe", "does not exist"),
    ],
)
def test_each_is_told_with_its_code(number: int, code: int, es: str, en: str) -> None:
    told, found = refused(OSError(number, os.strerror(number), "/srv/x"))
    spanish, english = told.splitlines()
    assert (found, es in spanish, en in english, "/srv/x" in spanish) == (code, True, True, True)


def test_memory_that_the_program_does_not_get_is_told() -> None:
    told, code = refused(MemoryError())
    assert (code, "no queda memoria" in told) == (1, True)
