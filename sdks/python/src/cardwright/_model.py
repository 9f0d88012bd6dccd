"""The base of the typed, read-only objects that the library returns.

Dataclasses would cost half a millisecond each at import, because every class compiles its own methods. Here one
generic base does the work at run time, and `dataclass_transform` tells type checkers to treat it as a dataclass.
"""

from __future__ import annotations

import sys
from datetime import datetime, timezone
from decimal import Decimal
from typing import TYPE_CHECKING, Any, Callable, ClassVar, Mapping, TypeVar

if sys.version_info >= (3, 11):
    from typing import dataclass_transform
else:
    from typing_extensions import dataclass_transform

if TYPE_CHECKING:
    from typing import NoReturn

Decoder = Callable[[Any], Any]
M = TypeVar("M", bound="Model")


@dataclass_transform(kw_only_default=True, frozen_default=True, eq_default=False)
class Model:
    """A read-only object. Fields that this version does not know are attributes too."""

    _fields: ClassVar[tuple[str, ...]] = ()
    _names: ClassVar[Mapping[str, str]] = {}  # wire name → attribute, where the wire name is not a Python name
    _decoders: ClassVar[Mapping[str, Decoder]] = {}
    _masked: ClassVar[frozenset[str]] = frozenset()

    def __init_subclass__(cls) -> None:
        own = [name for name in cls.__annotations__ if name[0] != "_"]
        parent: type[Model] = cls.__mro__[1]
        cls._fields = parent._fields + tuple(name for name in own if name not in parent._fields)
        cls._names = {**parent._names, **cls._names}
        cls._decoders = {**parent._decoders, **cls._decoders}
        cls._masked = parent._masked | cls._masked

    def __init__(self, **fields: Any) -> None:
        missing = [name for name in self._fields if name not in fields and not hasattr(type(self), name)]
        if missing:
            raise TypeError(f"{type(self).__name__} lacks {', '.join(missing)}")
        self.__dict__.update(fields)

    @classmethod
    def from_dict(cls: type[M], wire: Mapping[str, Any]) -> M:
        """Decodes a JSON object of the service."""
        self = cls.__new__(cls)
        fields, names, decoders = self.__dict__, cls._names, cls._decoders
        for key, value in wire.items():
            name = names.get(key, key)
            if name not in cls._fields and hasattr(cls, name):
                continue  # a new field must not hide a method
            decode = decoders.get(name)
            fields[name] = value if value is None or decode is None else decode(value)
        return self

    def to_dict(self) -> dict[str, Any]:
        """The object as plain JSON values, under the names of the API. Secrets are not masked, unlike in `repr`."""
        wire_names = {name: key for key, name in self._names.items()}
        return {wire_names.get(name, name): to_wire(value) for name, value in self.__dict__.items()}

    def __setattr__(self, name: str, value: Any) -> NoReturn:
        raise AttributeError(f"{type(self).__name__} is read-only")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"{type(self).__name__} is read-only")

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return self.__dict__ == other.__dict__

    def __repr__(self) -> str:
        shown = (f"{name}={self._show(name, value)}" for name, value in self.__dict__.items())
        return f"{type(self).__name__}({', '.join(shown)})"

    def _show(self, name: str, value: Any) -> str:
        return repr(mask(value)) if name in self._masked and value is not None else repr(value)


def mask(value: object) -> str:
    """Keeps the last four digits of a card number, and hides any shorter text completely."""
    text = str(value)
    return f"{'*' * (len(text) - 4)}{text[-4:]}" if text.isdigit() and len(text) >= 12 else "***"


def money(value: Any) -> Decimal:
    """Dollars. The shortest text of a float has the exact cents; its binary value does not."""
    return Decimal(repr(value)) if isinstance(value, float) else Decimal(value)


def moment(value: str) -> datetime:
    # Python 3.10 cannot parse the Z.
    return datetime.fromisoformat(value.replace("Z", "+00:00"))


def list_of(decode: Decoder) -> Decoder:
    return lambda values: [decode(value) for value in values]


def to_wire(value: Any) -> Any:
    """Converts a value to plain JSON values."""
    if isinstance(value, Model):
        return value.to_dict()
    if isinstance(value, Decimal):
        return int(value) if value == value.to_integral_value() else float(value)
    if isinstance(value, datetime):
        return wire_moment(value)
    if isinstance(value, (list, tuple)):
        return [to_wire(item) for item in value]
    if isinstance(value, Mapping):
        return {key: to_wire(item) for key, item in value.items()}
    return value


def wire_moment(value: datetime) -> str:
    if value.tzinfo is None:
        raise ValueError("a time without a zone could mean any of twenty-four: give it one, such as timezone.utc")
    return value.astimezone(timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")
