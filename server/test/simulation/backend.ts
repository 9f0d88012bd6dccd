// A real session with PostgreSQL behind a simulated connection. Sessions are kept between runs, because opening one takes
// longer than a run does. Their time limits are off: PostgreSQL's clock is real, and the scheduler decides when a wait ends.

import type { Socket } from 'node:net'
import { openConnection } from '../../src/database/wire/open-connection.ts'
import { type ConnectionOptions, targetOf } from '../../src/database/wire/target.ts'
import { FLUSH, messagesIn, query, SYNC } from './protocol.ts'

const NO_LIMITS = { lock_timeout: '0', statement_timeout: '0', idle_in_transaction_session_timeout: '0' }
/** The status `I` of ReadyForQuery. */
const IDLE = 73
const CANCELLED = 'C57014'

export class Backend {
  readonly kind: string
  pid = 0
  /** It is in a transaction, or in the middle of a group. */
  mayHoldLocks = false
  /** It has not answered what it was sent: it works, or it waits for a lock. */
  isBusy = false
  /** The state that the next cancelled statement reports, as if PostgreSQL itself had ended it. */
  cancelledAs = ''
  readonly #socket: Socket
  #bytes: Buffer = Buffer.alloc(0)
  #answer: Buffer[] = []
  /** After an error the server skips everything up to the Sync, and answers none of it. */
  #hasFailed = false
  #due = { statements: 0, isWhole: false }
  #onProgress = () => {}

  private constructor(socket: Socket, kind: string) {
    this.#socket = socket
    this.kind = kind
    socket.on('data', (chunk: Buffer) => this.#receive(chunk))
    socket.on('error', () => {})
  }

  static async open(connection: ConnectionOptions, settings: Record<string, string>): Promise<Backend> {
    const { user, database, client_encoding, ...rest } = settings
    const target = targetOf(connection, { ...rest, ...NO_LIMITS })
    const backend = new Backend(await openConnection(target, new AbortController().signal), kindOf(settings))
    backend.pid = Number(columnIn(await backend.#exchange(query('select pg_backend_pid()'))))
    return backend
  }

  /** Sends a part of a group: some statements, with the Sync or without it. */
  send(statements: readonly Buffer[], isWhole: boolean): void {
    this.mayHoldLocks = true
    this.isBusy = isWhole || !this.#hasFailed
    this.#due = { statements: statements.length, isWhole }
    this.#socket.write(Buffer.concat(isWhole ? statements : [...statements, FLUSH]))
  }

  /** The answer to the group, once it is whole. */
  takeAnswer(): Buffer | undefined {
    if (this.isBusy || !this.#due.isWhole) return undefined
    this.#due = { statements: 0, isWhole: false }
    return Buffer.concat(this.#answer.splice(0))
  }

  progress(): Promise<void> {
    return new Promise((resolve) => {
      if (!this.isBusy) resolve()
      else this.#onProgress = resolve
    })
  }

  /** Ends the transaction and forgets what the last client prepared, so that the next one finds a new session. */
  async reset(): Promise<void> {
    await this.#exchange(SYNC) // a group may have been delivered in part
    await this.#exchange(query('rollback; deallocate all'))
  }

  close(): void {
    this.#socket.destroy()
  }

  async #exchange(message: Buffer): Promise<Buffer> {
    this.send([message], true)
    await this.progress()
    return this.takeAnswer()!
  }

  #receive(chunk: Buffer): void {
    this.#bytes = this.#bytes.length === 0 ? chunk : Buffer.concat([this.#bytes, chunk])
    let used = 0
    while (this.#bytes.length - used >= 5) {
      const end = used + 1 + this.#bytes.readInt32BE(used + 1)
      if (end > this.#bytes.length) break
      this.#take(Buffer.from(this.#bytes.subarray(used, end)))
      used = end
    }
    this.#bytes = this.#bytes.subarray(used)
  }

  #take(message: Buffer): void {
    const type = String.fromCharCode(message[0]!)
    if (type === 'E') this.#disguise(message)
    this.#answer.push(message)
    if (type === 'C' || type === 'I') this.#due.statements -= 1
    if (type === 'E') this.#hasFailed = true
    if (type === 'Z') {
      this.mayHoldLocks = message[5] !== IDLE
      this.#hasFailed = false
    }
    if (type === 'Z' || (!this.#due.isWhole && (this.#hasFailed || this.#due.statements === 0))) {
      this.isBusy = false
      this.#onProgress()
    }
  }

  #disguise(error: Buffer): void {
    const at = error.indexOf(CANCELLED)
    if (at >= 0 && this.cancelledAs !== '') error.write(`C${this.cancelledAs}`, at)
    this.cancelledAs = ''
  }
}

export function kindOf(settings: Record<string, string>): string {
  return JSON.stringify(settings)
}

/** The first column of the only row. */
function columnIn(answer: Buffer): string {
  const row = [...messagesIn(answer)].find(({ type }) => type === 'D')!
  return answer.toString('latin1', row.start + 11, row.end)
}
