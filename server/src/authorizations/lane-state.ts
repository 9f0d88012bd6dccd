// What a batch reads in its first round trip: the cards under their locks, the challenges it will use up,
// the time and liveness of the workspaces, and the answers already given under its idempotency keys.

import { workspaceTime } from '../clock.ts'
import { plainArray } from '../database/arrays.ts'
import { bulk, type Columns, smallint, uuid } from '../database/bulk.ts'
import type { Tx } from '../database/database.ts'
import { type AnswerRow, findAnswers, type KeyedRequest } from '../http/idempotency.ts'
import type { Uuid } from '../ids.ts'
import { cardColumnList, readCard } from '../ledger/read-card.ts'
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

export async function readBatch(tx: Tx, items: Item[], wall: Date, flush: () => void): Promise<BatchState> {
  const places = (pick: (item: Item) => Place | undefined) => inLockOrder(items.map(pick))
  const cards = places((item) => item.cardId && { bucket: item.workspace.bucket, id: item.cardId })
  const challenges = places((item) => item.challengeId && { bucket: item.workspace.bucket, id: item.challengeId })
  const keyed = items.flatMap((item) =>
    item.idempotent ? [{ workspace: item.workspace, request: item.idempotent }] : [],
  )
  const reads = Promise.all([
    cards.length > 0 ? lockCards(tx, cards) : [],
    challenges.length > 0 ? lockChallenges(tx, challenges) : [],
    readWorkspaces(
      tx,
      places((item) => item.workspace),
    ),
    keyed.length > 0 ? findAnswers(tx, keyed) : [],
  ])
  flush()
  const [cardRows, challengeRows, workspaceRows, answerRows] = await reads
  return {
    wall,
    cards: new Map(cardRows.map((card) => [card.id, card])),
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

const placeColumns: Columns<Place> = { id: uuid((place) => place.id), bucket: smallint((place) => place.bucket) }

const lockCards = bulk<Place, CardRow>(
  placeColumns,
  (rows, value) => `
    select ${cardColumnList} from cards c join ${rows} on c.bucket = ${value('bucket')} and c.id = r.id
    order by c.bucket, c.id for no key update of c`,
  readCard,
)

function lockChallenges(tx: Tx, places: Place[]) {
  return tx<ChallengeRow[]>`
    select ${challengeColumns} from three_ds_challenges h
    join unnest(${plainArray(places.map((place) => place.bucket))}::text::smallint[],
                ${plainArray(places.map((place) => place.id))}::text::uuid[]) as r (bucket, id)
    on h.bucket = r.bucket and h.id = r.id
    order by h.bucket, h.id for no key update of h`
}

const readWorkspaces = bulk(
  placeColumns,
  (rows, value) => `
    select w.id, w.live, w.clock_offset_ms from workspaces w join ${rows} on w.bucket = ${value('bucket')} and w.id = r.id`,
  (row) => ({ id: row.uuid()!, live: row.bool()!, clock_offset_ms: row.int64()! }),
)

export function useChallenges(tx: Tx, used: BatchState['usedChallenges']) {
  const rows = [...used].map(([id, { bucket, usedBy }]) => ({ id, bucket, usedBy }))
  return tx`
    update three_ds_challenges h set used_by = r.used_by
    from unnest(
      ${plainArray(rows.map((row) => row.bucket))}::text::smallint[], ${plainArray(rows.map((row) => row.id))}::text::uuid[],
      ${plainArray(rows.map((row) => row.usedBy))}::text::uuid[]) as r (bucket, id, used_by)
    where h.bucket = r.bucket and h.id = r.id`
}
