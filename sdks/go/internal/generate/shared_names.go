package main

import (
	"encoding/json"
	"fmt"
	"os"
	"reflect"
	"slices"
	"strings"
)

// sharedNames are the names that every library gives to objects and values without a name in the document:
// sdks/contract/types.json.
type sharedNames struct {
	Values  ordered[string]   `json:"values"`
	Objects map[string]string `json:"objects"`
}

func readSharedNames(path string) (sharedNames, error) {
	var read sharedNames
	text, err := os.ReadFile(path)
	if err != nil {
		return read, err
	}
	if err := json.Unmarshal(text, &read); err != nil {
		return read, fmt.Errorf("%s: %w", path, err)
	}
	return read, nil
}

// objectName names a nested object after the property that holds it, in the singular when it is in a list. The owner is
// the enclosing object, or the operation for the body of a request.
func (n sharedNames) objectName(owner, key string, isList bool) string {
	if named, ok := n.Objects[owner+"."+key]; ok {
		return named
	}
	if named, ok := n.Objects[key]; ok {
		return named
	}
	if isList {
		return goName(singular(key))
	}
	return goName(key)
}

// valuesName finds the name of a set of values. It returns "" when the set has none.
func (n sharedNames) valuesName(doc *document, values []string) string {
	for _, name := range n.Values.keys {
		if slices.Equal(doc.valuesAt(n.Values.values[name]), values) {
			return name
		}
	}
	return ""
}

// valuesAt finds the values at a place such as Deposit.status, in an object, or listCards.sort, in the input of an
// operation.
func (d *document) valuesAt(place string) []string {
	path := strings.Split(place, ".")
	found, ok := d.Components.Schemas.get(path[0])
	if !ok {
		found = d.takenBy(path[0])
	}
	for _, name := range path[1:] {
		found = behind(found).Properties.values[name]
	}
	return behind(found).Enum
}

func (d *document) takenBy(operationID string) schema {
	for _, operations := range d.Paths.values {
		for _, each := range operations.values {
			if each.ID != operationID {
				continue
			}
			if body := each.body(); body != nil {
				return *body
			}
			taken := schema{Properties: ordered[schema]{values: map[string]schema{}}}
			for _, parameter := range each.Parameters {
				taken.Properties.values[parameter.Name] = parameter.Schema
			}
			return taken
		}
	}
	return schema{}
}

// behind returns the schema inside a nullable type and a list.
func behind(s schema) schema {
	inner, _ := withoutNull(s)
	if inner.Items != nil {
		return behind(*inner.Items)
	}
	return inner
}

// sameShape compares two objects without their descriptions.
func sameShape(one, other schema) bool { return reflect.DeepEqual(shapeOf(one), shapeOf(other)) }

func shapeOf(s schema) schema {
	s.Description = ""
	if s.Items != nil {
		items := shapeOf(*s.Items)
		s.Items = &items
	}
	properties := ordered[schema]{keys: s.Properties.keys, values: map[string]schema{}}
	for key, each := range s.Properties.values {
		properties.values[key] = shapeOf(each)
	}
	s.Properties = properties
	options := make([]schema, len(s.AnyOf))
	for i, each := range s.AnyOf {
		options[i] = shapeOf(each)
	}
	s.AnyOf = options
	return s
}
