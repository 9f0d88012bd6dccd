from __future__ import annotations

import json
import unittest

from cardwright import ApiConnectionError, UnauthorizedError
from cardwright._stream import MAX_RECONNECTS, Messages

from .scripted_server import CLOSED, Answer, both, refusal

HEADERS = {"Content-Type": "text/event-stream"}


def message(sequence: int) -> str:
    event = {"id": f"evt_{sequence}", "type": "card.created", "sequence": sequence, "data": {"label": "a\u2028b"}}
    return f"id: {sequence}\nevent: card.created\ndata: {json.dumps(event, ensure_ascii=False)}\n\n"


def stream(*sequences: int, is_cut: bool = False) -> Answer:
    text = "retry: 2000\n\n: still here\n\n" + "".join(map(message, sequences))
    padding = ":" * len(text.encode()) if is_cut else ""  # This half of the answer is cut off.
    return Answer(200, (text + padding).encode(), HEADERS, is_cut)


class Streams(unittest.IsolatedAsyncioTestCase):
    async def test_events_are_returned_one_by_one(self) -> None:
        for face, server in both(stream(4, 5)):
            events = await face.first(face.client.events.stream(after_sequence=3), 2)
            self.assertEqual([event.sequence for event in events], [4, 5])
            self.assertEqual(events[0].data.label, "a\u2028b")
            self.assertEqual(server.seen[0].path, "/v1/events/stream?after_sequence=3")

    async def test_a_broken_stream_continues_after_the_last_event(self) -> None:
        ways = [stream(4), stream(5, is_cut=True), CLOSED, refusal(503, "service_unavailable"), stream(6, 7)]
        for face, server in both(*ways):
            events = await face.first(face.client.events.stream(after_sequence=3), 4)
            self.assertEqual([event.sequence for event in events], [4, 5, 6, 7])
            places = [seen.path.rpartition("=")[2] for seen in server.seen]
            self.assertEqual(places, ["3", "4", "5", "5", "5"])

    async def test_a_stream_without_a_start_begins_after_the_newest_event(self) -> None:
        newest = Answer(200, {"data": [{"sequence": 41}], "pagination": {}})
        for face, server in both(newest, stream(), stream(42)):
            await face.first(face.client.events.stream(), 1)
            paths = ["/v1/events?per_page=1", *["/v1/events/stream?after_sequence=41"] * 2]
            self.assertEqual([seen.path for seen in server.seen], paths)

    async def test_a_refused_stream_raises_the_error(self) -> None:
        for face, server in both(refusal(401, "unauthorized")):
            with self.assertRaises(UnauthorizedError):
                await face.first(face.client.events.stream(after_sequence=1), 1)
            self.assertEqual(len(server.seen), 1)

    async def test_a_stream_ends_when_the_service_stays_unavailable(self) -> None:
        for face, server in both(CLOSED):
            with self.assertRaises(ApiConnectionError):
                await face.first(face.client.events.stream(after_sequence=1), 1)
            self.assertEqual(len(server.seen), 3)

    async def test_a_stream_continues_after_a_restart_of_the_service(self) -> None:
        away = [refusal(503, "service_unavailable", headers={"Retry-After": "1"}), CLOSED] * 19
        for face, server in both(stream(4), *away, stream(5)):
            events = await face.first(face.client.events.stream(after_sequence=3), 2)
            self.assertEqual([event.sequence for event in events], [4, 5])
            self.assertGreater(sum(face.pauses), 60)
            self.assertEqual(len(server.seen), 40)

    async def test_an_open_stream_ends_after_too_many_failures(self) -> None:
        cases: list[tuple[dict[str, int], int]] = [({}, MAX_RECONNECTS), ({"max_retries": 3}, 3)]
        for options, retries in cases:
            for face, server in both(stream(4), CLOSED):
                with self.assertRaises(ApiConnectionError):
                    await face.first(face.client.events.stream(after_sequence=3, **options), 2)
                self.assertEqual(len(server.seen), 1 + 1 + retries)

    async def test_closing_a_stream_ends_it(self) -> None:
        for face, _ in both(stream(4, 5)):
            events = face.client.events.stream(after_sequence=3)
            await face.take(events, 1)
            await face.of(events.close())
            self.assertEqual(await face.items(events), [])


class Parsing(unittest.TestCase):
    def test_invalid_event_data_raises_an_error_of_the_library(self) -> None:
        for data in (b"data: {\n\n", b"data: []\n\n", b'data: {"type": 1}\n\n'):
            with self.assertRaises(ApiConnectionError):
                list(Messages().feed(data))

    def test_events_are_read_wherever_the_bytes_are_split(self) -> None:
        whole = (message(1) + ": a comment\n\n" + message(2).replace("\n", "\r\n")).encode()
        for size in range(1, 40):
            messages = Messages()
            chunks = [whole[at : at + size] for at in range(0, len(whole), size)]
            found = [event.sequence for chunk in chunks for event in messages.feed(chunk)]
            self.assertEqual(found, [1, 2])
