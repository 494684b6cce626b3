"""From `audit.json` to what people read: a page, a PDF and a table for each casino."""

from auditor.report.render import render

__all__ = ["render"]
