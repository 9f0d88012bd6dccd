// Proves what cards and holds have counted in their limits: it is counted again from the history of each card. Cards are read in
// pages, each page in a snapshot of its own, since the counters of a card agree with its history in any snapshot.

import { monthOf, workspaceTime } from '../clock.ts'
import { plainArray } from '../database/arrays.ts'
import type { Database, Sql } from '../database/database.ts'
import { inSnapshot } from '../database/snapshot.ts'
import type { Uuid } from '../ids.ts'
import type { PagedCheck } from '../ledger/audit.ts'
import type { CardRow } from '../ledger/rows.ts'
import { type Limit, noControls } from '../ledger/stored-controls.ts'
import { cardColumns, cards } from '../ledger/tables.ts'
import { findEnd, lineOf } from './card-line.ts'
import { compareCard, compareHold } from './compare-counts.ts'
import { replayLife, Tally } from './replay-life.ts'
import { type Life, livesOf, readLives, selectRootsOfCards, stepsUntil } from './spending-history.ts'
import { beginningOf, isUnchanged, marksOf } from './usage-from-history.ts'
import { startOf, windowsAt } from './windows.ts'

const CARDS_IN_PAGE = 200
/** A card with more is read by itself. */
const MAX_ROOTS_IN_PAGE = 100
/** The history of a card with more entries is read without a snapshot, and again when the card was used meanwhile. */
const MAX_ENTRIES_IN_SNAPSHOT = 20_000
const MAX_ATTEMPTS = 3
const MAX_FAULTS = 20

export const usageCheck: PagedCheck = {
  name: 'what cards and holds have counted in their limits equals their history',
  async faults(database, bucket) {
    const faults: string[] = []
    let after = '00000000-0000-0000-0000-000000000000' as Uuid
    for (;;) {
      const page = await inSnapshot(database, (sql) => auditPage(sql, bucket, after))
      faults.push(...page.faults)
      for (const card of page.large) faults.push(...(await auditLarge(database, card)))
      if (page.last === undefined || faults.length >= MAX_FAULTS) return faults.slice(0, MAX_FAULTS)
      after = page.last
    }
  },
}

/** The time of each workspace of these cards whose books are checked. */
async function readTimes(sql: Sql, bucket: number, rows: readonly CardRow[]): Promise<Map<Uuid, Date>> {
  const ids = new Set(rows.map((card) => card.workspace_id))
  const found = await sql<{ id: Uuid; clock_offset_ms: bigint; wall: Date }[]>`
    select id, clock_offset_ms, clock_timestamp() as wall from workspaces
    where bucket = ${bucket} and id = any(${plainArray(ids)}::text::uuid[]) and live`
  return new Map(found.map(({ id, clock_offset_ms, wall }) => [id, workspaceTime(wall, clock_offset_ms)]))
}

type Page = { faults: string[]; large: CardRow[]; last: Uuid | undefined }

async function auditPage(sql: Sql, bucket: number, after: Uuid): Promise<Page> {
  const rows = await selectCards(sql, bucket, after)
  const times = await readTimes(sql, bucket, rows)
  const faults: string[] = []
  const large: CardRow[] = []
  const counting = rows.filter((card) => times.has(card.workspace_id) && mayCount(card, times.get(card.workspace_id)!))
  for (const [workspaceId, group] of Map.groupBy(counting, (card) => card.workspace_id)) {
    const now = times.get(workspaceId)!
    const isSmall = Map.groupBy(group, (card) => isReadTogether(card))
    const lives = await readTogether(sql, isSmall.get(true) ?? [], now)
    for (const card of group) {
      const own = lives.get(card.id)
      if (own) faults.push(...compare(card, new Tally(windowsAt(now)), own, now))
      else if (isLarge(card)) large.push(card)
      else faults.push(...(await auditAlone(sql, card, now)))
    }
  }
  return { faults, large, last: rows.length < CARDS_IN_PAGE ? undefined : rows.at(-1)!.id }
}

