import assert from 'node:assert/strict'
import { duplexPair } from 'node:stream'
import { test } from 'node:test'
import { Counter, Gauge, Registry } from 'prom-client'
import { Link } from '../processes/link.ts'
import { AllMetrics } from './all-metrics.ts'

/** Adds a process with a counter, a gauge from the database and a gauge of its own. */
function memberOf(all: AllMetrics, name: string) {
  const [here, there] = duplexPair()
  const registry = new Registry()
  const registers = [registry]
  const counter = new Counter({ name: 'cardwright_card_reveals_total', help: 'h', registers })
  const height = new Gauge({ name: 'cardwright_chain_height', help: 'h', registers })
  new Gauge({ name: 'process_threads', help: 'h', registers }).set(7)
  const link = new Link(there)
  link.handle('figures', () => registry.getMetricsAsJSON())
  const end = all.add(new Link(here), () => name)
  return { counter, height, end, page: () => link.ask<string>('metrics', null) }
}

const valuesOf = (page: string, name: string) =>
  page.split('\n').flatMap((line) => (line.startsWith(`${name} `) ? [Number(line.split(' ')[1])] : []))

test('counters of all processes are added up, database gauges are shown once, and process gauges are labelled', async () => {
  const all = new AllMetrics()
  const [one, two] = [memberOf(all, 'api-1'), memberOf(all, 'api-2')]
  one.counter.inc(3)
  two.counter.inc(4)
  one.height.set(100)
  two.height.set(101)
  const page = await one.page()
  assert.deepEqual(valuesOf(page, 'cardwright_card_reveals_total'), [7])
  assert.deepEqual(valuesOf(page, 'cardwright_chain_height'), [101])
  assert.match(page, /^process_threads\{process="api-1"\} 7$/m)
  assert.match(page, /^process_threads\{process="api-2"\} 7$/m)
  assert.match(page, /^process_resident_memory_bytes\{process="supervisor"\} \d+$/m)
})

test('a counter does not decrease when processes end', async () => {
  const all = new AllMetrics()
  const [one, two, three] = [memberOf(all, 'api-1'), memberOf(all, 'api-2'), memberOf(all, 'api-3')]
  for (const [n, member] of [one, two, three].entries()) member.counter.inc(n + 1)
  assert.deepEqual(valuesOf(await one.page(), 'cardwright_card_reveals_total'), [6])
  two.end()
  three.end()
  const page = await one.page()
  assert.deepEqual(valuesOf(page, 'cardwright_card_reveals_total'), [6])
  assert.doesNotMatch(page, /api-2/)
})
