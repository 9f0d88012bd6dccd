// The documents quote the figures of rate-limits.ts.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { LOCK_OUT_MS, MAX_FAILED_SIGN_INS, workspaceLimits } from './rate-limits.ts'

function operatingPage(name: string): string {
  return readFileSync(new URL(`../../../docs/operating/${name}.md`, import.meta.url), 'utf8')
}

test('the configuration page lists every rate limit with its default', () => {
  const rows = [...operatingPage('configuration').matchAll(/^\| `(RATE_LIMIT_\w+)` \| `(\d+)` \|/gm)]
  assert.deepEqual(
    rows.map(([, variable, usual]) => [variable, Number(usual)]),
    Object.values(workspaceLimits).map(({ variable, usual }) => [variable, usual]),
  )
})

test('the page about people states how many wrong passwords lock a person out, and for how long', () => {
  const words: Record<number, string> = { 10: 'Ten', 30: 'thirty' }
  const { person, address } = MAX_FAILED_SIGN_INS
  const minutes = LOCK_OUT_MS / 60_000
  const sentence = `${words[person]} wrong passwords or codes within ${minutes} minutes lock a person out for ${minutes} minutes; ${words[address]} lock out an address`
  assert.ok(operatingPage('people').includes(sentence), `the page lacks: ${sentence}`)
})
