// SQL in tagged templates. A template inside another is a part of its text; everything else in the holes is a
// parameter, and never becomes text.

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
export type Hole = Parameter | Query<unknown>

export interface Sql {
  // biome-ignore lint/suspicious/noExplicitAny: the caller says what the columns of its own statement are
  <R extends readonly object[] = any[]>(strings: TemplateStringsArray, ...holes: Hole[]): Query<R & Tag>
  /** A name of a table or column, as a part of a statement. */
  (name: string): Query<never>
  /** Text that is made elsewhere, with `$1` and so on for its parameters. Not prepared. */
  // biome-ignore lint/suspicious/noExplicitAny: as above
  unsafe<R extends readonly object[] = any[]>(text: string, parameters?: Parameter[]): Query<R & Tag>
  /** Sent at once. */
  run<Row>(statement: Statement<Row>, write: (out: Writer) => void): Promise<Rows<Row>>
}

type Render = (parameters: Parameter[]) => string

/** Sent when somebody first waits for it, or by `execute`; a part of another statement is never sent itself. */
export class Query<R> implements Promise<R> {
  readonly [Symbol.toStringTag] = 'Query'
  readonly #send: Send
  readonly #isPrepared: boolean
  #running: Promise<R> | undefined
  /** The text, with its parameters appended to those of the statement it is a part of. */
  readonly render: Render

  constructor(send: Send, render: Render, isPrepared: boolean) {
    this.#send = send
    this.render = render
    this.#isPrepared = isPrepared
  }

  execute(): Promise<R> {
    this.#running ??= this.#start()
    return this.#running
  }

  // biome-ignore lint/suspicious/noThenProperty: a statement is waited for like a promise
  then<A = R, B = never>(
    onDone?: ((rows: R) => A | PromiseLike<A>) | null,
    onFailed?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.execute().then(onDone, onFailed)
  }

  catch<B = never>(onFailed?: ((reason: unknown) => B | PromiseLike<B>) | null): Promise<R | B> {
    return this.execute().catch(onFailed)
  }

  finally(onEnd?: (() => void) | null): Promise<R> {
    return this.execute().finally(onEnd)
  }

  /** Sent at once. Rows come in binary, each read by `readRow`: every column of the statement, in its order. */
  async readBy<Row>(readRow: (row: RowReader) => Row): Promise<Rows<Row>> {
    const parameters: Parameter[] = []
    const text = this.render(parameters)
    return this.#send({ ...textRequest(text, parameters, this.#isPrepared, 'binary'), readRow })
  }

  async #start(): Promise<R> {
    const parameters: Parameter[] = []
    const text = this.render(parameters)
    return this.#send(textRequest(text, parameters, this.#isPrepared)) as Promise<R>
  }
}

function renderTemplate(strings: TemplateStringsArray, holes: readonly Hole[], parameters: Parameter[]): string {
  let text = strings[0]!
  for (let index = 0; index < holes.length; index++) {
    const hole = holes[index]!
    text += hole instanceof Query ? hole.render(parameters) : `$${parameters.push(hole)}`
    text += strings[index + 1]!
  }
  return text
}

export function sqlOver(send: Send): Sql {
  const template = (strings: TemplateStringsArray | string, ...holes: Hole[]) =>
    new Query(
      send,
      typeof strings === 'string'
        ? () => `"${strings.replaceAll('"', '""')}"`
        : (parameters) => renderTemplate(strings, holes, parameters),
      true,
    )
  const unsafe = (text: string, given: Parameter[] = []) => {
    const render = (parameters: Parameter[]) => {
      parameters.push(...given)
      return text
    }
    return new Query(send, render, false)
  }
  const run = (statement: Statement<never>, write: (out: Writer) => void) => send(binaryRequest(statement, write))
  return Object.assign(template, { unsafe, run }) as unknown as Sql
}
