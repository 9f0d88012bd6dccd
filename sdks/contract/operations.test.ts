// Every operation of the service must be in a scenario and in the README of each library. keeps-the-contract.ts checks
// that each library has every operation.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'

type Document = { paths: Record<string, Record<string, { operationId: string }>> }
type Scenarios = { scenarios: { name: string; steps: { call: string }[] }[] }

const read = <T>(path: string): T => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'))
const calls = read<Record<string, string>>('operations.json')
const all = Object.values(calls).sort()

test('operations.json lists every operation of openapi.json and no other', () => {
  const { paths } = read<Document>('../../openapi.json')
  const ids = Object.values(paths).flatMap((methods) => Object.values(methods).map((each) => each.operationId))
  assert.deepEqual(Object.keys(calls).sort(), ids.sort())
})

const pascal = (name: string) => name.replace(/(^|_)(\w)/g, (_, __, letter: string) => letter.toUpperCase())
const camel = (name: string) => pascal(name).replace(/^./, (letter) => letter.toLowerCase())
const languages: Record<string, (name: string) => string> = {
  node: camel,
  python: (name) => name,
  go: (name) => pascal(name).replace('Ds', 'DS'),
}

for (const [language, nameOf] of Object.entries(languages)) {
  test(`the README of the ${language} library lists every method in its table`, () => {
    const page = readFileSync(new URL(`../${language}/README.md`, import.meta.url), 'utf8')
    const rows = page.split('\n').filter((line) => line.startsWith('|'))
    const isNamed = (call: string) =>
      rows.some((row) => call.split('.').every((part) => new RegExp(`\\b${nameOf(part)}\\b`).test(row)))
    assert.deepEqual(
      all.filter((call) => !isNamed(call)),
      [],
    )
  })
}

test('every operation is called in a scenario', () => {
  const { scenarios } = read<Scenarios>('scenarios.json')
  const played = new Set(scenarios.flatMap(({ steps }) => steps.map((step) => step.call)))
  assert.deepEqual([...played].sort(), all)
})
