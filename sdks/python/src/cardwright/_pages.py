"""Lists, which request each page when it is needed.

A walk by cursor skips and repeats nothing, even when items change during the walk. A list without cursors, such as
cards sorted by balance, is walked by page number. An item that moves to the next page during the walk is not returned
twice.
"""

from __future__ import annotations

from typing import Any, AsyncIterator, Awaitable, Callable, Generic, Iterator, Mapping, TypeVar

T = TypeVar("T")

Place = Mapping[str, Any]
"""Where a page begins, as query parameters. It is empty for the page that the caller asked for."""
HERE: Place = {}


class Page(Generic[T]):
    """One page of a list."""

    def __init__(self, data: list[T], pagination: Mapping[str, Any]) -> None:
        self.data = data
        self.page: int = pagination.get("page", 1)
        self.per_page: int = pagination.get("per_page", len(data))
        self.total: int = pagination.get("total", len(data))
        self.total_pages: int | None = pagination.get("total_pages")
        self.total_capped: bool = pagination.get("total_capped", False)
        """True when there are more items than were counted."""
        self.next_cursor: str | None = pagination.get("next_cursor")
        """None at the end of a list, and in a list without cursors. `has_more` distinguishes the two."""
        self._pagination = pagination

    @property
    def has_more(self) -> bool:
        return self.next_place() is not None

    def next_place(self) -> Place | None:
        """A list that is returned whole has no pagination. A capped total does not tell where the list ends."""
        if self.next_cursor is not None:
            return {"cursor": self.next_cursor}
        if not self._pagination or "next_cursor" in self._pagination or len(self.data) < max(self.per_page, 1):
            return None
        is_last = not self.total_capped and self.page * self.per_page >= self.total
        return None if is_last else {"page": self.page + 1}

    def to_dict(self) -> dict[str, Any]:
        data = [item.to_dict() if hasattr(item, "to_dict") else item for item in self.data]
        return {"data": data, "pagination": dict(self._pagination)} if self._pagination else {"data": data}

    def __iter__(self) -> Iterator[T]:
        return iter(self.data)

    def __len__(self) -> int:
        return len(self.data)

    def __repr__(self) -> str:
        return f"Page(page={self.page}, per_page={self.per_page}, total={self.total}, data={self.data!r})"


def page_of(wire: Any, decode: Callable[[Any], T]) -> Page[T]:
    return Page([decode(item) for item in wire["data"]], wire.get("pagination") or {})


class Unseen:
    """Drops repeats: with the newest items first, a new item moves the last item of a page to the next page."""

    def __init__(self) -> None:
        self._before: set[object] = set()

    def of(self, page: Page[T]) -> list[T]:
        fresh = [item for item in page.data if getattr(item, "id", None) not in self._before]
        self._before = {getattr(item, "id", None) for item in page.data} - {None}
        return fresh


class Pages(Generic[T]):
    """`for item in pages` visits the items of all pages. No request is sent before that."""

    def __init__(self, fetch: Callable[[Place], Page[T]]) -> None:
        self._fetch = fetch

    def __iter__(self) -> Iterator[T]:
        unseen = Unseen()
        for page in self.pages():
            yield from unseen.of(page)

    def pages(self) -> Iterator[Page[T]]:
        place: Place | None = HERE
        while place is not None:
            page = self._fetch(place)
            yield page
            place = page.next_place()

    def first_page(self) -> Page[T]:
        return self._fetch(HERE)


class AsyncPages(Generic[T]):
    """`async for item in pages` visits the items of all pages. No request is sent before that."""

    def __init__(self, fetch: Callable[[Place], Awaitable[Page[T]]]) -> None:
        self._fetch = fetch

    async def __aiter__(self) -> AsyncIterator[T]:
        unseen = Unseen()
        async for page in self.pages():
            for item in unseen.of(page):
                yield item

    async def pages(self) -> AsyncIterator[Page[T]]:
        place: Place | None = HERE
        while place is not None:
            page = await self._fetch(place)
            yield page
            place = page.next_place()

    async def first_page(self) -> Page[T]:
        return await self._fetch(HERE)
