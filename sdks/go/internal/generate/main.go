// Generate writes the types, errors and methods of the library from openapi.json. Run it with `go generate` in the root of
// the module. A test compares the committed files with its output.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
)

func main() {
	document := flag.String("openapi", "../../openapi.json", "the document to read")
	names := flag.String("names", "../contract/types.json", "the names that all libraries share")
	root := flag.String("root", ".", "the root of the module")
	flag.Parse()
	if err := run(*document, *names, *root); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(document, names, root string) error {
	files, err := generate(document, names)
	if err != nil {
		return err
	}
	for name, text := range files {
		path := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// generate returns the text of each generated file, by its path in the module.
func generate(path, namesPath string) (map[string]string, error) {
	doc, err := readDocument(path)
	if err != nil {
		return nil, err
	}
	names, err := readSharedNames(namesPath)
	if err != nil {
		return nil, err
	}
	t, all, kinds, err := collect(doc, names)
	if err != nil {
		return nil, err
	}
	identifiers := doc.Components.Schemas.values["Error"].Properties.values["error"].Enum
	eventTypes := doc.Components.Schemas.values["Event"].Properties.values["type"].Enum
	parts := []struct{ file, pkg, body string }{
		{"models_generated.go", "cardwright", renderStructs(t.answers)},
		{"events_generated.go", "cardwright", renderEvents(kinds)},
		{"params_generated.go", "cardwright", renderStructs(t.params)},
		{"enums_generated.go", "cardwright", renderEnums(t.enums)},
		{"errors_generated.go", "cardwright", renderErrors(identifiers)},
		{"services_generated.go", "cardwright", renderServices(all)},
		{"internal/routes/routes_generated.go", "routes", renderRoutes(all, eventTypes)},
	}
	files := map[string]string{}
	for _, part := range parts {
		text, err := source(part.pkg, part.body)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", part.file, err)
		}
		files[part.file] = text
	}
	return files, nil
}
