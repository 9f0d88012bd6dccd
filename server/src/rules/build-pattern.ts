// Builds the pattern of a card from its history, when the card was used before any rule needed the pattern. It is built without
// a lock and stored only if nothing has happened to the card meanwhile, which the card's counters of authorizations and
// declines show.

import { plainArray } from '../database/arrays.ts'
import type { Database, Sql } from '../database/database.ts'
import type { Uuid } from '../ids.ts'
import { insertCardMerchants } from '../ledger/rule-rows.ts'
import type { Knowledge } from './attributes.ts'
import { merchantKey } from './merchant-key.ts'
import { COUNTED_MS, newPattern, noteSlot, type Pattern } from './pattern.ts'
import { encodePattern } from './pattern-bytes.ts'

type Card = { bucket: number; id: Uuid; workspace_id: Uuid }
type Needed = Pick<Database, 'readByKey' | 'write'>

const MAX_INSERTED = 5_000
const building = new Map<Uuid, Promise<void>>()

/** Runs once at a time per card, however many callers wait. The next lock of the card shows whether it was stored. */
export function buildPattern(database: Needed, card: Card, knowledge: Knowledge, now: Date): Promise<void> {
  const running = building.get(card.id)
  if (running) return running
  const begun = build(database, card, knowledge === 'ever', now).finally(() => building.delete(card.id))
  building.set(card.id, begun)
  return begun
}

async function build({ readByKey: sql, write }: Needed, card: Card, knowsEver: boolean, now: Date): Promise<void> {
  const mark = await readMark(sql, card)
  if (!mark) return
  const pattern: Pattern = { ...newPattern(), knowsEver }
  for (const { minute, purchases, declines } of await selectMinutes(sql, card, new Date(now.getTime() - COUNTED_MS)))
    noteSlot(pattern, minute, purchases, declines)
  if (knowsEver) await learnMerchants(sql, write, card, pattern)
  await storePattern(write, card, mark, encodePattern(pattern))
}

type Mark = { authorization_count: number; decline_count: number }

async function readMark(sql: Sql, { bucket, id, workspace_id }: Card): Promise<Mark | undefined> {
  const [row] = await sql<Mark[]>`
    select authorization_count, decline_count from cards
    where bucket = ${bucket} and id = ${id} and workspace_id = ${workspace_id}`
  return row
}

type Minute = { minute: number; purchases: number; declines: number }

/** Oldest first. */
function selectMinutes(sql: Sql, { bucket, id }: Card, since: Date) {
  return sql<Minute[]>`
    select floor(extract(epoch from created_at) / 60)::integer as minute,
      (count(*) filter (where type = 1))::integer as purchases, (count(*) filter (where type = 4))::integer as declines
    from transactions
    where bucket = ${bucket} and card_id = ${id} and created_at >= ${since}
      and (type = 4 or (type = 1 and authorization_id is null))
    group by 1 order by 1`
}

/** Merchants are stored at once, since they are true whether or not the pattern is stored. */
async function learnMerchants(sql: Sql, write: Sql, card: Card, pattern: Pattern): Promise<void> {
  const { bucket, id: card_id, workspace_id } = card
  const merchants = await selectMerchants(sql, card)
  const keys = new Set<string>()
  for (const { name, network_id, country } of merchants) {
    pattern.countries.add(country)
    keys.add(merchantKey(network_id, name))
  }
  const rows = [...keys].map((merchant) => ({ merchant, bucket, card_id, workspace_id }))
  for (let from = 0; from < rows.length; from += MAX_INSERTED)
    await insertCardMerchants(write, rows.slice(from, from + MAX_INSERTED))
}

type PastMerchant = { name: string; network_id: string | null; country: string }

async function selectMerchants(sql: Sql, { bucket, id }: Card): Promise<PastMerchant[]> {
  const ids = await sql<{ merchant_id: Uuid }[]>`
    select distinct merchant_id from transactions
    where bucket = ${bucket} and card_id = ${id} and type = 1 and authorization_id is null`
  return sql<PastMerchant[]>`
    select m.name, m.network_id, m.country from unnest(${plainArray(ids.map((row) => row.merchant_id))}::text::uuid[]) as r (id)
    join merchants m on m.bucket = ${bucket} and m.id = r.id`
}

async function storePattern(write: Sql, { bucket, id, workspace_id }: Card, mark: Mark, bytes: Buffer): Promise<void> {
  await write`
    update cards set pattern = ${bytes}
    where bucket = ${bucket} and id = ${id} and workspace_id = ${workspace_id}
      and authorization_count = ${mark.authorization_count} and decline_count = ${mark.decline_count}`
}
