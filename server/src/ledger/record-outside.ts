// What a commit writes for cards at processors, and for cards that are being issued there.

import { bulk, insertOf, smallint, text, uuid } from '../database/bulk.ts'
import { type CardRow, OutsideStateCode, type ProcessorCardRow } from './rows.ts'

/** The route that finds a card by its processor's id. */
export const insertOutsideRoutes = insertOf<ProcessorCardRow>('processor_card_routes', {
  external_id: text((row) => row.external_id),
  processor: text((row) => row.processor),
  bucket: smallint((row) => row.bucket),
  workspace_id: uuid((row) => row.workspace_id),
  card_id: uuid((row) => row.id),
})

/**
 * Makes the push due at once. A card that is at no processor has no row. `least` ignores null; Citus refuses `now()` in a
 * `coalesce`.
 */
export const pushStates = bulk<CardRow>(
  { id: uuid((card) => card.id), bucket: smallint((card) => card.bucket) },
  ({ rows, inBucket }) => `
    update processor_cards p set push_at = now(), push_attempts = 0, differs_since = least(p.differs_since, now()) from ${rows}
    where ${inBucket('p')} and p.id = r.id and p.observed_state <> ${OutsideStateCode.closed}`,
)

export const deleteIssuances = bulk<{ id: string; bucket: number }>(
  { id: uuid((row) => row.id), bucket: smallint((row) => row.bucket) },
  ({ rows, inBucket }) => `delete from card_issuances i using ${rows} where ${inBucket('i')} and i.id = r.id`,
)
