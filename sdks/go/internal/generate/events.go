package main

import (
	"fmt"
	"slices"
	"strings"
)

// eventKind is the data of all events of one noun: card.created and card.frozen are both CardEvent.
type eventKind struct {
	noun     string
	goType   string
	embedded string // the object that the fields are added to, "" for none
	fields   []field
	types    []string
}

// kinds reads the event types of the document, by noun. An event whose data has no fields beside those of an object of
// the document has that object as its type.
func (t *types) kinds() []eventKind {
	var nouns []string
	typesOf := map[string][]string{}
	for _, kind := range t.doc.Components.Schemas.values["Event"].Properties.values["type"].Enum {
		noun, _, _ := strings.Cut(kind, ".")
		if !slices.Contains(nouns, noun) {
			nouns = append(nouns, noun)
		}
		typesOf[noun] = append(typesOf[noun], kind)
	}
	var found []eventKind
	for _, noun := range nouns {
		found = append(found, t.kind(noun, typesOf[noun]))
	}
	return found
}

func (t *types) kind(noun string, eventTypes []string) eventKind {
	kind := eventKind{noun: noun, goType: eventName(noun), types: eventTypes}
	extra := ordered[schema]{values: map[string]schema{}}
	givenFor := map[string][]string{}
	for _, each := range eventTypes {
		base, own := t.eventData(each)
		if each != eventTypes[0] && base != kind.embedded {
			t.fault("%s: its data is based on %s, and that of %s on %s", each, base, eventTypes[0], kind.embedded)
		}
		kind.embedded = base
		for _, key := range own.keys {
			if len(givenFor[key]) == 0 {
				extra.keys = append(extra.keys, key)
				extra.values[key] = own.values[key]
			}
			givenFor[key] = append(givenFor[key], each)
		}
	}
	if len(extra.keys) == 0 {
		kind.goType = kind.embedded
		return kind
	}
	for _, key := range extra.keys {
		isAlways := len(givenFor[key]) == len(eventTypes)
		at := place{owner: kind.goType, structName: kind.goType, key: key}
		built := t.field(at, extra.values[key], isAlways, inAnswer)
		if !isAlways {
			built.comment = strings.TrimSpace(built.comment + " Given for " + list(givenFor[key]) + ".")
		}
		kind.fields = append(kind.fields, built)
	}
	return kind
}

// eventData splits the data of an event into the object that it is, and the fields that the event adds.
func (t *types) eventData(kind string) (base string, own ordered[schema]) {
	post, _ := t.doc.Webhooks.values[kind].get("post")
	if post.RequestBody == nil {
		t.fault("%s: the document has no webhook for it", kind)
		return "", own
	}
	data := post.body().Properties.values["data"]
	if data.Ref != "" {
		return schemaType(data.Ref), own
	}
	if len(data.AllOf) == 2 {
		return schemaType(data.AllOf[0].Ref), data.AllOf[1].Properties
	}
	return "", data.Properties
}

func eventName(noun string) string {
	if noun == "webhook" {
		return "TestEvent" // webhook.test is its only event
	}
	return goName(noun) + "Event"
}

func list(names []string) string {
	if len(names) == 1 {
		return names[0]
	}
	return strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1]
}

func renderEvents(kinds []eventKind) string {
	var built strings.Builder
	for _, kind := range kinds {
		if len(kind.fields) == 0 {
			continue
		}
		built.WriteString(comment(fmt.Sprintf("%s is the data of %s.", kind.goType, list(kind.types))))
		built.WriteString("type " + kind.goType + " struct {\n" + kind.embedded + "\n")
		for _, f := range kind.fields {
			built.WriteString(comment(f.comment))
			fmt.Fprintf(&built, "%s %s `json:%q`\n", f.name, f.goType, f.tag)
		}
		built.WriteString("}\n\n")
	}
	for _, kind := range kinds {
		fmt.Fprintf(&built, "func (*%s) isEventData() {}\n", kind.goType)
	}
	built.WriteString("\n// newEventData decides by the noun of the type, so that a verb that is newer than the library also has typed data.\n")
	built.WriteString("func newEventData(kind EventType) EventData {\nswitch noun, _, _ := strings.Cut(string(kind), \".\"); noun {\n")
	for _, kind := range kinds {
		fmt.Fprintf(&built, "case %q:\nreturn &%s{}\n", kind.noun, kind.goType)
	}
	built.WriteString("}\nreturn &UnknownEvent{}\n}\n")
	return built.String()
}
