"""Writes and reads messages with pyiso8583, one JSON line each; see exchange.ts.

The specifications are written here from the documentation of pyiso8583, not from our tables.
"""

import copy
import json
import sys

import iso8583
from iso8583.specs import default_ascii

ASCII = copy.deepcopy(default_ascii)

BINARY_BITMAP = copy.deepcopy(ASCII)
for number in ("p", "1"):
    BINARY_BITMAP[number].update(data_enc="b", max_len=8)

EBCDIC = copy.deepcopy(ASCII)
for field in EBCDIC.values():
    field.update(data_enc="cp500", len_enc="cp500")


def packed_spec():
    """Packed digits, lengths in BCD, bytes as they are."""
    spec = copy.deepcopy(ASCII)
    fixed = [3, *range(4, 28), 53, *range(66, 91)]
    for number in ["t", *map(str, fixed)]:
        length = spec[number]["max_len"]
        spec[number].update(data_enc="b", len_count="nibbles", max_len=length, left_pad="0")
    for number in ("2", "32", "33", "35", "99", "100"):
        spec[number].update(data_enc="b", len_count="nibbles", len_enc="bcd", len_type=1, right_pad="0")
    for number, field in spec.items():
        if field["len_type"] > 0 and field["len_enc"] != "bcd":
            field.update(len_enc="bcd", len_type=(field["len_type"] + 1) // 2)
    for number in ("p", "1", "52", "64", "96", "128"):
        spec[number].update(data_enc="b", max_len=8)
    spec["55"].update(data_enc="b", max_len=255)
    return spec


def spec_of_1993():
    spec = copy.deepcopy(ASCII)
    sizes = {"12": 12, "15": 6, "22": 12, "24": 3, "25": 4, "26": 4, "30": 24, "39": 3}
    for number, size in sizes.items():
        spec[number].update(max_len=size)
    for number, digits, size in (("43", 2, 99), ("56", 2, 35), ("93", 2, 11), ("94", 2, 11)):
        spec[number].update(len_type=digits, max_len=size)
    for number, digits, size in (("53", 2, 48), ("55", 3, 255), ("96", 3, 999)):
        spec[number].update(data_enc="b", len_type=digits, max_len=size)
    return spec


SPECS = {
    "iso87-ascii": ASCII,
    "iso87-ascii-binary-bitmap": BINARY_BITMAP,
    "iso87-binary": packed_spec(),
    "iso93-ascii": spec_of_1993(),
    "ebcdic": EBCDIC,
}


def with_separator(name, fields, separator):
    """pyiso8583 leaves to its user that the separator of a packed track is the digit D."""
    if name != "iso87-binary" or "35" not in fields:
        return fields
    return {**fields, "35": fields["35"].replace("=", separator).replace("D", separator)}


for line in sys.stdin:
    given = json.loads(line)
    name = given["dialect"]
    spec = SPECS[name]
    message = {"t": given["mti"], **with_separator(name, given["fields"], "D")}
    written, _ = iso8583.encode(message, spec)
    read, _ = iso8583.decode(bytes.fromhex(given["bytes"]), spec)
    fields = {number: value for number, value in read.items() if number not in ("t", "p", "1", "h")}
    print(json.dumps({"bytes": written.hex(), "mti": read["t"], "fields": with_separator(name, fields, "=")}))
