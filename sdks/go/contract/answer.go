package main

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"

	cardwright "github.com/cardwright/cardwright-go"
)

// answerOf writes the library's result as JSON values. It uses the typed fields instead of the received body, so that a
// field that the library lost is noticed.
func answerOf(value reflect.Value) (any, error) {
	switch typed := value.Interface().(type) {
	case cardwright.Secret:
		return typed.Reveal(), nil
	case cardwright.Event:
		return plain(typed)
	}
	switch value.Kind() {
	case reflect.Pointer:
		if value.IsNil() {
			return nil, nil
		}
		return answerOf(value.Elem())
	case reflect.Slice:
		items := make([]any, value.Len())
		for i := range items {
			item, err := answerOf(value.Index(i))
			if err != nil {
				return nil, err
			}
			items[i] = item
		}
		return items, nil
	case reflect.Struct:
		if !value.Type().Implements(reflect.TypeFor[json.Marshaler]()) {
			return answerOfStruct(value)
		}
	}
	return plain(value.Interface())
}

func answerOfStruct(structure reflect.Value) (any, error) {
	fields := map[string]any{}
	for i := range structure.NumField() {
		if !structure.Type().Field(i).IsExported() {
			continue
		}
		name, rest, _ := strings.Cut(structure.Type().Field(i).Tag.Get("json"), ",")
		if name == "" {
			return nil, fmt.Errorf("%s has a field without a name", structure.Type())
		}
		if rest == "omitempty" && structure.Field(i).IsZero() {
			continue
		}
		value, err := answerOf(structure.Field(i))
		if err != nil {
			return nil, err
		}
		fields[name] = value
	}
	return fields, nil
}

func plain(value any) (any, error) {
	text, err := json.Marshal(value)
	if err != nil {
		return nil, err
	}
	decoder := json.NewDecoder(strings.NewReader(string(text)))
	decoder.UseNumber()
	var read any
	err = decoder.Decode(&read)
	return read, err
}

// at follows a path with dots. A missing value is nil.
func at(value any, path string) any {
	for _, part := range strings.Split(path, ".") {
		switch typed := value.(type) {
		case map[string]any:
			value = typed[part]
		case []any:
			var place int
			if _, err := fmt.Sscanf(part, "%d", &place); err != nil || place >= len(typed) {
				return nil
			}
			value = typed[place]
		default:
			return nil
		}
	}
	return value
}
