package main

import (
	"fmt"
	"strings"
)

// wrapped is an operation with its name in the library.
type wrapped struct {
	method
	operation
	verb, url  string
	pathParams []string
	paramsType string // "" when there is neither a query nor a body
	resultType string
	as         use
	list       listKind
}

type listKind int

const (
	noList listKind = iota
	whole           // sent in one piece
	paged
)

// collect joins the document with the names, declares all types, and reports mismatches.
func collect(doc *document, names sharedNames) (*types, []wrapped, []eventKind, error) {
	t := newTypes(doc, names)
	t.addEnum("Environment", doc.Components.Schemas.values["Event"].Properties.values["environment"])
	t.addEnum("EventType", doc.Components.Schemas.values["Event"].Properties.values["type"])
	for _, name := range doc.Components.Schemas.keys {
		if !schemasByHand[name] {
			s := doc.Components.Schemas.values[name]
			t.addStruct(schemaType(name), schemaType(name), s, inAnswer, s.Description)
		}
	}
	var all []wrapped
	for _, m := range methods {
		if w, ok := find(doc, m); ok {
			t.addOperation(&w)
			all = append(all, w)
		}
	}
	kinds := t.kinds()
	t.refuseUnnamed(doc)
	if len(t.faults) > 0 {
		return nil, nil, nil, fmt.Errorf("openapi.json and the generator differ:\n  %s", strings.Join(t.faults, "\n  "))
	}
	return t, all, kinds, nil
}

func find(doc *document, m method) (wrapped, bool) {
	verb, url, _ := strings.Cut(m.route, " ")
	operations, _ := doc.Paths.get(url)
	found, ok := operations.get(strings.ToLower(verb))
	w := wrapped{method: m, operation: found, verb: verb, url: url}
	for _, parameter := range found.Parameters {
		if parameter.In == "path" {
			w.pathParams = append(w.pathParams, parameter.Name)
		}
	}
	return w, ok
}

func (t *types) refuseUnnamed(doc *document) {
	known := map[string]bool{}
	for _, m := range methods {
		known[m.route] = true
	}
	for _, url := range doc.Paths.keys {
		for _, verb := range doc.Paths.values[url].keys {
			route := strings.ToUpper(verb) + " " + url
			if !known[route] {
				t.fault("%s: name it in methods.go", route)
			}
		}
	}
}

func (t *types) addOperation(w *wrapped) {
	if body := w.body(); body != nil {
		w.paramsType, w.as = w.params(), inBody
		t.addStruct(w.paramsType, w.ID, *body, inBody, paramsComment(*w, "the body"))
	} else if query := w.query(); len(query.Properties.keys) > 0 {
		w.paramsType, w.as = w.params(), inQuery
		t.addStruct(w.paramsType, w.ID, query, inQuery, paramsComment(*w, "the query"))
	}
	t.addAnswer(w)
}

func paramsComment(w wrapped, part string) string {
	return fmt.Sprintf("is %s of %s.", part, w.route)
}

// query collects the query parameters in one schema, so that they become fields like those of a body.
func (w wrapped) query() schema {
	query := schema{Properties: ordered[schema]{values: map[string]schema{}}}
	for _, parameter := range w.Parameters {
		if parameter.In == "query" && !unusedParameters[w.path+" "+parameter.Name] {
			property := parameter.Schema
			property.Description = parameter.Description
			query.Properties.keys = append(query.Properties.keys, parameter.Name)
			query.Properties.values[parameter.Name] = property
		}
	}
	return query
}

func (t *types) addAnswer(w *wrapped) {
	if byHand[w.path] {
		return
	}
	answer := w.answer()
	if data, ok := answer.Properties.get("data"); ok {
		w.list = whole
		if _, ok := answer.Properties.get("pagination"); ok {
			w.list = paged
		}
		w.resultType = t.goType(place{owner: w.path, key: "data"}, *data.Items, inAnswer)
		return
	}
	if answer.Ref != "" {
		w.resultType = schemaType(answer.Ref)
		return
	}
	if w.result == "" {
		t.fault("%s: name its answer in methods.go", w.route)
		return
	}
	w.resultType = w.result
	t.addStruct(w.result, w.result, answer, inAnswer, fmt.Sprintf("is the answer of %s.", w.route))
}
