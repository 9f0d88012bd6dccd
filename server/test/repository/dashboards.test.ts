// Checks the Grafana dashboard and the alert rules against the metrics of a running service: a renamed metric, a label
// that does not exist or a typo in PromQL fails here instead of on the night when the alert is needed.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Registry } from 'prom-client'
import { parse } from 'yaml'
import type { Standby } from '../../src/database/standby.ts'
import { addStandbyMetrics } from '../../src/database/standby-metrics.ts'
import { startTestService } from '../harness.ts'
import { readQuery, type Selector } from './promql.ts'
import { sourceFiles, textOf } from './repository-files.ts'

const service = await startTestService({}, { worker: true })
await fetch(`${service.url}/readyz`)
await fetch(`${service.url}/v1/sandbox/authorizations`, { method: 'POST' }) // The request is counted although it is not authorized.

type Rule = { alert: string; expr: string; for?: string; labels: object; annotations: Record<string, string> }
type Panel = { id: number; type: string; title: string; gridPos: Box; targets?: { expr: string; refId: string }[] }
type Box = { x: number; y: number; w: number; h: number }

const alerts = parse(textOf('deploy/prometheus/alerts.yml')) as { groups: { name: string; rules: Rule[] }[] }
const rules = alerts.groups.flatMap((group) => group.rules)
const dashboard = JSON.parse(textOf('deploy/grafana/cardwright.json')) as {
  panels: Panel[]
  templating: { list: { name: string; query: string | { query: string } }[] }
}
const targets = dashboard.panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => ({ title, expr })))
const guide = textOf('docs/operating/monitoring.md')

/** Prometheus adds these labels to every series. */
const TARGET_LABELS = ['job', 'instance']
type Metric = { type: string; labels: readonly string[] }
const metrics = new Map<string, Metric>([
  ['up', { type: 'gauge', labels: [] }],
  // This metric exists only with a pool of addresses.
  ['cardwright_solana_addresses_left', { type: 'gauge', labels: [] }],
])
// These metrics exist only with a standby. Only their names and labels are used.
const ofStandby = new Registry()
addStandbyMetrics(ofStandby, {} as Standby)
for (const each of [service.services.metrics.registry, ofStandby].flatMap((registry) => registry.getMetricsAsArray())) {
  const { name, type, labelNames = [] } = each as unknown as { name: string; type: string; labelNames?: string[] }
  metrics.set(name, { type, labels: labelNames })
}
const shown = await (await fetch(`${service.url}/metrics`)).text()
const made = new Set(sourceFiles().flatMap((path) => textOf(path).match(/(?<=')cardwright_[a-z_]+(?=',)/g) ?? []))

/** Returns the metric of a series, or undefined if no metric has such a series. */
function metricOf(series: string): Metric | undefined {
  const [, base = series, suffix] = /^(.+)_(bucket|sum|count)$/.exec(series) ?? []
  const histogram = metrics.get(base)
  if (suffix !== undefined && (histogram?.type === 'histogram' || histogram?.type === 'summary'))
    return { type: 'counter', labels: [...histogram.labels, ...(suffix === 'bucket' ? ['le'] : [])] }
  const metric = metrics.get(series)
  return metric?.type === 'histogram' ? undefined : metric
}

const COUNTING = new Set(['rate', 'increase', 'irate'])

function faultsOfSelector({ metric: series, labels, within }: Selector): string[] {
  const metric = metricOf(series)
  if (!metric) return [`no metric has the series ${series}`]
  const known = [...metric.labels, ...TARGET_LABELS]
  const isCounted = within.some((name) => COUNTING.has(name))
  return [
    ...labels.filter(({ name }) => !known.includes(name)).map(({ name }) => `${series} has no label ${name}`),
    ...labels.flatMap((label) => faultsOfValue(series, label)),
    ...(metric.type === 'counter' && !isCounted ? [`${series} only grows: its rate says something`] : []),
    ...(metric.type !== 'counter' && isCounted ? [`${series} is a gauge and has no rate`] : []),
  ]
}

/** The possible values of these labels are known. */
const VALUES: Record<string, (value: string) => boolean> = {
  route: (value) => shown.includes(`route="${value}"`),
  pool: (value) => shown.includes(`pool="${value}"`),
  outcome: (value) =>
    ['committed', 'failed', 'succeeded', 'refused|silent', 'late|failed', 'timeout|error|fallback'].includes(value),
  status: (value) => [200, 201, 404, 422, 500, 503].some((status) => new RegExp(`^(?:${value})$`).test(String(status))),
}

function faultsOfValue(series: string, { name, value }: { name: string; value: string }): string[] {
  return value.includes('$') || (VALUES[name]?.(value) ?? true) ? [] : [`${series} never has ${name}="${value}"`]
}

