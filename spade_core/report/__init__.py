"""The report: what was selected, why, and from which prompt delta."""

from spade_core.report.report import Report

__all__ = ["Report"]
