package main

import (
	"fmt"
	"slices"
	"strings"
)

// use says what a struct is for. Answers, bodies and queries represent missing fields in different ways.
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

// place is the position of a schema. Request input is also looked up by the name of its Go type: the owner names
// objects, which operations share, while the struct names fields.
type place struct {
	owner, structName, key string
	isItem                 bool
}

func (p place) String() string { return p.structName + "." + p.key }

// types collects the declarations of the generated files, in the order in which they were found.
type types struct {
	doc             *document
	names           sharedNames
	shapes          map[string]schema
	answers, params []structure
	enums           ordered[[]string]
	faults          []string
}

func newTypes(doc *document, names sharedNames) *types {
	enums := ordered[[]string]{values: map[string][]string{}}
	return &types{doc: doc, names: names, shapes: map[string]schema{}, enums: enums}
}

func (t *types) fault(format string, values ...any) {
	t.faults = append(t.faults, fmt.Sprintf(format, values...))
}

// addStruct declares a struct once. Nested structs come after the struct that needs them.
func (t *types) addStruct(name, owner string, object schema, as use, comment string) {
	if known, ok := t.shapes[name]; ok {
		if !sameShape(known, object) {
			t.fault("two different objects would be %s: name one in objects of sdks/contract/types.json", name)
		}
		return
	}
	t.shapes[name] = object
	if comment == "" && typeComments[name] == "" {
		t.fault("%s: say what it is in names.go", name)
	}
	list := &t.answers
	if as != inAnswer {
		list = &t.params
	}
	index := len(*list)
	*list = append(*list, structure{name: name, comment: comment})
	for _, key := range object.Properties.keys {
		at := place{owner: owner, structName: name, key: key}
		built := t.field(at, object.Properties.values[key], object.requires(key), as)
		(*list)[index].fields = append((*list)[index].fields, built)
	}
}

func (t *types) field(at place, property schema, required bool, as use) field {
	inner, nullable := withoutNull(property)
	goType := t.goType(at, inner, as)
	built := field{name: goName(at.key), goType: goType, tag: at.key, comment: property.Description}
	if built.comment == "" {
		built.comment = inner.Description
	}
	if required && !nullable {
		return built
	}
	built.tag += ",omitempty"
	switch {
	case nullable && as == inBody && !isNilable(goType):
		built.goType = "Nullable[" + goType + "]"
	case plainTexts[at.structName+"."+at.key]:
		built.tag = at.key + ",omitzero"
	case needsPointer(goType, t, as):
		built.goType = "*" + goType
	}
	return built
}

// isNilable is true for types whose missing value is nil. An empty value that is not nil is sent.
func isNilable(goType string) bool {
	return strings.HasPrefix(goType, "[]") || strings.HasPrefix(goType, "map[") || goType == "any" ||
		goType == "Metadata" || goType == "Secret"
}

// needsPointer is false for a nullable text in an answer, which becomes "" and cannot be dereferenced by mistake, and
// for an empty filter in a query, which means no filter. In a body "" and 0 are values.
func needsPointer(goType string, t *types, as use) bool {
	if isNilable(goType) {
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

func (t *types) goType(at place, s schema, as use) string {
	if named := namedType(at); named != "" {
		t.addEnum(strings.TrimPrefix(named, "[]"), s)
		return named
	}
	if s.Ref != "" {
		return schemaType(s.Ref)
	}
	switch s.Type {
	case "string":
		return t.textType(at, s)
	case "number":
		return "USD"
	case "integer":
		return "int"
	case "boolean":
		return "bool"
	case "array":
		at.isItem = true
		return "[]" + t.goType(at, *s.Items, as)
	case "object":
		return t.nested(at, s, as)
	}
	// One of several types, which can be distinguished by the JSON value itself.
	return "any"
}

func (t *types) textType(at place, s schema) string {
	if s.Format == "date-time" {
		return "time.Time"
	}
	if len(s.Enum) == 0 {
		return "string"
	}
	name := t.names.valuesName(t.doc, s.Enum)
	if name == "" {
		t.fault("%s: give its values a name in sdks/contract/types.json, or a type in names.go", at)
		return "string"
	}
	t.addEnum(name, s)
	return name
}

func (t *types) nested(at place, s schema, as use) string {
	if len(s.Properties.keys) == 0 {
		return t.mapType(at, s, as)
	}
	base := t.names.objectName(at.owner, at.key, at.isItem)
	name := base
	if as != inAnswer {
		name += "Params"
	}
	about := s.Description
	if about == "" {
		about = fmt.Sprintf("is what `%s` of %s holds.", at.key, at.structName)
	}
	t.addStruct(name, base, s, as, about)
	return name
}

func (t *types) mapType(at place, s schema, as use) string {
	if s.Additional.schema == nil {
		return "map[string]any"
	}
	return "map[string]" + t.goType(at, *s.Additional.schema, as)
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

func namedType(at place) string {
	if named, ok := fieldTypes[at.String()]; ok {
		return named
	}
	return fieldTypes[at.key]
}

func schemaType(ref string) string {
	name := ref[strings.LastIndex(ref, "/")+1:]
	if other, ok := schemaNames[name]; ok {
		return other
	}
	return name
}
