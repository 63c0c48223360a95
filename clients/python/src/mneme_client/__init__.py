"""Durable memory for AI agents and chat bots: the client of a Mneme server."""

from .client import Client
from .transport import MnemeError

__all__ = ["Client", "MnemeError"]
__version__ = "0.1.0"
