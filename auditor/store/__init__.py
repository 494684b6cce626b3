"""The store: its layout, what is written and read, its manifest, and the houses it keeps."""

from auditor.store.entry import SourceEntry, StoredFile, UnknownColumn
from auditor.store.house import House
from auditor.store.manifest import sources
from auditor.store.read import Partition, SkippedInput, houses, partitions, rejects, skipped, verify

__all__ = [
    "House",
    "Partition",
    "SkippedInput",
    "SourceEntry",
    "StoredFile",
    "UnknownColumn",
    "houses",
    "partitions",
    "rejects",
    "skipped",
    "sources",
    "verify",
]
