// Notes every request of the API without making one wait: what was answered is gathered in memory and written in
// batches. It is a help for developers and no record of the books, so what cannot be written in time is dropped and
// counted.

import type { Logger } from 'pino'
import { Environment, type Workspace } from '../accounts/workspace.ts'
import { insertOf, integer, smallint, text, uuid } from '../database/bulk.ts'
import { type Database, unavailable } from '../database/database.ts'
import { timeOfUuid, type Uuid, uuidOfRequest } from '../ids.ts'
import { describeFailure, withoutSecrets } from '../log.ts'
import type { Metrics } from '../metrics.ts'

export const KEPT_MS = 7 * 24 * 3_600_000

const GATHER_MS = 250
const AGAIN_MS = 1_000
const MOST_IN_BATCH = 500
/** Two seconds of the busiest service. */
const MOST_WAITING = 20_000
const LONGEST_PATH = 500
const LONGEST_IP = 64

export type AnsweredRequest = {
  requestId: string
  workspace: Pick<Workspace, 'bucket' | 'accountId' | 'environment' | 'actor'>
  method: string
  /** As it was asked for, with its query. */
  url: string
  status: number
  ms: number
  error: string | null
  ip: string | undefined
}

type RequestRow = AnsweredRequest & { id: Uuid }

const insertRequests = insertOf<RequestRow>(
  'request_log',
  {
    id: uuid((row) => row.id),
    bucket: smallint((row) => row.workspace.bucket),
    account_id: uuid((row) => row.workspace.accountId),
    environment: smallint((row) => Environment[row.workspace.environment]),
    status: smallint((row) => row.status),
    duration_ms: integer((row) => Math.round(row.ms)),
    method: text((row) => row.method),
    path: text(pathOf),
    error: text((row) => row.error),
    actor: text((row) => row.workspace.actor),
    ip: text((row) => row.ip?.slice(0, LONGEST_IP) ?? ''),
  },
  'on conflict do nothing', // a batch whose commit was not heard of is written again
)

/** A key or a card number in a path is a mistake, and refused: only then is it looked for. */
function pathOf({ url, status }: AnsweredRequest): string {
  const end = url.indexOf('?')
  const path = (end < 0 ? url : url.slice(0, end)).slice(0, LONGEST_PATH)
  return status < 400 ? path : withoutSecrets(path)
}

type Needs = { database: Pick<Database, 'write'>; metrics: Pick<Metrics, 'requestLogDropped'>; log: Logger }

export class RequestLog {
  readonly #needs: Needs
  #waiting: AnsweredRequest[] = []
  #timer: NodeJS.Timeout | undefined
  #writing: Promise<void> | undefined
  #isFailing = false

  constructor(needs: Needs) {
    this.#needs = needs
  }

  add(request: AnsweredRequest): void {
    if (this.#waiting.length >= MOST_WAITING) {
      this.#needs.metrics.requestLogDropped.inc()
      return
    }
    this.#waiting.push(request)
    if (this.#waiting.length >= MOST_IN_BATCH && !this.#writing && !this.#isFailing) void this.flush()
    else this.#timer ??= setTimeout(() => void this.flush(), this.#isFailing ? AGAIN_MS : GATHER_MS).unref()
  }

  /** Resolves when what was added before has been written, or could not be. */
  async flush(): Promise<void> {
    await this.#writing
    this.#writing ??= this.#writeWaiting().finally(() => {
      this.#writing = undefined
    })
    await this.#writing
  }

  async #writeWaiting(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    // What is added meanwhile is gathered for the next time.
    for (let left = this.#waiting.length; left > 0; left -= MOST_IN_BATCH) {
      const batch = this.#waiting.splice(0, Math.min(left, MOST_IN_BATCH))
      if (!(await this.#write(batch))) break
    }
    if (this.#waiting.length > 0)
      this.#timer ??= setTimeout(() => void this.flush(), this.#isFailing ? AGAIN_MS : GATHER_MS).unref()
  }

  async #write(batch: AnsweredRequest[]): Promise<boolean> {
    const oldest = Date.now() - KEPT_MS
    const rows = batch
      .map((request) => ({ ...request, id: uuidOfRequest(request.requestId) }))
      .filter(({ id }) => timeOfUuid(id).getTime() > oldest) // a stream may have been open for longer
    try {
      if (rows.length > 0) await insertRequests(this.#needs.database.write, rows)
      this.#isFailing = false
      return true
    } catch (error) {
      this.#fail(batch, error)
      return false
    }
  }

  /** Kept for another try while there is room, unless it is the rows that are at fault. */
  #fail(batch: AnsweredRequest[], error: unknown): void {
    const isAway = unavailable(error) !== error
    if (!this.#isFailing) this.#needs.log.warn(describeFailure(error), 'the request log cannot be written')
    this.#isFailing = true
    const room = isAway ? MOST_WAITING - this.#waiting.length : 0
    this.#waiting = [...batch.slice(0, room), ...this.#waiting]
    this.#needs.metrics.requestLogDropped.inc(Math.max(0, batch.length - room))
  }
}
