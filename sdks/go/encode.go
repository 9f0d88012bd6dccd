package cardwright

import (
	"encoding/json"
	"fmt"
	"net/url"
	"reflect"
	"strings"
)

// encodeBody writes the fields that are set. It does not use omitempty of json.Marshal, because an empty list differs
// from a missing one: the first allows all categories, the second changes nothing.
func encodeBody(params any) ([]byte, error) {
	if given, ok := params.(anyBody); ok {
		return marshal(given.value)
	}
	return marshal(wireOf(reflect.ValueOf(params)))
}

// wireOf turns the structs of this package, at any depth, into maps of the fields that are set.
func wireOf(value reflect.Value) any {
	switch given := value.Interface().(type) {
	case Secret:
		return given.Reveal()
	case json.Marshaler:
		return given
	}
	switch value.Kind() {
	case reflect.Pointer:
		return wireOf(value.Elem())
	case reflect.Struct:
		return wireFields(value.Interface())
	case reflect.Slice:
		items := make([]any, value.Len())
		for i := range items {
			items[i] = wireOf(value.Index(i))
		}
		return items
	}
	return value.Interface()
}

func wireFields(params any) map[string]any {
	fields := map[string]any{}
	eachField(params, func(name string, value reflect.Value, _ bool) {
		nullable, ok := value.Interface().(interface{ wireValue() (any, bool) })
		if !ok {
			fields[name] = wireOf(value)
		} else if inner, isGiven := nullable.wireValue(); isGiven {
			fields[name] = nil
			if inner != nil {
				fields[name] = wireOf(reflect.ValueOf(inner))
			}
		}
	})
	return fields
}

func marshal(value any) ([]byte, error) {
	body, err := json.Marshal(value)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrInvalidArgument, err)
	}
	return body, nil
}

// encodeQuery writes the filters that are set. An empty string or a zero is not a filter.
func encodeQuery(params any) url.Values {
	if given, ok := params.(url.Values); ok {
		return given
	}
	query := url.Values{}
	eachField(params, func(name string, value reflect.Value, wasPointer bool) {
		if wasPointer || !value.IsZero() {
			query.Set(name, fmt.Sprint(value.Interface()))
		}
	})
	return query
}

// eachField visits the fields of a struct that are not nil, dereferenced, by the name in their tag. An empty string
// with omitzero in its tag is left out.
func eachField(params any, visit func(name string, value reflect.Value, wasPointer bool)) {
	structure := reflect.ValueOf(params)
	for i := range structure.NumField() {
		name, option, _ := strings.Cut(structure.Type().Field(i).Tag.Get("json"), ",")
		value := structure.Field(i)
		if isAbsent(value) || (option == "omitzero" && value.IsZero()) {
			continue
		}
		wasPointer := value.Kind() == reflect.Pointer
		if wasPointer {
			value = value.Elem()
		}
		visit(name, value, wasPointer)
	}
}

func isAbsent(value reflect.Value) bool {
	switch value.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Map, reflect.Interface:
		return value.IsNil()
	}
	secret, ok := value.Interface().(Secret)
	return ok && secret.IsZero()
}

// pathOf fills the ids into a route. Ids are escaped, so that none changes the path. Ids that would still lead to
// another path are refused.
func pathOf(route string, ids []string) (string, error) {
	for _, id := range ids {
		if id == "" || id == "." || id == ".." {
			return "", fmt.Errorf("%w: %q is not an id", ErrInvalidArgument, id)
		}
		before, rest, _ := strings.Cut(route, "{")
		_, after, _ := strings.Cut(rest, "}")
		route = before + url.PathEscape(id) + after
	}
	return route, nil
}
