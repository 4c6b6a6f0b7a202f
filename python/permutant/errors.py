"""The exceptions of the package: one tree under PermutantError."""

from __future__ import annotations

import re

from typing import Optional


class PermutantError(Exception):
    """Every exception of this package.

    ``index`` is the number of the position, from 0, where several are solved at once; otherwise None.
    """

    index: Optional[int] = None

    def __str__(self) -> str:
        text = super().__str__()
        return text if self.index is None else f"position {self.index}: {text}"


class ParseError(PermutantError, ValueError):
    """A text that cannot be read: an algorithm, a position, facelets, a definition, a permutation.

    ``start`` and ``end`` are indices into ``text``, ``line`` and ``column`` the same place counted from 1;
    ``expected`` and ``help`` may be empty.
    """

    def __init__(
        self,
        message: str,
        text: str,
        span: tuple[int, int],
        place: tuple[int, int],
        expected: str = "",
        help: str = "",
    ) -> None:
        super().__init__(message)
        self.message = message
        self.text = text
        self.start, self.end = span
        self.line, self.column = place
        self.expected = expected
        self.help = help

    def __reduce__(self) -> tuple[object, ...]:
        span, place = (self.start, self.end), (self.line, self.column)
        arguments = (self.message, self.text, span, place, self.expected, self.help)
        return (type(self), arguments, {"index": self.index})

    def __str__(self) -> str:
        lines = [f"{super().__str__()} (line {self.line}, column {self.column})"]
        shown = re.split(r"\r\n|\r|\n", self.text)[self.line - 1 : self.line]
        if shown and len(shown[0]) <= 200:
            marks = "^" * max(1, min(self.end - self.start, len(shown[0]) - self.column + 1))
            note = f" expected {self.expected}" if self.expected else ""
            lines += [f"    {shown[0]}", "    " + " " * (self.column - 1) + marks + note]
        elif self.expected:
            lines.append(f"expected {self.expected}")
        if self.help:
            lines.append(f"help: {self.help}")
        return "\n".join(lines)


class UnknownPuzzleError(PermutantError, LookupError):
    """No puzzle of the catalog has this name."""


class UnsupportedError(PermutantError, ValueError):
    """An argument, or a combination of arguments, that is not supported; the message says what is."""


class UnsolvableError(PermutantError):
    """The position cannot be solved, for the reason that the message gives."""


class LimitReached(PermutantError):
    """A limit was reached before there was an answer.

    ``limit`` is "time", "nodes", "length", "memory", or "cancelled".
    """

    def __init__(self, message: str, limit: str) -> None:
        super().__init__(message)
        self.message = message
        self.limit = limit

    def __reduce__(self) -> tuple[object, ...]:
        return (type(self), (self.message, self.limit), {"index": self.index})


class InternalError(PermutantError):
    """A fault of this package; please report it."""
