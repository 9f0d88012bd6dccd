// SQL in tagged templates. A statement is sent at once, so that statements keep the order in which they are written, and a
// commit cannot overtake the statements before it. Parts of statements are fragments (fragment.ts).

import type { ShardMap } from '../distributed/shards.ts'
import { type Hole, renderTemplate } from './fragment.ts'
import {
  binaryRequest,
  type Parameter,
  type Request,
  type Rows,
  type Statement,
  type Tag,
  textRequest,
} from './request.ts'
import type { RowReader } from './row-reader.ts'
import type { Writer } from './writer.ts'

export type Send = (request: Request) => Promise<Rows<never>>

export interface Sql {
  /** Where the rows are on several servers: a statement for several buckets is sent once per shard (bulk.ts). */
  readonly shards: ShardMap | undefined
  // biome-ignore lint/suspicious/noExplicitAny: the caller says what the columns of its own statement are
  <R extends readonly object[] = any[]>(strings: TemplateStringsArray, ...holes: Hole[]): Promise<R & Tag>
  /** Runs a text with `$1` and so on for its parameters. It is not prepared. */
  // biome-ignore lint/suspicious/noExplicitAny: as above
  unsafe<R extends readonly object[] = any[]>(text: string, parameters?: Parameter[]): Promise<R & Tag>
  /** A statement with parameters and rows in binary. */
  run<Row>(statement: Statement<Row>, write: (out: Writer) => void): Promise<Rows<Row>>
  /** A tag whose rows come in binary, each read by `readRow`: every column of the statement, in its order. */
  readBy<Row>(readRow: (row: RowReader) => Row): (strings: TemplateStringsArray, ...holes: Hole[]) => Promise<Rows<Row>>
}

export function sqlOver(send: Send, shards?: ShardMap): Sql {
  const start = (request: Request) => {
    const answer = send(request)
    // Prevents an unhandled rejection while the caller still awaits other statements; the caller gets the error later.
    answer.catch(() => {})
    return answer
  }
  const template = (strings: TemplateStringsArray, ...holes: Hole[]) => {
    const parameters: Parameter[] = []
    const text = renderTemplate(strings, holes, parameters)
    return start(textRequest(text, parameters, true))
  }
  const unsafe = (text: string, parameters: Parameter[] = []) => start(textRequest(text, parameters, false))
  const run = (statement: Statement<never>, write: (out: Writer) => void) => start(binaryRequest(statement, write))
  const readBy =
    (readRow: (row: RowReader) => unknown) =>
    (strings: TemplateStringsArray, ...holes: Hole[]) => {
      const parameters: Parameter[] = []
      const text = renderTemplate(strings, holes, parameters)
      return start({ ...textRequest(text, parameters, true, 'binary'), readRow })
    }
  return Object.assign(template, { shards, unsafe, run, readBy }) as unknown as Sql
}
