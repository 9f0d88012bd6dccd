"""Checks the library against signed requests and their expected results."""

from __future__ import annotations

from typing import Any, Mapping

from cardwright import webhooks

from .matching import at, check

Vector = Mapping[str, Any]


def judge_verification(vector: Vector) -> None:
    try:
        event = webhooks.verify(
            vector["body"].encode(),
            vector["headers"],
            vector["secrets"],
            tolerance=vector.get("tolerance", 300),
            now=vector["now"],
            scheme=vector.get("scheme", "standard"),
        )
    except webhooks.WebhookVerificationError as error:
        return check("code", error.code, vector.get("expect_error"))
    if "expect_error" in vector:
        raise AssertionError(f"verified, not {vector['expect_error']}")
    for path, expected in vector["expect"].items():
        check(path, at(event.to_dict(), path), expected)


def judge_signing(vector: Vector) -> None:
    headers = webhooks.sign_test_payload(vector["body"], vector["secret"], vector["timestamp"])
    for name, expected in vector["headers"].items():
        check(name, headers.get(name), expected)
