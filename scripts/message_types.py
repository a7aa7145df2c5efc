"""TypeScript types of what the server and its pages tell each other: `python -m scripts.message_types`.

They are written from the server's msgspec structs into `messages.d.ts`, above the scripts of the pages.
The scripts name them in their comments, and `make check-js` holds them to it. Browsers never get the file.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Iterator
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from typing import Final, TypeGuard

import msgspec
from msgspec import inspect as types

import farmstead.server

PAGES: Final = Path(__file__).parent.parent / "src" / "farmstead" / "server" / "pages"
FILE: Final = PAGES / "messages.d.ts"
HEAD: Final = "// Written by `python -m scripts.message_types` from the structs of the server.\n"
SHARED: Final = "farmstead.messages"  # what programs are told, too
OF_PLAY: Final = (
    ["play", "refusal_words"],
    ["play", "previews"],
)  # whose structs stand beside what makes them
PLAIN: Final[dict[type, str]] = {
    types.StrType: "string",
    types.BoolType: "boolean",
    types.IntType: "number",
    types.FloatType: "number",
    types.NoneType: "null",
    types.AnyType: "unknown",
    types.CustomType: "unknown",  # `object`
}
Message = type[msgspec.Struct]


def is_of_messages(module: str) -> bool:
    """Whether all structs of a module travel between server and pages."""
    path = module.split(".")
    return path[-1].endswith("messages") or path[2:3] in (["api"], ["pages"]) or path[2:] in OF_PLAY


def messages() -> list[Message]:
    """All structs that travel, and those that they are made of, by name."""
    server = [each.name for each in walk_packages(farmstead.server.__path__, "farmstead.server.")]
    there = [import_module(name) for name in [SHARED, *server] if is_of_messages(name)]
    told = [each for module in there for each in vars(module).values() if is_struct_of(each, module.__name__)]
    found = {each.cls for each in reached([types.type_info(each) for each in told]) if each.fields}
    return sorted(found, key=lambda each: (each.__name__, each.__module__))


def is_struct_of(value: object, module: str) -> TypeGuard[Message]:
    """Whether a module defines this struct."""
    return isinstance(value, type) and issubclass(value, msgspec.Struct) and value.__module__ == module


def reached(found: Iterable[types.Type]) -> Iterator[types.StructType]:
    """Every struct within some types."""
    for each in found:
        match each:
            case types.StructType(fields=fields):
                yield each
                yield from reached([field.type for field in fields])
            case types.VarTupleType(item_type=item):
                yield from reached([item])
            case types.TupleType(item_types=items) | types.UnionType(types=items):
                yield from reached(items)
            case types.DictType(value_type=value):
                yield from reached([value])
            case _:
                pass


class Declarations:
    """The structs as TypeScript."""

    def __init__(self, found: Iterable[Message]) -> None:
        self.structs = list(found)

    def written(self) -> str:
        """The whole file."""
        return "\n".join([HEAD, *[self.declared(each) for each in self.structs]])

    def declared(self, struct: Message) -> str:
        """One type: a tuple where the struct travels as an array, else an object."""
        info = types.type_info(struct)
        assert isinstance(info, types.StructType)
        about = f"/** {(inspect.getdoc(struct) or '').splitlines()[0]} */\n" if struct.__doc__ else ""
        if info.array_like:
            items = [f"{field.name}: {self.spelled(field.type)}" for field in info.fields]
            return f"{about}export type {struct.__name__} = [{', '.join(items)}];\n"
        lines = [f"  {self.member(info, field)};\n" for field in info.fields]
        return f"{about}export interface {struct.__name__} {{\n{''.join(lines)}}}\n"

    def member(self, info: types.StructType, field: types.Field) -> str:
        """A field; `?` where it may be missing: there is a default for it, or the default is not sent."""
        spelled, is_omitted = self.spelled(field.type), info.cls.__struct_config__.omit_defaults
        if field.required or not (is_omitted or info.forbid_unknown_fields):
            return f"{field.encode_name}: {spelled}"
        if is_omitted and field.default is None:
            spelled = spelled.removesuffix(" | null")
        return f"{field.encode_name}?: {spelled}"

    def spelled(self, found: types.Type) -> str:
        """One type as TypeScript writes it."""
        match found:
            case types.Metadata(type=inner):
                return self.spelled(inner)
            case types.StructType(cls=cls):
                return cls.__name__
            case types.LiteralType(values=values):
                return " | ".join(
                    [f'"{value}"' if isinstance(value, str) else str(value) for value in values]
                )
            case types.UnionType(types=several):
                return " | ".join([self.spelled(each) for each in several])
            case types.VarTupleType(item_type=item):
                within = self.spelled(item)
                return f"({within})[]" if " | " in within else f"{within}[]"
            case types.TupleType(item_types=items):
                return f"[{', '.join([self.spelled(item) for item in items])}]"
            case types.DictType(value_type=value):
                return f"{{ [key: string]: {self.spelled(value)} }}"
            case _:
                return PLAIN[type(found)]


def written() -> str:
    """What the file has to say now."""
    return Declarations(messages()).written()


if __name__ == "__main__":
    FILE.write_text(written(), encoding="utf-8")
