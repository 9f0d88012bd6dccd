package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
)

// document is the part of openapi.json that the library is generated from.
type document struct {
	Paths      ordered[ordered[operation]] `json:"paths"`
	Webhooks   ordered[ordered[operation]] `json:"webhooks"`
	Components struct {
		Schemas   ordered[schema]   `json:"schemas"`
		Responses ordered[response] `json:"responses"`
	} `json:"components"`
}

type operation struct {
	ID          string      `json:"operationId"`
	Summary     string      `json:"summary"`
	Description string      `json:"description"`
	Parameters  []parameter `json:"parameters"`
	RequestBody *struct {
		Content ordered[media] `json:"content"`
	} `json:"requestBody"`
	Responses ordered[response] `json:"responses"`
}

// response is one answer of an operation. One that several operations share is a reference to a component.
type response struct {
	Ref     string         `json:"$ref"`
	Content ordered[media] `json:"content"`
}

type parameter struct {
	Name        string `json:"name"`
	In          string `json:"in"`
	Description string `json:"description"`
	Schema      schema `json:"schema"`
}

type media struct {
	Schema schema `json:"schema"`
}

type schema struct {
	Ref         string          `json:"$ref"`
	Type        string          `json:"type"`
	Format      string          `json:"format"`
	Description string          `json:"description"`
	Enum        []string        `json:"enum"`
	Const       any             `json:"const"`
	Properties  ordered[schema] `json:"properties"`
	Required    []string        `json:"required"`
	Items       *schema         `json:"items"`
	AnyOf       []schema        `json:"anyOf"`
	AllOf       []schema        `json:"allOf"`
	Additional  additional      `json:"additionalProperties"`
}

// additional describes the values of unknown keys in an object: a schema, or only that unknown keys are allowed.
type additional struct{ schema *schema }

func (a *additional) UnmarshalJSON(text []byte) error {
	if text[0] != '{' {
		return nil
	}
	return json.Unmarshal(text, &a.schema)
}

func (s schema) requires(name string) bool { return slices.Contains(s.Required, name) }

// body returns the JSON schema of a request, nil when it has none.
func (o operation) body() *schema {
	if o.RequestBody == nil {
		return nil
	}
	media, _ := o.RequestBody.Content.get("application/json")
	return &media.Schema
}

// answer returns the schema of the first 2xx response.
func (o operation) answer() schema {
	for _, status := range o.Responses.keys {
		if status[0] == '2' {
			media, _ := o.Responses.values[status].Content.get("application/json")
			return media.Schema
		}
	}
	return schema{}
}

// ordered keeps a JSON object in the order of the document, so that fields appear in the order of the reference.
type ordered[T any] struct {
	keys   []string
	values map[string]T
}

func (o ordered[T]) get(key string) (T, bool) {
	value, ok := o.values[key]
	return value, ok
}

func (o *ordered[T]) UnmarshalJSON(text []byte) error {
	if err := json.Unmarshal(text, &o.values); err != nil {
		return err
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	if _, err := decoder.Token(); err != nil { // the brace
		return err
	}
	for decoder.More() {
		key, err := decoder.Token()
		if err != nil {
			return err
		}
		var skipped json.RawMessage
		if err := decoder.Decode(&skipped); err != nil {
			return err
		}
		o.keys = append(o.keys, key.(string))
	}
	return nil
}

func readDocument(path string) (*document, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var read document
	if err := json.Unmarshal(text, &read); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if err := read.followResponses(); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return &read, nil
}

// followResponses replaces references to shared responses with the responses themselves.
func (d *document) followResponses() error {
	for _, methods := range d.Paths.values {
		for _, operation := range methods.values {
			for status, each := range operation.Responses.values {
				if each.Ref == "" {
					continue
				}
				found, ok := d.Components.Responses.get(strings.TrimPrefix(each.Ref, "#/components/responses/"))
				if !ok {
					return fmt.Errorf("there is no %s", each.Ref)
				}
				operation.Responses.values[status] = found
			}
		}
	}
	return nil
}
