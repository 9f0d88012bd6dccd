package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"

	cardwright "github.com/cardwright/cardwright-go"
)

// outcome is the result of a call: its answer as JSON and, for lists, the number of items over all pages.
type outcome struct {
	answer       any
	count, pages json.Number
}

func (s step) perform(ctx context.Context, client *cardwright.Client, saved map[string]any) (outcome, *cardwright.RawResponse, error) {
	var raw *cardwright.RawResponse
	var options []cardwright.RequestOption
	if s.Options.IdempotencyKey != "" {
		options = append(options, cardwright.WithIdempotencyKey(s.Options.IdempotencyKey))
	}
	if s.Raw != nil {
		options = append(options, cardwright.WithRawResponse(&raw))
	}
	args, _ := replaced(s.Args, saved).(map[string]any)
	for range s.Times - 1 {
		if results, err := invoke(ctx, client, s.Call, args, options); err != nil || !results[1].IsNil() {
			return outcome{}, nil, fmt.Errorf("one of %d calls failed: %v, %v", s.Times, results, err)
		}
	}
	results, err := invoke(ctx, client, s.Call, args, options)
	if err != nil {
		return outcome{}, nil, err
	}
	result, err := s.read(results, s.actor(ctx, client))
	return result, raw, err
}

// actor returns the function that makes the call of collect.each for each item of a walk.
func (s step) actor(ctx context.Context, client *cardwright.Client) func(item any) error {
	return func(item any) error {
		if s.Collect == nil || s.Collect.Each == nil {
			return nil
		}
		args, _ := replaced(s.Collect.Each.Args, map[string]any{"item": at(item, "id")}).(map[string]any)
		results, err := invoke(ctx, client, s.Collect.Each.Call, args, nil)
		if err != nil {
			return err
		}
		failure, _ := results[1].Interface().(error)
		return failure
	}
}

// read accepts (value, error), a pager or a stream.
func (s step) read(results []reflect.Value, act func(item any) error) (outcome, error) {
	if len(results) == 2 {
		if err, _ := results[1].Interface().(error); err != nil {
			return outcome{}, err
		}
		if results[0].Kind() == reflect.Slice {
			return readWhole(results[0])
		}
		answer, err := answerOf(results[0])
		return outcome{answer: answer}, err
	}
	if results[0].Kind() == reflect.Func {
		return readStream(results[0], s.Take)
	}
	return s.readPager(results[0], act)
}

func readWhole(list reflect.Value) (outcome, error) {
	data, err := answerOf(list)
	return outcome{answer: map[string]any{"data": data}, count: count(list.Len()), pages: "1"}, err
}

func readStream(stream reflect.Value, take int) (outcome, error) {
	var items []any
	for value, failure := range stream.Seq2() {
		if err, _ := failure.Interface().(error); err != nil {
			return outcome{}, err
		}
		item, err := answerOf(value)
		if err != nil {
			return outcome{}, err
		}
		if items = append(items, item); len(items) >= take {
			break
		}
	}
	return outcome{answer: map[string]any{"data": items}}, nil
}

func (s step) readPager(pager reflect.Value, act func(item any) error) (outcome, error) {
	first := pager.MethodByName("Page").Call(nil)
	if err, _ := first[1].Interface().(error); err != nil {
		return outcome{}, err
	}
	answer, err := answerOf(first[0])
	if err != nil || s.Collect == nil {
		return outcome{answer: answer}, err
	}
	items, err := walk(pager.MethodByName("All"), act)
	if err != nil || s.Collect.Pages == nil {
		return outcome{answer: answer, count: count(len(items))}, err
	}
	pages, err := walk(pager.MethodByName("Pages"), func(any) error { return nil })
	return outcome{answer: answer, count: count(len(items)), pages: count(len(pages))}, err
}

// walk collects the items of an iterator. No id may appear twice.
func walk(method reflect.Value, act func(item any) error) ([]any, error) {
	var items []any
	seen := map[any]bool{}
	for value, failure := range method.Call(nil)[0].Seq2() {
		if err, _ := failure.Interface().(error); err != nil {
			return nil, err
		}
		item, err := answerOf(value)
		if err != nil {
			return nil, err
		}
		if id := at(item, "id"); id != nil && seen[id] {
			return nil, fmt.Errorf("%v came twice", id)
		} else if id != nil {
			seen[id] = true
		}
		items = append(items, item)
		if err := act(item); err != nil {
			return items, err
		}
	}
	return items, nil
}

func count(n int) json.Number { return json.Number(fmt.Sprint(n)) }

// check compares a refusal with the expected one.
func (e expectedError) check(err error, wasSent bool) error {
	var refusal *cardwright.APIError
	switch {
	case err == nil:
		return fmt.Errorf("expected %s, but it succeeded", e.ID)
	case !errors.As(err, &refusal) || !errors.Is(err, e.ID):
		return fmt.Errorf("expected %s, have %w", e.ID, err)
	case e.Status != 0 && refusal.Status != e.Status:
		return fmt.Errorf("expected status %d, have %d", e.Status, refusal.Status)
	case e.Param != "" && refusal.Param != e.Param:
		return fmt.Errorf("expected param %s, have %q", e.Param, refusal.Param)
	case e.BeforeRequest && wasSent:
		return errors.New("a request was sent")
	case !e.BeforeRequest && refusal.RequestID == "":
		return errors.New("the error has no request id")
	}
	return nil
}
