package cardwright

import (
	"context"
	"iter"
	"reflect"
)

// Page is one page of a list.
type Page[T any] struct {
	Data       []T        `json:"data"`
	Pagination Pagination `json:"pagination"`
}

// Pagination says where a page lies.
type Pagination struct {
	Page    int `json:"page"`
	PerPage int `json:"per_page"`
	// Total counts the items of all pages.
	Total int `json:"total"`
	// TotalCapped is true when there are more than the 10,000 that were counted.
	TotalCapped bool `json:"total_capped,omitempty"`
	// TotalPages is given for cards only.
	TotalPages int `json:"total_pages,omitempty"`
}

// isLast: a page that is not full is the last; a total that is not capped saves asking for an empty one.
func (p *Page[T]) isLast() bool {
	at := p.Pagination
	return len(p.Data) == 0 || len(p.Data) < at.PerPage || (!at.TotalCapped && at.Page*at.PerPage >= at.Total)
}

// Pager reads a list. Nothing is sent before it is asked for something.
//
// Pages are counted from the newest: what comes into being during a walk moves the rest on, and an item at the edge of a
// page may be met twice. To miss and repeat nothing, walk events with Order: OrderAsc and AfterSequence.
type Pager[T any] struct {
	fetch func(page int) (*Page[T], error)
	first int
}

// page makes the pager of a call. The query is copied for each page: a pager can be walked several times.
func page[T any](ctx context.Context, t *transport, c call, options []RequestOption) *Pager[T] {
	first := int(reflect.ValueOf(c.query).FieldByName("Page").Int())
	return &Pager[T]{first: max(first, 1), fetch: func(number int) (*Page[T], error) {
		query := reflect.New(reflect.TypeOf(c.query)).Elem()
		query.Set(reflect.ValueOf(c.query))
		query.FieldByName("Page").SetInt(int64(number))
		numbered := c
		numbered.query = query.Interface()
		return send[Page[T]](ctx, t, numbered, options)
	}}
}

// Page reads the page that was asked for, the first by default.
func (p *Pager[T]) Page() (*Page[T], error) { return p.fetch(p.first) }

// Pages walks from the page that was asked for to the last. It ends after an error.
func (p *Pager[T]) Pages() iter.Seq2[*Page[T], error] {
	return func(yield func(*Page[T], error) bool) {
		for number := p.first; ; number++ {
			page, err := p.fetch(number)
			if !yield(page, err) || err != nil || page.isLast() {
				return
			}
		}
	}
}

// All walks the items of all pages, from the page that was asked for. It ends after an error.
func (p *Pager[T]) All() iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		for page, err := range p.Pages() {
			if err != nil {
				var none T
				yield(none, err)
				return
			}
			for _, item := range page.Data {
				if !yield(item, nil) {
					return
				}
			}
		}
	}
}

// Collect gathers up to limit items, all when limit is 0.
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
