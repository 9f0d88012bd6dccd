import { machineClock } from '../../clock.ts'
import { dollars } from '../../money.ts'
import { type ProcessorState, readStates } from '../../processors/processor-states.ts'
import { type Command, json, type Session, withSchema } from '../command.ts'
import { print, printJson, shortTime, table } from '../table.ts'

export const listProcessors: Command = {
  name: 'processors list',
  summary: 'list the processors of processors.json, and how each of them is',
  options: { json },
  notes: 'It reads our own tables and asks nobody; processors check asks the processor.',
  async run(input) {
    const processors = await withSchema(readList)
    if (input.flag('json')) return void printJson(processors)
    print(processors.length === 0 ? 'processors.json names no processor.' : table(HEADINGS, processors.map(cells)))
  },
}

type Listed = Omit<ProcessorState, 'processor' | 'balance_cents' | 'held_cents'> & {
  name: string
  kind: string
  environment: string
  bins: number
  balance: number | null
}

const NEVER_SEEN = {
  connected_at: null,
  polled_at: null,
  first_polled_at: null,
  news_read_at: null,
  asked_at: null,
  balance_at: null,
  balance_cents: null,
  held_cents: null,
  deferred: 0,
  pushing: 0,
  differing: 0,
  holds_differing: 0,
}

async function readList({ config, database }: Session): Promise<Listed[]> {
  const states = await readStates({ database, clock: machineClock })
  const bins = await database.read<{ processor: string; count: number }[]>`
    select processor, count(*)::integer as count from bins where not retired group by processor`
  return config.processors.map(({ name, kind, environment }) => {
    const {
      processor: _,
      balance_cents: cents,
      held_cents: __,
      ...state
    } = states.find((each) => each.processor === name) ?? {
      processor: name,
      ...NEVER_SEEN,
    }
    const offered = bins.find((each) => each.processor === name)?.count ?? 0
    return { name, kind, environment, bins: offered, balance: cents === null ? null : dollars(cents), ...state }
  })
}

const HEADINGS = [
  'NAME',
  'KIND',
  'ENVIRONMENT',
  'BINS',
  'CONNECTED',
  'LAST QUESTION',
  'UPDATES READ',
  'DEFERRED',
  'TO PUSH',
  'DIFFERING',
  'HOLDS DIFFERING',
  'BALANCE',
]

function cells(each: Listed): string[] {
  return [
    each.name,
    each.kind,
    each.environment,
    String(each.bins),
    shortTime(each.connected_at) || 'no',
    shortTime(each.asked_at) || 'never',
    shortTime(each.news_read_at) || 'never',
    String(each.deferred),
    String(each.pushing),
    String(each.differing),
    String(each.holds_differing),
    each.balance === null ? '' : `${each.balance.toFixed(2)} USD`,
  ]
}
