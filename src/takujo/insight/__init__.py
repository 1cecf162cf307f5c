"""What a seat could know, and what its decisions are worth: from views alone (docs/insight.md)."""

from takujo.insight.analysis import Analysis, analysis
from takujo.insight.whatif import what_if

__all__ = ["Analysis", "analysis", "what_if"]
