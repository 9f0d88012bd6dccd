module github.com/cardwright/cardwright-go

go 1.23
