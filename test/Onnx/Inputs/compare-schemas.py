"""Compares lib/Onnx/Schemas.def with the schemas of the installed onnx package.

    compare-schemas.py Schemas.def utils/onnx-schemas

Prints the number of versions that are the same.
"""
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import re
import runpy
import sys

import onnx
from onnx import defs

GROUPS = {
    "any": "bool string i8 i16 i32 i64 u8 u16 u32 u64 f16 f32 f64 c64 c128",
    "int": "i8 i16 i32 i64",
    "uint": "u8 u16 u32 u64",
    "float": "f16 f32 f64",
}
ELEMENTS = {
    "f16": "float16", "f32": "float", "f64": "double", "bf16": "bfloat16",
    "c64": "complex64", "c128": "complex128",
}
# Corrected in ONNX after the version of the package: the types of Erf, whose integers
# no runtime took, and those of GridSample, which were exchanged.
CORRECTED = {("Erf", 13), ("GridSample", 16)}
TYPE = r"\b(?:bool|string|[a-z]+\d+)\b"
Option = defs.OpSchema.FormalParameterOption


def spell(element):
    if element in ELEMENTS:
        return ELEMENTS[element]
    return re.sub("^u(?=[0-9])", "uint", re.sub("^i(?=[0-9])", "int", element))


def split(constraint):
    """Splits at the bars outside of parentheses."""
    return re.findall(r"(?:[^|(]|\([^()]*(?:\([^()]*\))*\))+", constraint)


def expand(constraint):
    """All types of a constraint of the table, as ONNX writes them."""
    types = set()
    for part in split(constraint):
        kind, names = re.fullmatch(r"((?:seq\(|optional\()*)([^()]*)\)*", part).groups()
        for name in names.split("|"):
            for element in GROUPS.get(name, name).split():
                types.add(f"{kind}tensor({spell(element)}" + ")" * (kind.count("(") + 1))
    return types


def describe_row(inputs, outputs, types, attributes):
    constraints = dict(entry.split("=", 1) for entry in types.split())

    def parameter(text):
        name, optional, variadic = re.fullmatch(r"(.*?)(\??)([*~]?)", text).groups()
        if name not in constraints:
            name = re.sub(TYPE, lambda match: f"tensor({spell(match[0])})", name)
        return name, optional, variadic

    return (
        [parameter(text) for text in inputs.split()],
        [parameter(text) for text in outputs.split()],
        {name: expand(constraint) for name, constraint in constraints.items()},
        {re.split("[=!]", entry)[0]: "!" in entry for entry in attributes.split()},
    )


def describe_schema(schema):
    def parameter(formal):
        variadic = "*" if formal.isHomogeneous else "~"
        return (
            formal.typeStr,
            "?" if formal.option == Option.Optional else "",
            variadic if formal.option == Option.Variadic else "",
        )

    return (
        [parameter(formal) for formal in schema.inputs],
        [parameter(formal) for formal in schema.outputs],
        {c.type_param_str: set(c.allowed_type_strs) for c in schema.type_constraints},
        {name: attribute.required for name, attribute in schema.attributes.items()},
    )


def check_defaults(key, text, schema):
    """Numbers and strings that are defaults; the compiler does not read lists."""
    given = dict(entry.split("=", 1) for entry in text.split() if "=" in entry)
    for name, attribute in schema.attributes.items():
        if not attribute.default_value.type:
            continue
        value = onnx.helper.get_attribute_value(attribute.default_value)
        mine = given[name]
        if isinstance(value, bytes) and value.decode() != mine:
            # The first GRU has a spelling mistake.
            if key != ("GRU", 1):
                sys.exit(f"{key}: '{name}' is {mine}, not {value}")
        if isinstance(value, (int, float)) and "(" not in mine:
            if abs(float(mine) - value) > 1e-5 * abs(value):
                sys.exit(f"{key}: '{name}' is {mine}, not {value}")


def main():
    rows = {}
    fields = ", ".join(['"([^"]*)"'] * 4)
    pattern = rf'ONNX_SCHEMA\("([^":]+)", (\d+), {fields}\)'
    with open(sys.argv[1]) as table:
        for name, version, *texts in re.findall(pattern, table.read()):
            rows[name, int(version)] = texts
    newest = defs.onnx_opset_version()
    schemas = {
        (schema.name, schema.since_version): schema
        for schema in defs.get_all_schemas_with_history()
        if schema.domain == ""
    }
    # The package has no experimental operators any more, nor their removal.
    tool = runpy.run_path(sys.argv[2])
    listed = [(name, version, None) for name, version in schemas]
    for name, version, fields in tool["list_experimental"](listed):
        if rows.pop((name, version), None) != list(fields):
            sys.exit(f"{name} {version}: expected {fields}")
    known = {key for key in rows if key[1] <= newest}
    if known != set(schemas):
        sys.exit(f"only in one of both: {sorted(known ^ set(schemas))}")
    for key, schema in schemas.items():
        if schema.deprecated != (rows[key][2] == "deprecated"):
            sys.exit(f"{key}: removed in one of both")
        if schema.deprecated or key in CORRECTED:
            continue
        for mine, theirs in zip(describe_row(*rows[key]), describe_schema(schema)):
            if mine != theirs:
                sys.exit(f"{key}: {mine}, not {theirs}")
        check_defaults(key, rows[key][3], schema)
    print(f"{len(schemas)} versions up to opset {newest}")


main()
