package main

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
)

func TestGeneratedFilesAreThoseOfTheDocument(t *testing.T) {
	const document = "../../../../openapi.json"
	if _, err := os.Stat(document); errors.Is(err, fs.ErrNotExist) {
		t.Skip("openapi.json is in the repository of the service, not in the module")
	}
	files, err := generate(document)
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range files {
		have, err := os.ReadFile(filepath.Join("../..", name))
		if err != nil {
			t.Error(err)
		} else if string(have) != want {
			t.Errorf("%s is not what openapi.json gives: run go generate", name)
		}
	}
}
