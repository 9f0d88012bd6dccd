// The row of each processor: its signing secrets, how far its updates were read, and the balance there.

import { textArray } from '../database/arrays.ts'
import { type Database, integerLiteral, type Sql } from '../database/database.ts'
import { HoldStatus } from '../ledger/rows.ts'
import type { Vault } from '../vault/vault.ts'

/** A constant in the statement, so that the planner can use the index, which has only open holds. */
const OPEN = integerLiteral(HoldStatus.pending)

type Needed = { database: Database; vault: Vault; clock: () => Date }

export async function readSecrets({ database, vault }: Needed): Promise<Map<string, readonly string[]>> {
  const rows = await database.readByKey<{ processor: string; secrets_sealed: Buffer | null }[]>`
    select processor, secrets_sealed from processor_states where secrets_sealed is not null`
  const opened = rows.map(async ({ processor, secrets_sealed }) => {
    const text = (await vault.open(secrets_sealed!, secretsContext(processor))).toString()
    return [processor, JSON.parse(text) as string[]] as const
  })
  return new Map(await Promise.all(opened))
}

export async function storeSecrets(
  { database, vault, clock }: Needed,
  processor: string,
  secrets: readonly string[],
): Promise<void> {
  const sealed = vault.seal(JSON.stringify(secrets), secretsContext(processor))
  await database.write`
    insert into processor_states (processor, secrets_sealed, connected_at) values (${processor}, ${sealed}, ${clock()})
    on conflict (processor) do update set secrets_sealed = excluded.secrets_sealed, connected_at = excluded.connected_at`
}

/** The addresses that `connect` has enrolled and not removed. */
export async function readEnrolled({ database }: Pick<Needed, 'database'>, processor: string): Promise<string[]> {
  const [row] = await database.readByKey<{ enrolled_urls: string[] | null }[]>`
    select to_jsonb(enrolled_urls) as enrolled_urls from processor_states where processor = ${processor}`
  return row?.enrolled_urls ?? []
}

export async function storeEnrolled({ database }: Needed, processor: string, urls: readonly string[]): Promise<void> {
  await database.write`
    insert into processor_states (processor, enrolled_urls) values (${processor}, ${textArray([...new Set(urls)])}::text::text[])
    on conflict (processor) do update set enrolled_urls = excluded.enrolled_urls`
}

function secretsContext(processor: string): string {
  return `processor secrets:${processor}`
}

export async function noteAsked({ database, clock }: Needed, processor: string): Promise<void> {
  await database.write`
    insert into processor_states (processor, asked_at) values (${processor}, ${clock()})
    on conflict (processor) do update set asked_at = excluded.asked_at`
}

/** Lets one process at a time poll: the one that moves the time of the last poll. Undefined when another process just did. */
export async function claimPoll(
  { database, clock }: Needed,
  processor: string,
  everyMs: number,
): Promise<{ cursor: string | null } | undefined> {
  const now = clock()
  const [row] = await database.write<{ cursor: string | null }[]>`
    insert into processor_states as s (processor, polled_at, first_polled_at) values (${processor}, ${now}, ${now})
    on conflict (processor) do update set polled_at = excluded.polled_at,
      first_polled_at = coalesce(s.first_polled_at, excluded.first_polled_at)
    where s.polled_at is null or s.polled_at <= ${new Date(now.getTime() - everyMs)}
    returning cursor`
  return row
}

/** Lets one process at a time compare the holds of a processor. False when another process just did. */
export async function claimComparison(
  { database, clock }: Needed,
  processor: string,
  everyMs: number,
): Promise<boolean> {
  const now = clock()
  const claimed = await database.write`
    insert into processor_states as s (processor, holds_compared_at) values (${processor}, ${now})
    on conflict (processor) do update set holds_compared_at = excluded.holds_compared_at
    where s.holds_compared_at is null or s.holds_compared_at <= ${new Date(now.getTime() - everyMs)}
    returning processor`
  return claimed.length > 0
}

export async function saveCursor({ database }: Needed, processor: string, cursor: string): Promise<void> {
  await database.write`update processor_states set cursor = ${cursor} where processor = ${processor}`
}

export async function saveBalance({ database, clock }: Needed, processor: string, cents: bigint): Promise<void> {
  await database.write`
    update processor_states set balance_cents = ${cents}, balance_at = ${clock()} where processor = ${processor}`
}

/** The processor has answered, and everything in its answer was taken. */
export async function noteUpdatesRead({ database, clock }: Needed, processor: string): Promise<void> {
  await database.write`update processor_states set news_read_at = ${clock()} where processor = ${processor}`
}

const MAX_HOLDS = 10_000

/**
 * The sum of open holds of this processor's cards in all workspaces, which merchants may take from the balance at any moment. With
 * very many holds only a part is summed, so the result is a minimum. It runs in the background.
 */
export async function saveHeld({ database }: Needed, processor: string): Promise<void> {
  await database.background.write`
    update processor_states set held_cents = (
      select coalesce(sum(few.held_cents), 0)::bigint from (
        select h.held_cents from holds h join processor_cards p on p.bucket = h.bucket and p.id = h.card_id
        where h.status = ${OPEN} and p.processor = ${processor} limit ${MAX_HOLDS}) as few
    ) where processor = ${processor}`
}

export type ProcessorState = {
  processor: string
  connected_at: Date | null
  /** The last attempt to read events, the first one, and the last that succeeded. */
  polled_at: Date | null
  first_polled_at: Date | null
  news_read_at: Date | null
  asked_at: Date | null
  balance_cents: bigint | null
  balance_at: Date | null
  held_cents: bigint | null
  deferred: number
  pushing: number
  /** Cards whose state at the processor has differed from ours for an hour. */
  differing: number
  /** Open holds for which the processor holds another amount. */
  holds_differing: number
}

const DIFFERS_LONG_MS = 3_600_000

/**
 * Counted up to a thousand; the exact number beyond that does not matter. Cards are counted apart, for each of the few
 * processors, because a distributed database refuses to join them with rows that lie on its coordinator alone.
 */
export async function readStates({ database, clock }: Pick<Needed, 'database' | 'clock'>): Promise<ProcessorState[]> {
  const { readByKey } = database
  const states = await readByKey<Omit<ProcessorState, 'pushing' | 'differing' | 'holds_differing'>[]>`
    select s.processor, s.connected_at, s.polled_at, s.first_polled_at, s.news_read_at, s.asked_at, s.balance_cents,
      s.balance_at, s.held_cents,
      (select count(*)::integer from (select id from processor_parked p where p.processor = s.processor limit 1000) as few) as deferred
    from processor_states s order by s.processor`
  const before = new Date(clock().getTime() - DIFFERS_LONG_MS)
  return Promise.all(
    states.map(async (state) => ({ ...state, ...(await countPushes(readByKey, state.processor, before)) })),
  )
}

async function countPushes(sql: Sql, processor: string, before: Date) {
  const [counts] = await sql<{ pushing: number; differing: number; holds_differing: number }[]>`
    select
      (select count(*)::integer from (select bucket from processor_cards c where c.push_at is not null and c.processor = ${processor} limit 1000) as few) as pushing,
      (select count(*)::integer from (select bucket from processor_cards c where c.push_at is not null and c.differs_since < ${before} and c.processor = ${processor} limit 1000) as few) as differing,
      (select count(*)::integer from (select bucket from processor_authorizations a where a.differs_since is not null and a.processor = ${processor} limit 1000) as few) as holds_differing`
  return counts!
}
