// What a processor still requires of a holder before the holder's cards can pay. It is stored, so that the explanation of a decline
// can name it without asking the processor.

import { textArray } from '../database/arrays.ts'
import type { Sql } from '../database/database.ts'
import type { Uuid } from '../ids.ts'
import type { Services } from '../services.ts'
import type { HolderRequirements } from './inbound.ts'

type Needed = Pick<Services, 'database'>

/** A holder without open requirements has neither a reason nor missing fields. */
export async function noteRequirements(
  { database }: Needed,
  processor: string,
  { holder, accountId, disabledReason, missing }: HolderRequirements,
): Promise<void> {
  await database.write`
    update processor_holders set disabled_reason = ${disabledReason ?? null}, past_due = ${textArray(missing)}::text::text[]
    where processor = ${processor} and account_id = ${accountId} and external_id = ${holder}`
}

/** Stores all open requirements. Those of the other holders are met. */
export async function replaceRequirements(
  services: Needed,
  processor: string,
  open: readonly HolderRequirements[],
): Promise<void> {
  await services.database.write`
    update processor_holders set disabled_reason = null, past_due = null
    where processor = ${processor} and external_id <> all (${textArray(open.map(({ holder }) => holder))}::text::text[])`
  for (const each of open) await noteRequirements(services, processor, each)
}

export type StoredRequirements = { disabled_reason: string | null; missing: string[] }

/** Undefined when the account has no holder there, or nothing is required of it. */
export async function readRequirements(
  sql: Sql,
  processor: string,
  accountId: Uuid,
): Promise<StoredRequirements | undefined> {
  const [row] = await sql<StoredRequirements[]>`
    select disabled_reason, to_jsonb(coalesce(past_due, array[]::text[])) as missing from processor_holders
    where processor = ${processor} and account_id = ${accountId}`
  return row && (row.disabled_reason !== null || row.missing.length > 0) ? row : undefined
}

export function describeRequirements({ holder, accountId, disabledReason, missing }: HolderRequirements): string {
  const effect = disabledReason === undefined ? '' : ` Its cards decline (${disabledReason}).`
  const wanted = missing.length > 0 ? ` Missing: ${missing.join(', ')}.` : ''
  return `The holder ${holder} of account ${accountId} is not verified.${effect}${wanted}`
}