function faultsOf(expression: string): string[] {
  const { faults, selectors, groupedBy } = readQuery(withoutVariables(expression))
  const strangeGroups = groupedBy.flatMap(({ labels, metrics }) => {
    const known = [...metrics.flatMap((series) => metricOf(series)?.labels ?? []), ...TARGET_LABELS]
    return labels
      .filter((label) => !known.includes(label))
      .map((label) => `nothing is grouped by ${label}: ${expression}`)
  })
  const empty = selectors.length === 0 ? [`no metric in: ${expression}`] : []
  return [...faults, ...empty, ...selectors.flatMap(faultsOfSelector), ...strangeGroups]
}

/** Grafana inserts a duration before Prometheus sees the expression. */
function withoutVariables(expression: string): string {
  return expression.replaceAll('$__rate_interval', '5m')
}

test('every expression in the alerts and the dashboard is valid PromQL over existing metrics and labels', () => {
  assert.ok(rules.length > 30 && targets.length > 50, `${rules.length} alerts, ${targets.length} queries`)
  assert.deepEqual(
    [...rules, ...targets].flatMap(({ expr }) => faultsOf(expr)),
    [],
  )
})

test('the check of expressions finds unknown metrics, labels and values', () => {
  const count = 'cardwright_http_requests_total'
  for (const wrong of [
    `sum(rate(${count}[5m])`,
    `summ(rate(${count}[5m]))`,
    'rate(cardwright_http_answers_total[5m])',
    'sum by (status) (rate(cardwright_http_request_duration_seconds_count[5m]))',
    'rate(cardwright_http_request_duration_seconds[5m])',
    'rate(cardwright_rate_limited_total_count[5m])',
    `sum by (path) (rate(${count}[5m]))`,
    `sum(rate(${count}{code="500"}[5m]))`,
    `sum(rate(${count}{route="/v1/authorizations"}[5m]))`,
    `sum(rate(${count}{status="6.."}[5m]))`,
    `sum by (le) (rate(${count}[5m]))`,
    `${count} > 5`,
    'rate(cardwright_engine_waiting_operations[5m])',
    'max(cardwright_database_sessions_in_use{pool="reads"})',
    '1 > 0',
  ])
    assert.notDeepEqual(faultsOf(wrong), [], wrong)
})

test('every metric of the service is on the dashboard', () => {
  const expressions = targets.map(({ expr }) => expr).join('\n')
  assert.deepEqual(
    [...made].filter((name) => !expressions.includes(name)),
    [],
  )
})

test('every alert has a unique name, a severity and a runbook in the guide, and the guide has no other runbooks', () => {
  const names = rules.map(({ alert }) => alert)
  assert.equal(new Set(names).size, names.length)
  for (const { alert, labels, annotations, for: lasting = '0m', ...rest } of rules) {
    assert.match(lasting, /^\d+[mh]$/, alert)
    assert.deepEqual(Object.keys(rest), ['expr'], alert)
    assert.match(JSON.stringify(labels), /^\{"severity":"(page|ticket)"\}$/, alert)
    assert.match(annotations.summary ?? '', /^[A-Z].+\.$/, alert)
    assert.equal(annotations.runbook, `docs/operating/monitoring.md#${alert.toLowerCase()}`)
  }
  const headings = [...guide.matchAll(/^### (Cardwright\w+)$/gm)].map((match) => match[1]!)
  assert.deepEqual(headings, names)
  for (const part of guide
    .split(/^### /m)
    .slice(1)
    .filter((text) => text.startsWith('Cardwright')))
    assert.match(part.split(/^## /m)[0]!, /\*\*Means\.\*\*.+\*\*Do\.\*\*/s, part.slice(0, 40))
})

test('Grafana can load the dashboard: ids are unique, panels do not overlap, and variables are defined', () => {
  const ids = dashboard.panels.map(({ id }) => id)
  assert.equal(new Set(ids).size, ids.length)
  const cells = new Set<string>()
  for (const { title, gridPos } of dashboard.panels) {
    assert.ok(gridPos.x >= 0 && gridPos.x + gridPos.w <= 24, title)
    for (let x = gridPos.x; x < gridPos.x + gridPos.w; x++)
      for (let y = gridPos.y; y < gridPos.y + gridPos.h; y++) {
        assert.ok(!cells.has(`${x} ${y}`), `${title} overlaps another panel`)
        cells.add(`${x} ${y}`)
      }
  }
  const defined = new Set(dashboard.templating.list.map(({ name }) => name).concat('__rate_interval'))
  const used = [...textOf('deploy/grafana/cardwright.json').matchAll(/\$\{?(\w+)\}?/g)].map((match) => match[1]!)
  assert.deepEqual(
    used.filter((name) => !defined.has(name)),
    [],
  )
})
