package main

import (
	"os"
	"path/filepath"
	"testing"
)

func TestGeneratedFilesMatchTheOpenAPIDocument(t *testing.T) {
	files, err := generate("../../../../openapi.json", "../../../contract/types.json")
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range files {
		have, err := os.ReadFile(filepath.Join("../..", name))
		if err != nil {
			t.Error(err)
		} else if string(have) != want {
			t.Errorf("%s does not match openapi.json: run go generate", name)
		}
	}
}
