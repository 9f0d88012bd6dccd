package cardwright

import (
	"context"
	"encoding/json"
	"iter"
	"reflect"
)

// Page is one page of a list. The fields of Pagination are its own: page.Total, page.NextCursor.
type Page[T any] struct {
	Data       []T `json:"data"`
	Pagination `json:"pagination"`

	// hasCursor distinguishes a list at its end from a list without cursors: neither has a next cursor.
	hasCursor bool
}

// Pagination says where a page is in its list.
type Pagination struct {
	// Page is counted from 1.
	Page    int `json:"page"`
	PerPage int `json:"per_page"`
	// Total counts the items of all pages.
	Total int `json:"total"`
	// TotalCapped is true when there are more items than the 10,000 that were counted.
	TotalCapped bool `json:"total_capped,omitempty"`
	// TotalPages is given for cards only.
	TotalPages int `json:"total_pages,omitempty"`
	// NextCursor leads to the next page. It is "" at the end, and in a list without cursors; HasMore distinguishes the
	// two.
	NextCursor string `json:"next_cursor,omitempty"`
}

// UnmarshalJSON reads a page, and whether its list can be walked by cursor.
func (p *Page[T]) UnmarshalJSON(text []byte) error {
	type plain Page[T]
	var given struct {
		Pagination map[string]json.RawMessage `json:"pagination"`
	}
	if err := json.Unmarshal(text, (*plain)(p)); err != nil {
		return err
	}
	if err := json.Unmarshal(text, &given); err != nil {
		return err
	}
	_, p.hasCursor = given.Pagination["next_cursor"]
	return nil
}

// HasMore reports whether there is a page after this one.
func (p *Page[T]) HasMore() bool { return p.next() != nil }

// place is where a page begins: after a cursor, or at a number.
type place struct {
	cursor string
	page   int
}

// next is nil after the last page. Without a cursor, a page that is not full is the last. A total that is not capped
// avoids a request for an empty page.
func (p *Page[T]) next() *place {
	if p.NextCursor != "" {
		return &place{cursor: p.NextCursor}
	}
	isLast := len(p.Data) == 0 || len(p.Data) < p.PerPage || (!p.TotalCapped && p.Page*p.PerPage >= p.Total)
	if p.hasCursor || isLast {
		return nil
	}
	return &place{page: p.Page + 1}
}

// Pager reads a list. It sends no request before one of its methods is used.
//
// A list is walked by cursor, so that no item is skipped or repeated, even when items appear, change or disappear
// during the walk. Cards sorted by balance or by last use have no cursors: an item may move to the next page, where All
// skips it.
type Pager[T any] struct {
	fetch func(from *place) (*Page[T], error)
}

// page makes the pager of a call. The query is copied for each page, so that a pager can be walked several times.
func page[T any](ctx context.Context, t *transport, c call, options []RequestOption) *Pager[T] {
	return &Pager[T]{fetch: func(from *place) (*Page[T], error) {
		placed := c
		if from != nil {
			placed.query = queryFrom(c.query, *from)
		}
		return send[Page[T]](ctx, t, placed, options)
	}}
}

func queryFrom(filters any, from place) any {
	query := reflect.New(reflect.TypeOf(filters)).Elem()
	query.Set(reflect.ValueOf(filters))
	query.FieldByName("Page").SetInt(int64(from.page))
	query.FieldByName("Cursor").SetString(from.cursor)
	return query.Interface()
}

// Page reads the requested page, the first by default.
func (p *Pager[T]) Page() (*Page[T], error) { return p.fetch(nil) }

// Pages walks from the requested page to the last. It ends after an error.
func (p *Pager[T]) Pages() iter.Seq2[*Page[T], error] {
	return func(yield func(*Page[T], error) bool) {
		var from *place
		for {
			page, err := p.fetch(from)
			if !yield(page, err) || err != nil {
				return
			}
			if from = page.next(); from == nil {
				return
			}
		}
	}
}

// All walks the items of all pages, from the requested page. It ends after an error.
func (p *Pager[T]) All() iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		before := map[string]bool{}
		for page, err := range p.Pages() {
			if err != nil {
				var none T
				yield(none, err)
				return
			}
			shown := map[string]bool{}
			for _, item := range page.Data {
				id := idOf(item)
				shown[id] = true
				if (id == "" || !before[id]) && !yield(item, nil) {
					return
				}
			}
			before = shown
		}
	}
}

// idOf returns "" for an item without an id.
func idOf(item any) string {
	if field := reflect.ValueOf(item).FieldByName("ID"); field.IsValid() {
		return field.String()
	}
	return ""
}

// Collect returns up to limit items, or all items when limit is 0.
func (p *Pager[T]) Collect(limit int) ([]T, error) {
	var items []T
	for item, err := range p.All() {
		if err != nil {
			return items, err
		}
		if items = append(items, item); len(items) == limit {
			break
		}
	}
	return items, nil
}
