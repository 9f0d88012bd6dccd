package main

import (
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"

	cardwright "github.com/cardwright/cardwright-go"
	"github.com/cardwright/cardwright-go/internal/routes"
)

// method is a function in the client's tree: client.Sandbox.Refunds.Create is sandbox.refunds.create.
type method struct {
	path string
	call reflect.Value
}

var contextType = reflect.TypeFor[context.Context]()

func methodsOf(client *cardwright.Client) []method {
	var found []method
	collectMethods(reflect.ValueOf(client), nil, &found)
	return found
}

func collectMethods(service reflect.Value, path []string, found *[]method) {
	for i := range service.NumMethod() {
		if len(path) == 0 {
			break // Request is not an operation
		}
		call := service.Method(i)
		if call.Type().NumIn() > 0 && call.Type().In(0) == contextType {
			name := strings.Join(append(slices.Clone(path), snake(service.Type().Method(i).Name)), ".")
			*found = append(*found, method{path: name, call: call})
		}
	}
	structure := service.Elem()
	for i := range structure.NumField() {
		field := structure.Type().Field(i)
		if field.IsExported() && field.Type.Kind() == reflect.Pointer {
			collectMethods(structure.Field(i), append(slices.Clone(path), snake(field.Name)), found)
		}
	}
}

var wordEnd = regexp.MustCompile(`([a-z])([A-Z])`)

func snake(name string) string { return strings.ToLower(wordEnd.ReplaceAllString(name, "${1}_$2")) }

var pathParameter = regexp.MustCompile(`\{(\w+)\}`)

// invoke calls a method by its path with the arguments of a step: strings are the ids in the route, a struct holds the
// rest.
func invoke(ctx context.Context, client *cardwright.Client, path string, args map[string]any, options []cardwright.RequestOption) ([]reflect.Value, error) {
	all := methodsOf(client)
	at := slices.IndexFunc(all, func(m method) bool { return m.path == path })
	if at < 0 {
		return nil, fmt.Errorf("the library has no %s", path)
	}
	call, rest := all[at].call, copyOf(args)
	in := []reflect.Value{reflect.ValueOf(ctx)}
	for _, name := range pathParameter.FindAllStringSubmatch(routes.Routes[path], -1) {
		in = append(in, reflect.ValueOf(fmt.Sprint(rest[name[1]])))
		delete(rest, name[1])
	}
	if len(in) < call.Type().NumIn()-1 {
		params := reflect.New(call.Type().In(len(in)))
		if err := fill(params.Interface(), rest); err != nil {
			return nil, err
		}
		in, rest = append(in, params.Elem()), nil
	}
	if len(rest) > 0 {
		return nil, fmt.Errorf("%s takes no %v", path, rest)
	}
	return call.CallSlice(append(in, reflect.ValueOf(options))), nil
}

func copyOf(args map[string]any) map[string]any {
	copied := map[string]any{}
	for name, value := range args {
		copied[name] = value
	}
	return copied
}

// fill sets the fields of a params struct. An argument without a field is an error.
func fill(params any, args map[string]any) error {
	text, err := json.Marshal(args)
	if err != nil {
		return err
	}
	decoder := json.NewDecoder(strings.NewReader(string(text)))
	decoder.DisallowUnknownFields()
	return decoder.Decode(params)
}
