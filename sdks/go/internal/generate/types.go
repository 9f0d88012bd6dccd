package main

import (
	"fmt"
	"slices"
	"strings"
)

// use says what a struct is for: answers, bodies and queries show what is left out in different ways.
type use int

const (
	inAnswer use = iota
	inBody
	inQuery
)

type field struct{ name, goType, tag, comment string }

type structure struct {
	name    string
	comment string
	fields  []field
}

// types collects what the generated files declare, in the order in which it was met.
type types struct {
	answers, params []structure
	enums           ordered[[]string]
	faults          []string
}

func newTypes() *types {
	return &types{enums: ordered[[]string]{values: map[string][]string{}}}
}

func (t *types) fault(format string, values ...any) {
	t.faults = append(t.faults, fmt.Sprintf(format, values...))
}

func (t *types) declared(name string) bool {
	has := func(s structure) bool { return s.name == name }
	return slices.ContainsFunc(t.answers, has) || slices.ContainsFunc(t.params, has)
}

// addStruct declares a struct once; nested ones come after the one that needs them.
func (t *types) addStruct(name string, object schema, as use, comment string) {
	if t.declared(name) {
		return
	}
	if comment == "" && typeComments[name] == "" {
		t.fault("%s: say what it is in names.go", name)
	}
	list := &t.answers
	if as != inAnswer {
		list = &t.params
	}
	place := len(*list)
	*list = append(*list, structure{name: name, comment: comment})
	for _, key := range object.Properties.keys {
		property := object.Properties.values[key]
		built := t.field(name, key, property, object.requires(key), as)
		(*list)[place].fields = append((*list)[place].fields, built)
	}
}

func (t *types) field(owner, key string, property schema, required bool, as use) field {
	inner, nullable := withoutNull(property)
	goType := t.goType(owner, key, inner, as)
	built := field{name: goName(key), goType: goType, tag: key, comment: property.Description}
	if built.comment == "" {
		built.comment = inner.Description
	}
	if required && !nullable {
		return built
	}
	built.tag += ",omitempty"
	if needsPointer(goType, t, as) {
		built.goType = "*" + goType
	}
	return built
}

// needsPointer: a missing slice, map or secret is nil already. A null text of an answer is "", which cannot be
// dereferenced by mistake; an empty filter of a query is none. In a body "" and 0 are values.
func needsPointer(goType string, t *types, as use) bool {
	if strings.HasPrefix(goType, "[]") || strings.HasPrefix(goType, "map[") || goType == "Metadata" || goType == "Secret" {
		return false
	}
	_, isEnum := t.enums.get(goType)
	isText := goType == "string" || goType == "Moment" || isEnum
	switch as {
	case inBody:
		return true
	case inQuery:
		return !isText && goType != "int"
	}
	return !isText
}

func withoutNull(s schema) (inner schema, nullable bool) {
	if len(s.AnyOf) == 2 && s.AnyOf[1].Type == "null" {
		return s.AnyOf[0], true
	}
	return s, false
}

func (t *types) goType(owner, key string, s schema, as use) string {
	if named := namedType(owner, key); named != "" {
		t.addEnum(strings.TrimPrefix(named, "[]"), s)
		return named
	}
	if s.Ref != "" {
		return schemaType(s.Ref)
	}
	switch s.Type {
	case "string":
		return t.textType(owner, key, s)
	case "number":
		return "USD"
	case "integer":
		return "int"
	case "boolean":
		return "bool"
	case "array":
		return "[]" + t.goType(owner, key, *s.Items, as)
	case "object":
		return t.nested(owner, key, s, as)
	}
	t.fault("%s.%s: a schema the generator does not know", owner, key)
	return "any"
}

func (t *types) textType(owner, key string, s schema) string {
	switch {
	case len(s.Enum) > 0:
		t.fault("%s.%s: give its values a type in names.go", owner, key)
	case s.Format == "date-time":
		return "time.Time"
	}
	return "string"
}

func (t *types) nested(owner, key string, s schema, as use) string {
	name, ok := nestedNames[owner+"."+key]
	if !ok {
		t.fault("%s.%s: give the object a name in names.go", owner, key)
		return "any"
	}
	t.addStruct(name, s, as, s.Description)
	return name
}

// addEnum keeps the longest list of values: a parameter may allow more than an answer shows.
func (t *types) addEnum(name string, s schema) {
	values := s.Enum
	if s.Items != nil {
		values = s.Items.Enum
	}
	known, ok := t.enums.get(name)
	if !ok && len(values) > 0 {
		t.enums.keys = append(t.enums.keys, name)
	}
	for _, value := range values {
		if !slices.Contains(known, value) {
			known = append(known, value)
		}
	}
	if len(known) > 0 {
		t.enums.values[name] = known
	}
}

func namedType(owner, key string) string {
	if named, ok := fieldTypes[owner+"."+key]; ok {
		return named
	}
	return fieldTypes[key]
}

func schemaType(ref string) string {
	name := ref[strings.LastIndex(ref, "/")+1:]
	if other, ok := schemaNames[name]; ok {
		return other
	}
	return name
}
