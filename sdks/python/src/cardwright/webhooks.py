"""Verifies webhooks of the service. It needs no client and no API key.

Pass the body as the received bytes: a body that was parsed and serialized again has another signature.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import re
import time
from typing import Iterable, Literal, Mapping, Sequence

from ._errors import WebhookVerificationError
from ._events import (
    CardEvent,
    CardEventData,
    ChallengeEvent,
    DepositEvent,
    SpendRequestEvent,
    Event,
    TestEvent,
    TestEventData,
    TransactionEvent,
    TransactionEventData,
    decode_event,
)
from ._generated.models import DecisionAnswer, DecisionQuestion

__all__ = [
    "CardEvent",
    "CardEventData",
    "ChallengeEvent",
    "DecisionAnswer",
    "DecisionQuestion",
    "DepositEvent",
    "SpendRequestEvent",
    "Event",
    "Scheme",
    "TestEvent",
    "TestEventData",
    "TransactionEvent",
    "TransactionEventData",
    "WebhookVerificationError",
    "sign_test_payload",
    "verify",
    "verify_question",
]

TOLERANCE = 300.0
MAX_TIMESTAMP_DIGITS = 12
PLAIN = ("x-webhook-signature", "x-webhook-signature-previous")
ENCODED = re.compile(r"whsec_([A-Za-z0-9+/]+={0,2})")

Scheme = Literal["standard", "plain"]
Headers = Mapping[str, str] | Iterable[tuple[str, str]]


def verify(
    raw_body: bytes | str,
    headers: Headers,
    secret: str | Sequence[str],
    tolerance: float = TOLERANCE,
    now: float | None = None,
    scheme: Scheme = "standard",
) -> Event:
    """Returns the event if one of the secrets signed it. Otherwise raises a `WebhookVerificationError` with a `code`.

    headers: the request headers; the case of their names does not matter.
    secret: one secret, or several during a rotation.
    tolerance: by how many seconds the time of the message may differ from `now`, by default this machine's clock.
    scheme: which of the two signatures is checked. "standard" is `webhook-signature`, which also covers the id and the
        time. "plain" is `X-Webhook-Signature`, which covers only the body, so a recorded request stays valid for ever.
        Only the chosen signature counts: a sender cannot choose the weaker one by leaving out a header.
    """
    return event_of(verified_body(raw_body, headers, secret, tolerance, now, scheme))


def verify_question(
    raw_body: bytes | str,
    headers: Headers,
    secret: str | Sequence[str],
    tolerance: float = TOLERANCE,
    now: float | None = None,
    scheme: Scheme = "standard",
) -> DecisionQuestion:
    """Like `verify`, for the question that the decision hook is asked.

    Answer it with status 200 and JSON: `json.dumps(DecisionAnswer(approved=True).to_dict())`.
    """
    return question_of(verified_body(raw_body, headers, secret, tolerance, now, scheme))


def verified_body(
    raw_body: bytes | str,
    headers: Headers,
    secret: str | Sequence[str],
    tolerance: float,
    now: float | None,
    scheme: Scheme,
) -> bytes:
    body = raw_body.encode() if isinstance(raw_body, str) else bytes(raw_body)
    given = lower_case(headers)
    secrets = checked_secrets(secret)
    if scheme == "standard":
        verify_standard(body, given, secrets, tolerance, time.time() if now is None else now)
    elif scheme == "plain":
        verify_plain(body, given, secrets)
    else:
        raise ValueError('scheme is "standard" or "plain"')
    return body


def sign_test_payload(payload: bytes | str, secret: str, timestamp: float | None = None) -> dict[str, str]:
    """Makes the headers that the service would send with this body, for tests of your receiver."""
    body = payload.encode() if isinstance(payload, str) else bytes(payload)
    event = json.loads(body)
    seconds = str(int(time.time() if timestamp is None else timestamp))
    return {
        "content-type": "application/json",
        "x-webhook-id": event["id"],
        "x-webhook-timestamp": seconds,
        "x-webhook-event": event["type"],
        "x-webhook-signature": plain_signature(secret, body),
        "webhook-id": event["id"],
        "webhook-timestamp": seconds,
        "webhook-signature": standard_signature(secret, event["id"], seconds, body),
    }


def lower_case(headers: Headers) -> dict[str, str]:
    pairs = headers.items() if isinstance(headers, Mapping) else headers
    return {name.lower(): value for name, value in pairs}


def checked_secrets(secret: str | Sequence[str]) -> list[str]:
    secrets = [secret] if isinstance(secret, str) else list(secret)
    if not secrets or "" in secrets:
        # An empty key would let anyone sign.
        raise ValueError("secret must not be empty")
    return secrets


def verify_standard(
    body: bytes, headers: Mapping[str, str], secrets: Iterable[str], tolerance: float, now: float
) -> None:
    """Standard Webhooks also signs the id and the time, so an old recorded request is refused."""
    event_id, seconds = headers.get("webhook-id", ""), headers.get("webhook-timestamp", "")
    if event_id == "" or seconds == "" or "webhook-signature" not in headers:
        raise refusal("missing_header", "webhook-id, webhook-timestamp and webhook-signature must all be there")
    check_time(seconds, tolerance, now)
    given = headers["webhook-signature"].split()
    expected = [standard_signature(secret, event_id, seconds, body) for secret in secrets]
    check_signatures(given, expected)


def verify_plain(body: bytes, headers: Mapping[str, str], secrets: Iterable[str]) -> None:
    """The plain scheme covers only the body. For a day after a rotation, the old secret signs a second header."""
    given = [headers[name] for name in PLAIN if name in headers]
    if not given:
        raise refusal("missing_header", "there is no X-Webhook-Signature")
    check_signatures(given, [plain_signature(secret, body) for secret in secrets])


def check_time(seconds: str, tolerance: float, now: float) -> None:
    # Twelve digits last for 30,000 years. A longer number is too large for the arithmetic below.
    if not (seconds.isascii() and seconds.isdigit() and len(seconds) <= MAX_TIMESTAMP_DIGITS):
        raise refusal("invalid_timestamp", "webhook-timestamp is not a number of seconds")
    age = now - int(seconds)
    if age > tolerance:
        raise refusal("timestamp_too_old", f"signed {age:.0f} s ago, more than the {tolerance:.0f} s tolerated")
    if age < -tolerance:
        raise refusal("timestamp_too_new", f"signed {-age:.0f} s ahead of this machine's clock")


def check_signatures(given: Sequence[str], expected: Sequence[str]) -> None:
    """Compares all pairs in constant time, so that the duration does not reveal where they differ or which one fits."""
    fits = [hmac.compare_digest(one.encode(errors="replace"), other.encode()) for one in given for other in expected]
    if not any(fits):
        raise refusal("bad_signature", "no signature fits: is it the secret of this endpoint, and the body as it came?")


def event_of(body: bytes) -> Event:
    try:
        wire = json.loads(body)
        if not (isinstance(wire["id"], str) and isinstance(wire["data"], dict)):
            raise TypeError
        return decode_event(wire)
    except (ArithmeticError, AttributeError, KeyError, TypeError, ValueError):
        raise refusal("invalid_body", "signed, but not an event") from None


def question_of(body: bytes) -> DecisionQuestion:
    try:
        wire = json.loads(body)
        if wire["type"] != "authorization.request":
            raise TypeError
        return DecisionQuestion.from_dict(wire)
    except (ArithmeticError, AttributeError, KeyError, TypeError, ValueError):
        raise refusal("invalid_body", "signed, but not a question to a decision hook") from None


def standard_signature(secret: str, event_id: str, seconds: str, body: bytes) -> str:
    signed = f"{event_id}.{seconds}.".encode() + body
    return "v1," + base64.b64encode(hmac.digest(standard_key(secret), signed, hashlib.sha256)).decode()


def plain_signature(secret: str, body: bytes) -> str:
    return hmac.digest(secret.encode(), body, hashlib.sha256).hex()


def standard_key(secret: str) -> bytes:
    """The decoded text after `whsec_` if it is base64 of 24 to 64 bytes, otherwise the bytes of the whole secret."""
    match = ENCODED.fullmatch(secret)
    if match and len(match[1]) % 4 == 0:
        key = base64.b64decode(match[1])
        if 24 <= len(key) <= 64:
            return key
    return secret.encode()


refusal = WebhookVerificationError
