// Renders an event as its receivers see it. A body is either stored with the event or made from rows that never change, so it
// is the same text on every retry. Passcodes are stored sealed and opened only here.

import type { EnvironmentName } from '../accounts/environments.ts'
import type { Config } from '../config/config.ts'
import { plainArray } from '../database/arrays.ts'
import type { Sql } from '../database/database.ts'
import { type EventType, eventTypeOfCode } from '../events/event-types.ts'
import type { WorkspaceKey } from '../ids.ts'
import { publicId, type Uuid } from '../ids.ts'
import { type ChallengeRow, ChallengeStatus } from '../ledger/rows.ts'
import { spendRequests } from '../ledger/tables.ts'
import { ruleResultsOf } from '../rules/rule-results.ts'
import { presentSpendRequest } from '../spend-requests/spend-request.ts'
import { challengeColumns, MASKED_OTP, presentChallenge } from '../three-ds/challenge.ts'
import {
  joinDetails,
  readTransaction,
  type TransactionWithMerchant,
  transactionColumns,
} from '../transactions/find-transaction.ts'
import { presentTransactionEvent } from '../transactions/present-transaction.ts'
import type { Vault } from '../vault/vault.ts'
import type { EventRow } from './event-rows.ts'

export type RenderedEvent = {
  row: EventRow
  id: string
  type: EventType
  /** The payload, exactly as it is signed and sent. */
  text: string
}

type Source = WorkspaceKey & { environment: EnvironmentName }

/** One query for each kind of subject, whatever the number of events. */
export async function renderEvents(
  { sql, vault, config, isMasked = false }: { sql: Sql; vault: Vault; config: Config; isMasked?: boolean },
  source: Source,
  rows: readonly EventRow[],
): Promise<RenderedEvent[]> {
  const transactions = subjectsOf(rows, (type) => type.startsWith('transaction.'))
  const challenges = subjectsOf(rows, (type) => type === '3ds.challenge')
  const bodies = new Map<Uuid, string>()
  if (transactions.length > 0)
    for (const row of await selectTransactions(sql, source, transactions))
      bodies.set(row.id, await transactionBody(sql, source, row))
  if (challenges.length > 0)
    for (const row of await selectChallenges(sql, source, challenges))
      bodies.set(row.id, await challengeBody(vault, row, isMasked))
  const requests = subjectsOf(rows, (type) => type.startsWith('spend_request.'))
  if (requests.length > 0)
    for (const row of await spendRequests.find(
      sql,
      requests.map((id) => ({ bucket: source.bucket, id })),
    ))
      bodies.set(row.id, JSON.stringify(presentSpendRequest({ config }, source.environment, row)))
  return rows.map((row) => render(source, row, row.data ?? bodies.get(row.subject_id!) ?? 'null'))
}

function render(source: Source, row: EventRow, data: string): RenderedEvent {
  const id = publicId('event', row.bucket, row.id)
  const type = eventTypeOfCode(row.type)
  const head = `{"id":"${id}","type":"${type}","created_at":"${row.created_at.toISOString()}"`
  return {
    row,
    id,
    type,
    text: `${head},"environment":"${source.environment}","sequence":${row.sequence},"data":${data}}`,
  }
}

function subjectsOf(rows: readonly EventRow[], isWanted: (type: EventType) => boolean): Uuid[] {
  return rows.flatMap((row) => (row.subject_id && isWanted(eventTypeOfCode(row.type)) ? [row.subject_id] : []))
}

// The ids come from events of this workspace. With a condition on the workspace, or with a list of ids, a planner without
// statistics would use the index by workspace instead of the primary key, and read all its transactions.

function selectTransactions(sql: Sql, { bucket }: Source, ids: Uuid[]) {
  return sql.readBy(readTransaction)`
    select ${transactionColumns} from unnest(${plainArray(new Set(ids))}::text::uuid[]) as r (id)
    join transactions t on t.bucket = ${bucket} and t.id = r.id
    join merchants m on m.bucket = t.bucket and m.id = t.merchant_id
    ${joinDetails(bucket)}`
}

function selectChallenges(sql: Sql, { bucket }: Source, ids: Uuid[]) {
  return sql<ChallengeRow[]>`
    select ${challengeColumns} from unnest(${plainArray(new Set(ids))}::text::uuid[]) as r (id)
    join three_ds_challenges h on h.bucket = ${bucket} and h.id = r.id`
}

async function transactionBody(sql: Sql, source: Source, row: TransactionWithMerchant): Promise<string> {
  const shown = presentTransactionEvent(row, row)
  return JSON.stringify({ ...shown, rule_results: await ruleResultsOf(sql, source, row) })
}

/** The challenge as it was when the event happened. */
async function challengeBody(vault: Vault, row: ChallengeRow, isMasked: boolean): Promise<string> {
  const asMade = { ...row, status: ChallengeStatus.pending, answer: null }
  const shown = await presentChallenge(vault, asMade, row.created_at)
  return JSON.stringify(isMasked && shown.otp !== null ? { ...shown, otp: MASKED_OTP } : shown)
}

/** The ids of the challenges whose passcodes these events show, for the audit log. */
export function passcodesIn(events: readonly RenderedEvent[]): string[] {
  return events
    .filter(({ type }) => type === '3ds.challenge')
    .map(({ row }) => publicId('challenge', row.bucket, row.subject_id!))
}
