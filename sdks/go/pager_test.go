package cardwright

import (
	"cmp"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// pages answers with a list of `total` cards. capped hides the total.
func pages(total, perPage int, capped bool) func(int, http.ResponseWriter, *http.Request) {
	return func(_ int, w http.ResponseWriter, r *http.Request) {
		page, _ := strconv.Atoi(cmp.Or(r.URL.Query().Get("page"), "1"))
		items := ""
		for i := (page - 1) * perPage; i < min(page*perPage, total); i++ {
			items += fmt.Sprintf(`,{"id":"card_%d"}`, i)
		}
		shown := total
		if capped {
			shown = 1
		}
		reply(w, http.StatusOK, fmt.Sprintf(`{"data":[%s],"pagination":{"page":%d,"per_page":%d,"total":%d,"total_capped":%t}}`,
			items[min(1, len(items)):], page, perPage, shown, capped))
	}
}

func TestPagerReturnsEveryItemOnce(t *testing.T) {
	for _, each := range []struct {
		total, perPage, first int
		capped                bool
		items, requests       int
	}{
		{0, 2, 0, false, 0, 1}, {1, 2, 0, false, 1, 1}, {2, 2, 0, false, 2, 1}, {5, 2, 0, false, 5, 3},
		{5, 2, 2, false, 3, 2}, {5, 2, 9, false, 0, 1}, {4, 2, 0, true, 4, 3}, {5, 2, 0, true, 5, 3},
	} {
		fake := newFake(t, pages(each.total, each.perPage, each.capped))
		seen := map[string]bool{}
		for card, err := range fake.client.Cards.List(background, CardListParams{Page: each.first}).All() {
			if err != nil || seen[card.ID] {
				t.Fatal(card, err)
			}
			seen[card.ID] = true
		}
		if len(seen) != each.items || fake.count() != each.requests {
			t.Errorf("%+v: %d items, %d requests", each, len(seen), fake.count())
		}
	}
}

// byCursor answers with a list whose cursors are the number of items before.
func byCursor(total, perPage int) func(int, http.ResponseWriter, *http.Request) {
	return func(n int, w http.ResponseWriter, r *http.Request) {
		before, _ := strconv.Atoi(strings.TrimPrefix(r.URL.Query().Get("cursor"), "after-"))
		items, next := []string{}, "null"
		for i := before; i < min(before+perPage, total); i++ {
			items = append(items, fmt.Sprintf(`{"id":"card_%d"}`, i))
		}
		if before+perPage < total {
			next = fmt.Sprintf(`"after-%d"`, before+perPage)
		}
		// The total shrinks, as if each item had changed while the list was read. Reading by page number would end early.
		reply(w, http.StatusOK, fmt.Sprintf(`{"data":[%s],"pagination":{"page":%d,"per_page":%d,"total":%d,"next_cursor":%s}}`,
			strings.Join(items, ","), n, perPage, total-before, next))
	}
}

func TestPagerFollowsTheCursor(t *testing.T) {
	fake := newFake(t, byCursor(5, 2))
	list := fake.client.Cards.List(background, CardListParams{Status: CardStatusActive, Page: 1, PerPage: 2})
	items := must[[]CardListItem](t)(list.Collect(0))
	var queries []string
	for _, request := range fake.requests {
		queries = append(queries, request.query)
	}
	want := []string{"page=1&per_page=2&status=active", "cursor=after-2&per_page=2&status=active", "cursor=after-4&per_page=2&status=active"}
	if len(items) != 5 || !slices.Equal(queries, want) {
		t.Errorf("%d items by the queries %q", len(items), queries)
	}
}

func TestPageHasItsPosition(t *testing.T) {
	fake := newFake(t, byCursor(3, 2))
	var pages []*Page[CardListItem]
	for page, err := range fake.client.Cards.List(background, CardListParams{}).Pages() {
		if err != nil {
			t.Fatal(err)
		}
		pages = append(pages, page)
	}
	if len(pages) != 2 || pages[0].Total != 3 || pages[0].NextCursor != "after-2" || !pages[0].HasMore() || pages[1].HasMore() {
		t.Errorf("%+v", pages)
	}
}

func TestPagerWithoutCursorReturnsNoItemTwice(t *testing.T) {
	fake := newFake(t, func(n int, w http.ResponseWriter, _ *http.Request) {
		items := map[int]string{1: `{"id":"c"},{"id":"b"}`, 2: `{"id":"b"},{"id":"a"}`}[n]
		reply(w, http.StatusOK, fmt.Sprintf(`{"data":[%s],"pagination":{"page":%d,"per_page":2,"total":%d}}`, items, n, n+2))
	})
	items := must[[]CardListItem](t)(fake.client.Cards.List(background, CardListParams{Sort: CardSortBalance}).Collect(0))
	if len(items) != 3 {
		t.Errorf("%d items: %v", len(items), items)
	}
}

func TestPagerSendsNoRequestBeforeItIsRead(t *testing.T) {
	fake := newFake(t, pages(9, 2, false))
	list := fake.client.Cards.List(background, CardListParams{})
	if fake.count() != 0 {
		t.Error("a request was sent")
	}
	for range list.All() {
		break
	}
	if fake.count() != 1 {
		t.Errorf("%d requests", fake.count())
	}
}

func TestPagerCanBeReadAgain(t *testing.T) {
	fake := newFake(t, pages(5, 2, false))
	list := fake.client.Cards.List(background, CardListParams{})
	all := must[[]CardListItem](t)(list.Collect(0))
	three := must[[]CardListItem](t)(list.Collect(3))
	walked := 0
	for page, err := range list.Pages() {
		if err != nil || page.Pagination.Total != 5 {
			t.Fatal(page, err)
		}
		walked++
	}
	first := must[*Page[CardListItem]](t)(list.Page())
	if len(all) != 5 || len(three) != 3 || walked != 3 || len(first.Data) != 2 {
		t.Errorf("%d items, %d of 3 items, %d pages, %d items on the first page", len(all), len(three), walked, len(first.Data))
	}
}

func TestPagerEndsAfterTheFirstError(t *testing.T) {
	fake := newFake(t, func(n int, w http.ResponseWriter, r *http.Request) {
		if n == 2 {
			reply(w, 401, `{"error":"unauthorized","message":"No.","code":401,"request_id":"req_1"}`)
			return
		}
		pages(5, 2, false)(n, w, r)
	})
	items, failures := 0, 0
	for _, err := range fake.client.Cards.List(background, CardListParams{}).All() {
		if err == nil {
			items++
		} else if failures++; !errors.Is(err, ErrUnauthorized) {
			t.Error(err)
		}
	}
	if items != 2 || failures != 1 || fake.count() != 2 {
		t.Errorf("%d items, %d failures, %d requests", items, failures, fake.count())
	}
}

func TestListsWithoutPagesAreSlices(t *testing.T) {
	fake := newFake(t, always(http.StatusOK, `{"data":[{"id":"bin_1","3ds":true,"acceptance_rate":0.97,"max_monthly":20000}]}`))
	bins := must[[]Bin](t)(fake.client.Bins.List(background))
	if len(bins) != 1 || !bins[0].ThreeDS || bins[0].AcceptanceRate != 0.97 || bins[0].MaxMonthly != Dollars(20000) {
		t.Error(bins)
	}
}
