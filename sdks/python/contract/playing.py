"""Plays one scenario."""

from __future__ import annotations

import asyncio
import time
from typing import Any, Mapping

from cardwright import ApiError

from .drivers import Driver
from .matching import at, check, resolved

LONGEST_WAIT = 15.0
PAUSE = 0.1
Step = Mapping[str, Any]


async def play(scenario: Mapping[str, Any], driver: Driver, saved: dict[str, Any]) -> None:
    for number, step in enumerate(scenario["steps"], 1):
        try:
            await play_step(step, driver, saved)
        except Exception as fault:
            raise AssertionError(f"step {number}, {step['call']}: {type(fault).__name__}: {fault}") from fault


async def play_step(step: Step, driver: Driver, saved: dict[str, Any]) -> None:
    deadline = time.monotonic() + (LONGEST_WAIT if step.get("until") else 0)
    while True:
        try:
            return await try_step(step, driver, saved)
        except AssertionError:
            if time.monotonic() >= deadline:
                raise
        await asyncio.sleep(PAUSE)


async def try_step(step: Step, driver: Driver, saved: dict[str, Any]) -> None:
    client = step.get("client", "sandbox")
    if "environment" in step:
        check("environment", driver.clients[client].environment, step["environment"])
    if "expect_error" in step:
        return await expect_error(step, driver, client, saved)
    for _ in range(step.get("times", 1) - 1):
        await called(step, driver, client, saved)
    answer = await answer_of(step, driver, client, saved)
    for path, expected in resolved(step.get("expect", {}), saved).items():
        check(path, at(answer, path), expected)
    for name, path in step.get("save", {}).items():
        saved[name] = at(answer, path)
    if "collect" in step:
        await collect(step, driver, client, saved)


async def called(step: Step, driver: Driver, client: str, saved: Mapping[str, Any]) -> Any:
    """The service remembers an idempotency key for a day, so each client sends its own keys."""
    options = {name: f"{driver.name}-{value}" for name, value in step.get("options", {}).items()}
    method = driver.method(client, step["call"], is_raw="raw" in step)
    return await driver.call(method, resolved(step.get("args", {}), saved), options)


async def answer_of(step: Step, driver: Driver, client: str, saved: Mapping[str, Any]) -> Any:
    answer = await called(step, driver, client, saved)
    if "take" in step:
        return {"data": [event.to_dict() for event in await driver.take(answer, step["take"])]}
    if "raw" in step:
        check_raw(answer, step["raw"])
        return answer.parse().to_dict()
    if hasattr(answer, "first_page"):
        answer = await driver.first_page(answer)
    return answer.to_dict()


def check_raw(answer: Any, expected: Mapping[str, Any]) -> None:
    if "status" in expected:
        check("status", answer.status, expected["status"])
    for name, value in expected.get("headers", {}).items():
        check(f"the header {name}", answer.headers.get(name), value)


async def collect(step: Step, driver: Driver, client: str, saved: Mapping[str, Any]) -> None:
    wanted = step["collect"]
    items: list[Any] = []

    async def meet(item: Any) -> None:
        items.append(item)
        if "each" in wanted:
            inner = {"call": wanted["each"]["call"], "args": wanted["each"]["args"]}
            await called(inner, driver, client, {"item": item.id})

    await driver.walk(await called(step, driver, client, saved), meet)
    check("count", len(items), wanted["count"])
    ids = [item.id for item in items if hasattr(item, "id")]
    check("ids without repetition", len(set(ids)), len(ids))
    if "pages" in wanted:
        check("pages", await driver.count_pages(await called(step, driver, client, saved)), wanted["pages"])


async def expect_error(step: Step, driver: Driver, client: str, saved: Mapping[str, Any]) -> None:
    wanted = step["expect_error"]
    before = driver.requests_sent
    try:
        answer = await called(step, driver, client, saved)
        if hasattr(answer, "first_page"):
            await driver.first_page(answer)
    except ApiError as error:
        return check_error(error, wanted, driver.requests_sent - before)
    raise AssertionError(f"no error {wanted['id']}")


def check_error(error: ApiError, wanted: Mapping[str, Any], sent: int) -> None:
    check("the error's type", type(error).__name__, error_class(wanted["id"]))
    check("id", error.id, wanted["id"])
    for name in ("status", "param"):
        if name in wanted:
            check(name, getattr(error, name), wanted[name])
    if wanted.get("before_request"):
        check("requests sent", sent, 0)
    else:
        check("request_id", error.request_id, {"$matches": "^req_"})


def error_class(identifier: str) -> str:
    name = "".join(part.capitalize() for part in identifier.split("_"))
    return name if name.endswith("Error") else f"{name}Error"
