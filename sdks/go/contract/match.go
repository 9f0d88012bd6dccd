package main

import (
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"regexp"
)

// match compares a value with the expected one, which is a value or an object with one matcher.
func match(expected, have any) error {
	if matcher, ok := expected.(map[string]any); ok && len(matcher) == 1 {
		for name, want := range matcher {
			if name[0] == '$' {
				return matchBy(name, want, have)
			}
		}
	}
	if !isEqual(expected, have) {
		return fmt.Errorf("expected %v, have %v", show(expected), show(have))
	}
	return nil
}

func matchBy(name string, want, have any) error {
	fits := false
	switch name {
	case "$type":
		fits = isType(want.(string), have)
	case "$matches":
		text, ok := have.(string)
		fits = ok && regexp.MustCompile(want.(string)).MatchString(text)
	case "$length":
		items, ok := have.([]any)
		fits = ok && isEqual(want, json.Number(fmt.Sprint(len(items))))
	case "$min":
		least, _ := number(want)
		value, ok := number(have)
		fits = ok && value >= least
	case "$not":
		fits = !isEqual(want, have)
	default:
		return fmt.Errorf("no matcher is called %s", name)
	}
	if !fits {
		return fmt.Errorf("expected %s %v, have %v", name, show(want), show(have))
	}
	return nil
}

func isType(name string, have any) bool {
	switch name {
	case "null":
		return have == nil
	case "integer":
		value, ok := number(have)
		return ok && value == math.Trunc(value)
	case "number":
		_, ok := number(have)
		return ok
	}
	kinds := map[string]reflect.Kind{
		"string": reflect.String, "boolean": reflect.Bool, "array": reflect.Slice, "object": reflect.Map,
	}
	_, isNumber := have.(json.Number) // a string in Go, but not in JSON
	return have != nil && !isNumber && reflect.TypeOf(have).Kind() == kinds[name]
}

func number(value any) (float64, bool) {
	text, ok := value.(json.Number)
	if !ok {
		return 0, false
	}
	parsed, err := text.Float64()
	return parsed, err == nil
}

func isEqual(a, b any) bool {
	one, isNumber := number(a)
	two, both := number(b)
	if isNumber || both {
		return isNumber && both && one == two
	}
	return reflect.DeepEqual(a, b)
}

func show(value any) string {
	text, _ := json.Marshal(value)
	return string(text)
}
