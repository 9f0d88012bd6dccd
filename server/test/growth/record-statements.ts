// Records every statement that the service sends while a scenario runs, with the parameters of its last executions. All
// statements pass through `Connection.send`, so a new statement is recorded as well, however it was created.

import { Connection } from '../../src/database/wire/connection.ts'
import type { Request } from '../../src/database/wire/request.ts'
import { Writer } from '../../src/database/wire/writer.ts'

const MAX_EXECUTIONS = 3

/** The encoded parameters, because the rows that they were created from may change later. */
export type Execution = { types: readonly number[]; parameters: Buffer; connection: Connection }
export type Recording = Map<string, Execution[]>

/** Resolves with the result of `scenario` and everything that this process sent in the meantime. */
export async function recordStatements<T>(scenario: () => Promise<T>): Promise<{ result: T; recording: Recording }> {
  const recording: Recording = new Map()
  const { send } = Connection.prototype
  Connection.prototype.send = function (this: Connection, request: Request) {
    note(recording, this, request)
    return send.call(this, request)
  }
  try {
    return { result: await scenario(), recording }
  } finally {
    Connection.prototype.send = send
  }
}

/** The statement on one line, because line breaks do not matter. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

function note(recording: Recording, connection: Connection, request: Request): void {
  const text = oneLine(request.text)
  const known = recording.get(text) ?? []
  const out = new Writer()
  request.writeParameters(out)
  known.push({ types: request.types, parameters: Buffer.from(out.take()), connection })
  recording.set(text, known.slice(-MAX_EXECUTIONS))
}

/** The parameters of an execution as text, converted by the server, which can decode them. */
export async function parameterTexts({ types, parameters, connection }: Execution): Promise<(string | null)[]> {
  if (types.length === 0) return []
  const rows = await askNow(connection, {
    text: `select ${types.map((_, index) => `$${index + 1}::text as p${index}`).join(', ')}`,
    types,
    key: undefined,
    readRow: undefined,
    writeParameters: (out) => out.raw(parameters),
  })
  return Object.values(rows[0] as unknown as Record<string, string | null>)
}

/** Whether the statements of this connection are planned to use indexes only. */
export async function isByIndex(connection: Connection): Promise<boolean> {
  const rows = await askNow(connection, {
    text: 'show enable_seqscan',
    types: [],
    key: undefined,
    readRow: undefined,
    writeParameters(out) {
      for (let n = 0; n < 2; n++) out.int16(0)
    },
  })
  return (rows[0] as unknown as { enable_seqscan: string }).enable_seqscan === 'off'
}

/** Clears the deadline of the last user of the connection, which is over. */
function askNow(connection: Connection, request: Request) {
  connection.deadline = undefined
  return connection.send(request)
}
