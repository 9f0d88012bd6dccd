// What a commit writes for cards that lie at processors, or are about to.

import { bulk, insertOf, smallint, text, uuid } from '../database/bulk.ts'
import { type CardRow, OutsideStateCode, type ProcessorCardRow } from './rows.ts'

/** The route by which a processor's id of a card is found. */
export const insertOutsideRoutes = insertOf<ProcessorCardRow>('processor_card_routes', {
  external_id: text((row) => row.external_id),
  processor: text((row) => row.processor),
  bucket: smallint((row) => row.bucket),
  workspace_id: uuid((row) => row.workspace_id),
  card_id: uuid((row) => row.id),
})

/** Due at once; of a card that lies at no processor there is no row. */
export const pushStates = bulk<CardRow>(
  { id: uuid((card) => card.id), bucket: smallint((card) => card.bucket) },
  (rows, value) => `
    update processor_cards p set push_at = now(), push_attempts = 0, differs_since = coalesce(p.differs_since, now()) from ${rows}
    where p.bucket = ${value('bucket')} and p.id = r.id and p.observed_state <> ${OutsideStateCode.closed}`,
)

export const deleteIssuances = bulk<{ id: string; bucket: number }>(
  { id: uuid((row) => row.id), bucket: smallint((row) => row.bucket) },
  (rows, value) => `delete from card_issuances i using ${rows} where i.bucket = ${value('bucket')} and i.id = r.id`,
)
