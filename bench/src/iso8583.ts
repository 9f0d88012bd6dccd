// --iso8583: how many messages of the network one core decodes and encodes in a second, in each dialect. The rate counts
// processor time, not time on the clock, so other programs on the machine change it little.

import { decode } from '../../server/src/iso8583/decode.ts'
import type { Dialect, Message } from '../../server/src/iso8583/dialect.ts'
import { shippedDialect } from '../../server/src/iso8583/dialects.ts'
import { encode } from '../../server/src/iso8583/encode.ts'
import { messages } from '../../server/test/iso8583/messages.ts'
import { median, type Row } from './report.ts'

const ROUNDS = 5
const MESSAGES_AT_ONCE = 1_000
/** The dialects of 1987: the message of the table is one of theirs. */
const DIALECTS = ['iso87-ascii', 'iso87-ascii-binary-bitmap', 'iso87-binary']

/** An authorization request of 18 fields. */
const request = messages[0]!

export function measureIso8583(seconds: number): Row[] {
  return DIALECTS.map((name) => shippedDialect(name)!).flatMap((dialect) => measureDialect(dialect, request, seconds))
}

function measureDialect(dialect: Dialect, message: Message, seconds: number): Row[] {
  const bytes = encode(dialect, message)
  const size = `0100 of ${message.fields.size} fields, ${bytes.length} bytes`
  return [
    rowOf(`${dialect.name}: decode a ${size}`, seconds, () => decode(dialect, bytes)),
    rowOf(`${dialect.name}: encode a ${size}`, seconds, () => encode(dialect, message)),
  ]
}

/** The median of some rounds; the first one warms the compiler up and does not count. */
function rowOf(name: string, seconds: number, work: () => unknown): Row {
  const costs = Array.from({ length: ROUNDS + 1 }, () => microsecondsOf(work, seconds / ROUNDS)).slice(1)
  const cost = median(costs)
  return { name, rate: 1_000_000 / cost, cost: { service: cost, postgres: 0 }, note: 'per second of one core' }
}

function microsecondsOf(work: () => unknown, seconds: number): number {
  const start = process.cpuUsage()
  let count = 0
  let used = 0
  while (used < seconds * 1_000_000) {
    for (let n = 0; n < MESSAGES_AT_ONCE; n++) work()
    count += MESSAGES_AT_ONCE
    const { user, system } = process.cpuUsage(start)
    used = user + system
  }
  return used / count
}