/** Nothing counts on the others: they have no controls, hold nothing, and were not used this month. */
function mayCount({ usage, controls, held_cents, month, last_used_at }: CardRow, now: Date): boolean {
  if (usage !== null || controls !== null || held_cents > 0n || month > monthOf(now)) return true
  return month === monthOf(now) || (last_used_at !== null && last_used_at >= startOf('month', now))
}

function isLarge({ authorization_count, settlement_count }: CardRow): boolean {
  return authorization_count + settlement_count > MAX_ENTRIES_IN_SNAPSHOT
}

function isReadTogether(card: CardRow): boolean {
  return card.replaces === null && !isLarge(card)
}

/** The lives of each card, except for cards with too many of them. */
async function readTogether(sql: Sql, group: readonly CardRow[], now: Date): Promise<Map<Uuid, Life[]>> {
  const lives = new Map<Uuid, Life[]>()
  if (group.length === 0) return lives
  const asked = group.map((card) => ({ id: card.id, since: sinceOf(card, card, now) }))
  const roots = await selectRootsOfCards(sql, group[0]!, asked, MAX_ROOTS_IN_PAGE + 1)
  const byCard = Map.groupBy(roots, ({ card_id }) => card_id)
  const few = roots.filter(({ card_id }) => byCard.get(card_id)!.length <= MAX_ROOTS_IN_PAGE)
  const all = new Map((await readLives(sql, group[0]!, few)).map((life) => [life.id, life]))
  for (const { id } of group) {
    const own = byCard.get(id) ?? []
    if (own.length > MAX_ROOTS_IN_PAGE) continue
    lives.set(
      id,
      [...new Set(own.map(({ root_id }) => root_id))].map((root) => all.get(root)!),
    )
  }
  return lives
}

/** With the cards that it replaced. */
async function auditAlone(sql: Sql, card: CardRow, now: Date): Promise<string[]> {
  const tally = new Tally(windowsAt(now))
  const line = await lineOf(sql, card)
  const since = sinceOf(line[0]!, card, now)
  for (const before of line.slice(0, -1)) {
    const end = await findEnd(sql, before)
    for await (const { steps } of livesOf(sql, before, since)) replayLife(tally, stepsUntil(steps, end))
  }
  const faults: string[] = []
  for await (const life of livesOf(sql, card, since)) faults.push(...faultsOfHold(card, tally, life, now))
  return [...compareCard(card, tally, now), ...faults]
}

function compare(card: CardRow, tally: Tally, lives: readonly Life[], now: Date): string[] {
  const faults = lives.flatMap((life) => faultsOfHold(card, tally, life, now))
  return [...compareCard(card, tally, now), ...faults]
}

function faultsOfHold(card: CardRow, tally: Tally, life: Life, now: Date): string[] {
  return compareHold(card, life, replayLife(tally, life.steps), now)
}

/** The monthly limit counts on every card, besides the card's own controls. */
function sinceOf(first: CardRow, { controls }: CardRow, now: Date): Date {
  const month: Limit = { window: 'month', amount: null, count: null, categories: [] }
  const { limits, uses } = controls ?? noControls
  return beginningOf(first, { limits: [...limits, month], uses }, now)
}

/** Tries again when the card was used while its history was read, and at last reads it in a snapshot. */
async function auditLarge(database: Database, card: CardRow): Promise<string[]> {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    const faults = await auditCurrent(database.read, card)
    const [later] = await cards.find(database.read, [card])
    if (faults.length === 0 || (later && isUnchanged(later, marksOf(card)))) return faults
    if (later) card = later
  }
  return inSnapshot(database, (sql) => auditCurrent(sql, card))
}

async function auditCurrent(sql: Sql, { bucket, id, workspace_id }: CardRow): Promise<string[]> {
  const [card] = await cards.find(sql, [{ bucket, id }])
  const now = card && (await readTimes(sql, bucket, [card])).get(workspace_id)
  return now ? auditAlone(sql, card, now) : []
}

function selectCards(sql: Sql, bucket: number, after: Uuid) {
  return sql.readBy(cards.read)`
    select ${cardColumns} from cards c where c.bucket = ${bucket} and c.id > ${after} order by c.id limit ${CARDS_IN_PAGE}`
}
