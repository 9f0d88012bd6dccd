// Records every request of the API without delaying any.

import type { Logger } from 'pino'
import { Environment } from '../accounts/environments.ts'
import type { Workspace } from '../accounts/workspace.ts'
import { insertOf, integer, smallint, text, uuid } from '../database/bulk.ts'
import type { Database } from '../database/database.ts'
import { GatheredRows } from '../database/gathered-rows.ts'
import { timeOfUuid, type Uuid, uuidOfRequest } from '../ids.ts'
import { withoutSecrets } from '../log.ts'
import type { Metrics } from '../metrics.ts'

declare module '../services.ts' {
  interface Services {
    requestLog: RequestLog
  }
}

export const KEPT_MS = 7 * 24 * 3_600_000

const MAX_PATH_LENGTH = 500
const MAX_IP_LENGTH = 64

export type AnsweredRequest = {
  requestId: string
  workspace: Pick<Workspace, 'bucket' | 'accountId' | 'environment' | 'actor'>
  method: string
  /** The path as requested, with its query. */
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
    ip: text((row) => row.ip?.slice(0, MAX_IP_LENGTH) ?? ''),
  },
  'on conflict do nothing', // a batch is written again when the answer to its commit was lost
)

/** A key or a card number in a path is a mistake and is refused, so only refused requests are searched for one. */
function pathOf({ url, status }: AnsweredRequest): string {
  const end = url.indexOf('?')
  const path = (end < 0 ? url : url.slice(0, end)).slice(0, MAX_PATH_LENGTH)
  return status < 400 ? path : withoutSecrets(path)
}

type Needs = {
  database: Pick<Database, 'write' | 'isDistributed'>
  metrics: Pick<Metrics, 'requestLogDropped'>
  log: Logger
}

export class RequestLog {
  readonly #rows: GatheredRows<AnsweredRequest>

  constructor({ database, metrics, log }: Needs) {
    this.#rows = new GatheredRows({
      name: 'request log',
      log,
      database,
      write: (batch) => insertKept(database, batch),
      onDropped: (count) => metrics.requestLogDropped.inc(count),
    })
  }

  add(request: AnsweredRequest): void {
    this.#rows.add(request)
  }

  /** Resolves when what was added before has been written, or could not be. */
  flush(): Promise<void> {
    return this.#rows.flush()
  }
}

async function insertKept({ write }: Needs['database'], batch: readonly AnsweredRequest[]): Promise<void> {
  const oldest = Date.now() - KEPT_MS
  const rows = batch
    .map((request) => ({ ...request, id: uuidOfRequest(request.requestId) }))
    .filter(({ id }) => timeOfUuid(id).getTime() > oldest) // a stream may have been open for longer
  if (rows.length > 0) await insertRequests(write, rows)
}
