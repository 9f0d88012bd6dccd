package main

import (
	"fmt"
	"go/format"
	"slices"
	"strings"
)

const header = "// Code generated from openapi.json by internal/generate. DO NOT EDIT.\n\npackage %s\n\n"

// widest is the length at which comments are wrapped.
const widest = 116

// imports are the packages that generated code may need, each with a text that occurs when it is used.
var imports = []struct{ path, use string }{
	{"context", "context.Context"}, {"strings", "strings.Cut"}, {"time", "time.Time"},
}

func source(pkg, body string) (string, error) {
	text := fmt.Sprintf(header, pkg)
	var used []string
	for _, each := range imports {
		if strings.Contains(body, each.use) {
			used = append(used, fmt.Sprintf("%q", each.path))
		}
	}
	if len(used) > 0 {
		text += "import (\n" + strings.Join(used, "\n") + "\n)\n\n"
	}
	formatted, err := format.Source([]byte(text + body))
	if err != nil {
		return "", fmt.Errorf("%w in:\n%s", err, body)
	}
	return string(formatted), nil
}

func renderStructs(list []structure) string {
	var built strings.Builder
	for _, s := range list {
		built.WriteString(comment(structComment(s)) + "type " + s.name + " struct {\n")
		for _, f := range s.fields {
			built.WriteString(comment(f.comment))
			fmt.Fprintf(&built, "%s %s `json:%q`\n", f.name, f.goType, f.tag)
		}
		built.WriteString("}\n\n")
	}
	return built.String()
}

func structComment(s structure) string {
	if about, ok := typeComments[s.name]; ok {
		return s.name + " " + about
	}
	return s.name + " " + s.comment
}

func renderEnums(enums ordered[[]string]) string {
	var built strings.Builder
	for _, name := range enums.keys {
		fmt.Fprintf(&built, "// %s is one of the constants below; a newer service may send others.\n", name)
		fmt.Fprintf(&built, "type %s string\n\nconst (\n", name)
		prefix := name
		if shorter, ok := enumPrefixes[name]; ok {
			prefix = shorter
		}
		for _, value := range enums.values[name] {
			constant := goName(value)
			if value == "*" {
				constant = "All"
			}
			fmt.Fprintf(&built, "%s%s %s = %q\n", prefix, constant, name, value)
		}
		built.WriteString(")\n\n")
	}
	return built.String()
}

// renderErrors makes a constant for every identifier: ErrInsufficientFunds.
func renderErrors(identifiers []string) string {
	var built strings.Builder
	built.WriteString("// What the service refuses with. Match them with errors.Is, or switch over Error.ID.\nconst (\n")
	for _, id := range identifiers {
		fmt.Fprintf(&built, "Err%s ErrorID = %q\n", goName(id), id)
	}
	built.WriteString(")\n")
	return built.String()
}

func renderRoutes(all []wrapped, eventTypes []string) string {
	var built strings.Builder
	built.WriteString("// Routes gives the route of each method.\nvar Routes = map[string]string{\n")
	for _, w := range all {
		fmt.Fprintf(&built, "%q: %q,\n", w.path, w.route)
	}
	built.WriteString("}\n\n// EventTypes are those that the service sends.\nvar EventTypes = []string{\n")
	for _, each := range eventTypes {
		fmt.Fprintf(&built, "%q,\n", each)
	}
	built.WriteString("}\n")
	return built.String()
}

// comment wraps a text at word boundaries.
func comment(text string) string {
	if text == "" {
		return ""
	}
	var lines []string
	line := ""
	for _, word := range strings.Fields(text) {
		if line != "" && len(line)+1+len(word) > widest {
			lines = append(lines, line)
			line = ""
		}
		line = strings.TrimPrefix(line+" "+word, " ")
	}
	return "// " + strings.Join(slices.Concat(lines, []string{line}), "\n// ") + "\n"
}
