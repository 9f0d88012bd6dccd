package main

import (
	"fmt"
	"slices"
	"strings"
)

// service is a node of the tree of methods: client.Sandbox.Authorizations.
type service struct {
	path     []string
	children []*service
	methods  []wrapped
}

func (s *service) child(name string) *service {
	for _, each := range s.children {
		if each.path[len(each.path)-1] == name {
			return each
		}
	}
	built := &service{path: append(slices.Clone(s.path), name)}
	s.children = append(s.children, built)
	return built
}

func tree(all []wrapped) *service {
	root := &service{}
	for _, w := range all {
		node := root
		names, _ := w.segments()
		for _, name := range names {
			node = node.child(name)
		}
		node.methods = append(node.methods, w)
	}
	return root
}

func renderServices(all []wrapped) string {
	var built strings.Builder
	root := tree(all)
	built.WriteString("func (c *Client) addServices(t *transport) {\n")
	for _, each := range root.children {
		fmt.Fprintf(&built, "c.%s = %s\n", goName(each.path[0]), constructor(each))
	}
	built.WriteString("}\n\n")
	for _, each := range root.children {
		renderService(&built, each)
	}
	return built.String()
}

func constructor(s *service) string {
	fields := []string{"transport: t"}
	for _, each := range s.children {
		fields = append(fields, goName(each.path[len(each.path)-1])+": "+constructor(each))
	}
	if len(fields) == 1 {
		return "&" + serviceName(s.path) + "{" + fields[0] + "}"
	}
	return "&" + serviceName(s.path) + "{\n" + strings.Join(fields, ",\n") + ",\n}"
}

func renderService(built *strings.Builder, s *service) {
	name := serviceName(s.path)
	var parts []string
	for _, part := range s.path {
		parts = append(parts, goName(part))
	}
	fmt.Fprintf(built, "// %s is reached as client.%s.\ntype %s struct {\n", name, strings.Join(parts, "."), name)
	for _, each := range s.children {
		fmt.Fprintf(built, "%s *%s\n", goName(each.path[len(each.path)-1]), serviceName(each.path))
	}
	built.WriteString("\ntransport *transport\n}\n\n")
	for _, w := range s.methods {
		if !byHand[w.path] {
			renderMethod(built, name, w)
		}
	}
	for _, each := range s.children {
		renderService(built, each)
	}
}

func renderMethod(built *strings.Builder, service string, w wrapped) {
	_, verb := w.segments()
	name := goName(verb)
	fmt.Fprintf(built, "%s//\n// %s\n", comment(methodComment(name, w)), w.route)
	arguments := "ctx context.Context"
	for _, each := range w.pathParams {
		arguments += ", " + argument(each) + " string"
	}
	if w.paramsType != "" {
		arguments += ", params " + w.paramsType
	}
	result, function := "(*"+w.resultType+", error)", "send"
	switch w.list {
	case paged:
		result, function = "*Pager["+w.resultType+"]", "page"
	case whole:
		result, function = "([]"+w.resultType+", error)", "sendForList"
	}
	fmt.Fprintf(built, "func (s *%s) %s(%s, options ...RequestOption) %s {\n", service, name, arguments, result)
	fmt.Fprintf(built, "return %s[%s](ctx, s.transport, %s, options)\n}\n\n", function, w.resultType, callLiteral(w))
}

func methodComment(name string, w wrapped) string {
	text := w.Summary + "."
	if !strings.HasPrefix(text, name+" ") {
		text = fmt.Sprintf("%s: %s%s.", name, strings.ToLower(w.Summary[:1]), w.Summary[1:])
	}
	if w.Description != "" {
		text += " " + w.Description
	}
	return text
}

func callLiteral(w wrapped) string {
	fields := []string{fmt.Sprintf("method: %q, route: %q", w.verb, w.url)}
	if len(w.pathParams) > 0 {
		var ids []string
		for _, each := range w.pathParams {
			ids = append(ids, argument(each))
		}
		fields = append(fields, "ids: []string{"+strings.Join(ids, ", ")+"}")
	}
	switch {
	case w.paramsType == "":
	case w.as == inBody:
		fields = append(fields, "body: params")
	default:
		fields = append(fields, "query: params")
	}
	return "call{" + strings.Join(fields, ", ") + "}"
}
