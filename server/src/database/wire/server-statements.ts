// The statements that one session has prepared, and the messages that prepare and execute them.

import type { Request } from './request.ts'
import type { Field } from './text-results.ts'
import type { Writer } from './writer.ts'

/** A statement as the server knows it in this session. */
export type ServerStatement = { name: string; fields: Field[]; isParsed: boolean }

export class ServerStatements {
  readonly #known = new Map<object | string, ServerStatement>()
  #named = 0

  /** Writes a whole request, or nothing. */
  write(out: Writer, request: Request): ServerStatement {
    const start = out.length
    const known = request.key === undefined ? undefined : this.#known.get(request.key)
    try {
      const statement = known ?? this.#parse(out, request)
      execute(out, statement.name, request)
      if (!known && request.key !== undefined) this.#known.set(request.key, statement)
      return statement
    } catch (error) {
      out.truncate(start)
      throw error
    }
  }

  /** Forgets a statement that the server refused or skipped, so that the next use parses it again. */
  forget(request: Request): void {
    if (request.key !== undefined) this.#known.delete(request.key)
  }

  #parse(out: Writer, { text, types, key, readRow }: Request): ServerStatement {
    const name = key === undefined ? '' : `s${this.#named++}`
    const parse = out.begin('P')
    out.cstring(name)
    out.cstring(text)
    out.int16(types.length)
    for (const type of types) out.int32(type)
    out.end(parse)
    if (!readRow) describe(out, name)
    return { name, fields: [], isParsed: false }
  }
}

function describe(out: Writer, name: string): void {
  const message = out.begin('D')
  out.byte(83) // S, a statement
  out.cstring(name)
  out.end(message)
}

function execute(out: Writer, name: string, request: Request): void {
  const bind = out.begin('B')
  out.cstring('') // the unnamed portal
  out.cstring(name)
  request.writeParameters(out)
  // The format of the result: binary for all columns, or text.
  out.int16(request.readRow ? 1 : 0)
  if (request.readRow) out.int16(1)
  out.end(bind)
  const run = out.begin('E')
  out.cstring('')
  out.int32(0) // all rows
  out.end(run)
}
