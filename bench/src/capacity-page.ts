// The tables of docs/operating/capacity.md, as text.

import type { CapacityInput, DiskUse } from './capacity-input.ts'
import { bytesOfOne, costOfPurchase, DAYS_KEPT, type Plan, planFor, RATES } from './capacity-model.ts'

const BEGIN = '<!-- capacity:begin -->'
const END = '<!-- capacity:end -->'

/** The page with the tables between its markers computed again. */
export function pageWith(page: string, input: CapacityInput): string {
  const [before, rest] = page.split(BEGIN)
  const after = rest?.split(END)[1]
  if (before === undefined || after === undefined) throw new Error(`the page lacks ${BEGIN} or ${END}`)
  return `${before}${BEGIN}\n\n${showCapacity(input)}\n${END}${after}`
}

export function showCapacity(input: CapacityInput): string {
  const parts: [title: string, lines: string[]][] = [
    ['The machine', table(['', ''], Object.entries(input.machine))],
    ['Processor time for one operation', processorTable(input)],
    ['Memory', memoryTable(input)],
    ['Disk for a million of them', diskTable(input.disk)],
    ['Network', networkTable(input)],
    ['What is assumed', assumptionTable(input)],
    ['What a rate needs', planTable(RATES.map((rate) => planFor(rate, input)))],
  ]
  return parts.map(([title, lines]) => `## ${title}\n\n${lines.join('\n')}\n`).join('\n')
}

function table(heads: string[], rows: string[][]): string[] {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`
  const marks = heads.map((_, column) => (column === 0 ? '---' : '---:'))
  return [line(heads), `|${marks.join('|')}|`, ...rows.map(line)]
}

const number = (value: number, digits = 0) =>
  value.toLocaleString('en-US', { maximumFractionDigits: digits, minimumFractionDigits: digits })

/** These measurements do not justify three significant figures. */
function bytes(value: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB', 'PB']
  let unit = 0
  let left = value
  for (; left >= 1_000 && unit < units.length - 1; unit++) left /= 1_000
  return `${number(left, left < 10 && unit > 0 ? 1 : 0)} ${units[unit]}`
}

function processorTable(input: CapacityInput): string[] {
  const purchase = costOfPurchase(input)
  const rows = [...input.operations, { name: '**a purchase: an authorization and its settlement**', cost: purchase }]
  return table(
    ['', 'service, µs', 'PostgreSQL, µs'],
    rows.map(({ name, cost }) => [name, number(cost.service), number(cost.postgres)]),
  )
}

function memoryTable({ memory }: CapacityInput): string[] {
  return table(
    ['', 'bytes'],
    [
      ['a process of the service after load', bytes(memory.processBytes)],
      ['an idle HTTP connection that is kept alive', bytes(memory.idleConnectionBytes)],
      ['an event stream', bytes(memory.eventStreamBytes)],
      ['a session of PostgreSQL (private memory)', bytes(memory.databaseSessionBytes)],
    ],
  )
}

function diskTable(disk: readonly DiskUse[]): string[] {
  const names = [...new Set(disk.flatMap(({ tables }) => tables.map((each) => each.table)))]
  const cellsOf = (name: string, { tables, count }: DiskUse): string[] => {
    const found = tables.find((each) => each.table === name)
    const million = (value: number) => (found ? bytes((value / count) * 1e6) : '')
    return [
      found ? number(found.rows / count, 2) : '',
      million(found?.tableBytes ?? 0),
      million(found?.indexBytes ?? 0),
    ]
  }
  const sums = (label: string, figure: (use: DiskUse) => number) => [
    label,
    '',
    ...disk.flatMap((use) => ['', bytes(figure(use) * 1e6), '']),
  ]
  return table(
    ['', 'kept', ...disk.flatMap(({ operation }) => [`rows each ${operation}`, 'rows', 'indexes'])],
    [
      ...names.map((name) => [
        `\`${name}\``,
        DAYS_KEPT[name] === undefined ? 'ever' : `${DAYS_KEPT[name]} d`,
        ...disk.flatMap((use) => cellsOf(name, use)),
      ]),
      sums('**tables and indexes**', bytesOfOne),
      sums('**write-ahead log**', ({ walBytes, count }) => walBytes / count),
      ['measured over', '', ...disk.flatMap(({ count }) => ['', number(count), ''])],
    ],
  )
}

function networkTable({ network }: CapacityInput): string[] {
  return table(
    ['one authorization over HTTP', 'bytes'],
    [
      ['request', bytes(network.requestBytes)],
      ['answer', bytes(network.answerBytes)],
    ],
  )
}

function assumptionTable({ assumptions: its }: CapacityInput): string[] {
  return table(
    ['', ''],
    [
      ['how busy a core is at the peak', `${number(its.utilization * 100)} %`],
      ['the peak, as a multiple of the mean of a year', number(its.peakOverMean)],
      ['settlements for each authorization', number(its.settlementsPerAuthorization)],
      ['cores of one database server', number(its.databaseCoresPerServer)],
      ['write-ahead log that one database server takes', `${bytes(its.walBytesPerSecondPerServer)}/s`],
      ['connections kept open for each authorization a second', number(its.openConnectionsPerAuthorizationRate)],
      ['database sessions of one process', number(its.sessionsPerProcess)],
    ],
  )
}

function planTable(plans: readonly Plan[]): string[] {
  const row = (label: string, cell: (plan: Plan) => string) => [label, ...plans.map(cell)]
  return table(
    ['authorizations a second at the peak', ...plans.map(({ rate }) => number(rate))],
    [
      row('cores that the service uses', (plan) => number(plan.serviceCores, 1)),
      row('processes of the service, a core each', (plan) => number(plan.processes)),
      row('memory of the service', (plan) => bytes(plan.serviceMemoryBytes)),
      row('HTTP connections', (plan) => number(plan.connections)),
      row('cores that PostgreSQL uses', (plan) => number(plan.databaseCores, 1)),
      row('cores of PostgreSQL to have', (plan) => number(plan.databaseCoresToHave)),
      row('shards (database servers, without standbys)', (plan) => number(plan.shards)),
      row('database sessions, all together', (plan) => number(plan.databaseSessions)),
      row('memory of those sessions', (plan) => bytes(plan.sessionMemoryBytes)),
      row('write-ahead log, and network to each standby', (plan) => `${bytes(plan.walBytesPerSecond)}/s`),
      row('tables and indexes', (plan) => `${bytes(plan.dataBytesPerSecond)}/s`),
      row('disk after a year, without standbys and backups', (plan) => bytes(plan.bytesAfterOneYear)),
      row('network from clients', (plan) => `${bytes(plan.requestBytesPerSecond)}/s`),
      row('network to clients', (plan) => `${bytes(plan.answerBytesPerSecond)}/s`),
    ],
  )
}
