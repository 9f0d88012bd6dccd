import { type Field, fitsOnALine, nounOf, type SampleCall, singular } from './sample-call.ts'

const INITIALISMS: Record<string, string> = { id: 'ID', url: 'URL', mcc: 'MCC', otp: 'OTP', ds: 'DS' }
/** The library masks these when printed, with a type of their own. */
const SECRETS = new Set(['otp', 'secret', 'pan', 'cvv'])
const WIDE = new Set(['after_sequence'])
/** Objects whose keys are the caller's own. */
const MAPS = new Set(['rates'])
/** Lists of objects, by the library's name for one of them. */
const LISTS: Record<string, string> = { when: 'RuleCondition' }
/** Words with a type of their own. */
const WORDS: Record<string, string> = { state: 'RuleState' }
/** Left out when empty, since no such thing can be empty. */
const PLAIN = new Set(['bin_id'])

export function goSample(sample: SampleCall): string {
  const call = `client.${sample.call.split('.').map(goName).join('.')}(${argumentsOf(sample).join(', ')})`
  return `package main

import (
	"context"
	"fmt"
	"log"

	cardwright "github.com/cardwright/cardwright-go"
)

func main() {
	client, err := cardwright.New()
	if err != nil {
		log.Fatal(err)
	}
${use(sample, call)
  .split('\n')
  .map((line) => `\t${line}\n`)
  .join('')}}`
}

function use(sample: SampleCall, call: string): string {
  const noun = variable(sample.answer === 'list' ? sample.call.split('.').at(-2)! : nounOf(sample))
  const failed = 'if err != nil {\n\tlog.Fatal(err)\n}'
  // Lists without pages are slices; paged lists are read by a pager.
  if (sample.answer === 'one' || (sample.answer === 'list' && !sample.hasParams))
    return `${noun}, err := ${call}\n${failed}\nfmt.Printf("%+v\\n", ${noun})`
  const each = variable(nounOf(sample))
  const range = sample.answer === 'list' ? `${call}.All()` : call
  return `for ${each}, err := range ${range} {\n${indented(`${failed}\nfmt.Printf("%+v\\n", ${each})`)}\n}`
}

function variable(name: string): string {
  return name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
}

function indented(text: string): string {
  return text.replace(/^/gm, '\t')
}

function argumentsOf(sample: SampleCall): string[] {
  const ids = sample.ids.map(({ value }) => JSON.stringify(value))
  return ['context.Background()', ...ids, ...(sample.hasParams ? [paramsOf(sample)] : [])]
}

function paramsOf(sample: SampleCall): string {
  const type = `cardwright.${paramsName(sample.call)}`
  const line = sample.fields.map((field) => `${goName(field.name)}: ${fieldText(field, sample)}`).join(', ')
  if (fitsOnALine(line)) return `${type}{${line}}`
  const width = Math.max(...sample.fields.map(({ name }) => goName(name).length))
  const lines = sample.fields.map(
    (field) => `\t${`${goName(field.name)}:`.padEnd(width + 1)} ${fieldText(field, sample)},\n`,
  )
  return `${type}{\n${lines.join('')}}`
}

/** As the library's generator names them: sandbox.refunds.create takes SandboxRefundCreateParams. */
function paramsName(call: string): string {
  const parts = call.split('.')
  return `${[...parts.slice(0, -1).map(singular), parts.at(-1)!].map(goName).join('')}Params`
}

/** A field that is left out of a body is nil, so "" and 0 are values. An empty filter of a query is left out. */
function fieldText({ name, value, type, isRequired }: Field, { place, call }: SampleCall): string {
  const text = literal(name, value, type, call)
  const isNilAlready = Array.isArray(value) || SECRETS.has(name)
  const isPlain = PLAIN.has(name) || (place === 'query' && typeof value === 'string')
  return isRequired || isNilAlready || isPlain ? text : `cardwright.Ptr(${text})`
}

function literal(name: string, value: unknown, type: string | undefined, call: string): string {
  if (SECRETS.has(name)) return `cardwright.NewSecret(${JSON.stringify(value)})`
  if (name === 'events') return `[]cardwright.EventType${list(value as string[])}`
  if (name in WORDS) return `cardwright.${WORDS[name]}(${JSON.stringify(value)})`
  if (name in LISTS) return `[]cardwright.${LISTS[name]}{${(value as object[]).map(entriesOf).join(', ')}}`
  if (Array.isArray(value)) return `[]string${list(value)}`
  if (typeof value === 'number' && type === 'number') return dollars(value)
  if (WIDE.has(name)) return `int64(${value})`
  if (value !== null && typeof value === 'object')
    return structure(STRUCTURES[`${call} ${name}`] ?? name, value as Record<string, unknown>)
  return JSON.stringify(value)
}

function list(values: unknown[]): string {
  return `{${values.map((each) => JSON.stringify(each)).join(', ')}}`
}

/** Fields that have the same name but another form in two calls; sdks/contract/types.json names their types. */
const STRUCTURES: Record<string, string> = { 'spend_requests.create merchant': 'new_requested_merchant' }

function structure(name: string, value: Record<string, unknown>): string {
  const nameOf = MAPS.has(name) ? JSON.stringify : goName
  const entries = Object.entries(value).map(([key, each]) => `${nameOf(key)}: ${JSON.stringify(each)}`)
  if (MAPS.has(name)) return `map[string]string{${entries.join(', ')}}`
  return `cardwright.${goName(name)}Params{${entries.join(', ')}}`
}

function entriesOf(value: object): string {
  const entries = Object.entries(value).map(([key, each]) => `${goName(key)}: ${JSON.stringify(each)}`)
  return `{${entries.join(', ')}}`
}

function dollars(amount: number): string {
  return Number.isInteger(amount) ? `cardwright.Dollars(${amount})` : `cardwright.USD(${Math.round(amount * 100)})`
}

function goName(name: string): string {
  return name
    .split('_')
    .map((part) => INITIALISMS[part] ?? `${part[0]!.toUpperCase()}${part.slice(1)}`)
    .join('')
}
