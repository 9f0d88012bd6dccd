// What a batch reads in its first round trip: the cards under their locks, the challenges it will use up,
// the time and liveness of the workspaces, and the answers already given under its idempotency keys.

import { workspaceTime } from '../clock.ts'
import { plainArray } from '../database/arrays.ts'
import type { Tx } from '../database/database.ts'
import { type AnswerRow, findAnswers, type KeyedRequest } from '../http/idempotency.ts'
import type { Uuid } from '../ids.ts'
import { type PackedCard, packedCard, unpackCard } from '../ledger/packed-card.ts'
import type { CardRow } from '../ledger/rows.ts'
import { type ChallengeRow, challengeColumns } from '../three-ds/challenge.ts'
import type { Item } from './lane-item.ts'

/** `now` is one Date for the whole batch: columns whose values are all the same travel as one. */
export type WorkspaceState = { id: Uuid; live: boolean; now: Date }

export type BatchState = {
  wall: Date
  cards: Map<Uuid, CardRow>
  workspaces: Map<Uuid, WorkspaceState>
  challenges: Map<Uuid, ChallengeRow>
  answers: Map<string, AnswerRow>
  /** Answers too old to count that have not been pruned yet: they make room for new ones. */
  outdatedAnswers: KeyedRequest[]
  /** Challenges that authorizations of this batch used up, each with the authorization. */
  usedChallenges: Map<Uuid, { bucket: number; usedBy: Uuid }>
}

type Place = { bucket: number; id: Uuid }

export async function readBatch(tx: Tx, items: Item[], wall: Date): Promise<BatchState> {
  const places = (pick: (item: Item) => Place | undefined) => inLockOrder(items.map(pick))
  const cards = places((item) => item.cardId && { bucket: item.workspace.bucket, id: item.cardId })
  const challenges = places((item) => item.challengeId && { bucket: item.workspace.bucket, id: item.challengeId })
  const keyed = items.flatMap((item) =>
    item.idempotent ? [{ workspace: item.workspace, request: item.idempotent }] : [],
  )
  const [cardRows, challengeRows, workspaceRows, answerRows] = await Promise.all([
    cards.length > 0 ? lockCards(tx, cards) : [],
    challenges.length > 0 ? lockChallenges(tx, challenges) : [],
    readWorkspaces(
      tx,
      places((item) => item.workspace),
    ),
    keyed.length > 0 ? findAnswers(tx, keyed) : [],
  ])
  return {
    wall,
    cards: new Map(cardRows.map(unpackCard).map((card) => [card.id, card])),
    challenges: new Map(challengeRows.map((row) => [row.id, row])),
    workspaces: new Map(
      workspaceRows.map(({ id, live, clock_offset_ms }) => [
        id,
        { id, live, now: workspaceTime(wall, clock_offset_ms) },
      ]),
    ),
    answers: new Map(answerRows.map((row) => [`${row.workspace_id} ${row.key_hash}`, row])),
    outdatedAnswers: [],
    usedChallenges: new Map(),
  }
}

function inLockOrder(places: (Place | undefined)[]): Place[] {
  const distinct = new Map<Uuid, Place>()
  for (const place of places) if (place) distinct.set(place.id, place)
  return [...distinct.values()].sort((a, b) => a.bucket - b.bucket || (a.id < b.id ? -1 : 1))
}

function arrays(places: Place[]): [string, string] {
  return [plainArray(places.map((place) => place.bucket)), plainArray(places.map((place) => place.id))]
}

function lockCards(tx: Tx, places: Place[]) {
  const [buckets, ids] = arrays(places)
  return tx<PackedCard[]>`
    select ${packedCard(tx)} from cards c
    join unnest(${buckets}::text::smallint[], ${ids}::text::uuid[]) as r (bucket, id) on c.bucket = r.bucket and c.id = r.id
    order by c.bucket, c.id for no key update of c`
}

function lockChallenges(tx: Tx, places: Place[]) {
  const [buckets, ids] = arrays(places)
  return tx<ChallengeRow[]>`
    select ${challengeColumns(tx)} from three_ds_challenges h
    join unnest(${buckets}::text::smallint[], ${ids}::text::uuid[]) as r (bucket, id) on h.bucket = r.bucket and h.id = r.id
    order by h.bucket, h.id for no key update of h`
}

function readWorkspaces(tx: Tx, places: Place[]) {
  const [buckets, ids] = arrays(places)
  return tx<{ id: Uuid; live: boolean; clock_offset_ms: bigint }[]>`
    select w.id, w.live, w.clock_offset_ms from workspaces w
    join unnest(${buckets}::text::smallint[], ${ids}::text::uuid[]) as r (bucket, id) on w.bucket = r.bucket and w.id = r.id`
}

export function useChallenges(tx: Tx, used: BatchState['usedChallenges']) {
  const rows = [...used].map(([id, { bucket, usedBy }]) => ({ id, bucket, usedBy }))
  return tx`
    update three_ds_challenges h set used_by = r.used_by
    from unnest(
      ${plainArray(rows.map((row) => row.bucket))}::text::smallint[], ${plainArray(rows.map((row) => row.id))}::text::uuid[],
      ${plainArray(rows.map((row) => row.usedBy))}::text::uuid[]) as r (bucket, id, used_by)
    where h.bucket = r.bucket and h.id = r.id`
}
