"""One request to a Mneme server, with nothing but the standard library."""

from __future__ import annotations

import json
import re
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Iterable, Mapping
from datetime import date, datetime
from typing import Any

DOTS = re.compile(r"^\.{0,2}$")
PLACE = re.compile(r"\{(\w+)\}")
RETRYABLE = {"conflict", "over_budget", "queue_full", "provider_unavailable", "store_unavailable"}


class MnemeError(Exception):
    """What the server refused or could not do; `code` is the same in every client of Mneme."""

    def __init__(
        self,
        code: str,
        message: str,
        *,
        status: int | None = None,
        request_id: str | None = None,
        details: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(message)
        self.code = code
        self.status = status
        self.request_id = request_id
        self.details = dict(details or {})

    @property
    def retryable(self) -> bool:
        """Whether the same call may succeed a little later."""
        return self.code in RETRYABLE


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """A redirect would carry the key to somebody else."""

    def redirect_request(self, *_args: Any, **_kwargs: Any) -> None:
        return None


class Transport:
    """Sends requests; its methods are in `Client`."""

    def __init__(self, url: str, key: str, *, timeout: float = 30.0) -> None:
        if not url.startswith(("http://", "https://")):
            raise ValueError("url must begin with http:// or https://")
        self._url = url.rstrip("/")
        self._key = key
        self._timeout = timeout
        self._opener = urllib.request.build_opener(_NoRedirect)

    def __repr__(self) -> str:
        return f"Client({self._url!r})"

    def _call(self, method: str, path: str, given: Mapping[str, Any]) -> Any:
        rest = {name: value for name, value in given.items() if value is not None}
        address = self._url + PLACE.sub(lambda place: _step(rest.pop(place[1], None), place[1]), path)
        headers = {"Authorization": f"Bearer {self._key}", "Accept": "application/json"}
        data = None
        if method in ("POST", "PATCH"):
            data = json.dumps(rest, default=_plain, allow_nan=False).encode()
            headers["Content-Type"] = "application/json"
        elif rest:
            address += "?" + urllib.parse.urlencode(list(_pairs(rest)))
        request = urllib.request.Request(address, data=data, headers=headers, method=method)
        try:
            with self._opener.open(request, timeout=self._timeout) as response:
                text = response.read()
        except urllib.error.HTTPError as refused:
            with refused:
                error = _error_of(refused.code, refused.read())
            # Where the library gives nothing, the server says so with a status.
            if error.details.get("code") == "nothing":
                return None
            raise error from None
        except (urllib.error.URLError, OSError) as failed:
            raise MnemeError("store_unavailable", "The server cannot be reached.") from failed
        return json.loads(text) if text else None


def _step(value: Any, name: str) -> str:
    # Dots alone, however they are written, are steps of a path to everyone in between.
    if not isinstance(value, str) or DOTS.match(value):
        raise MnemeError("invalid_input", f"`{name}` is missing, or cannot stand in a path.")
    return urllib.parse.quote(value, safe="")


def _plain(value: Any) -> Any:
    if isinstance(value, datetime):
        if value.tzinfo is None:
            raise MnemeError("invalid_input", "A datetime needs a time zone.")
        return value.isoformat()
    if isinstance(value, date):
        return value.isoformat()
    raise TypeError(f"{type(value).__name__} cannot be sent as JSON")


def _pairs(given: Mapping[str, Any]) -> Iterable[tuple[str, str]]:
    for name, value in given.items():
        for one in value if isinstance(value, (list, tuple, set)) else [value]:
            yield name, _word(one)


def _word(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return value if isinstance(value, str) else str(_plain(value) if isinstance(value, date) else value)


def _error_of(status: int, body: bytes) -> MnemeError:
    try:
        problem = json.loads(body)
    except ValueError:
        problem = {}
    if not isinstance(problem, dict):
        problem = {}
    return MnemeError(
        str(problem.get("code", "internal")),
        str(problem.get("detail", f"The server answered {status}.")),
        status=status,
        request_id=problem.get("requestId"),
        details=problem.get("details") if isinstance(problem.get("details"), dict) else None,
    )
