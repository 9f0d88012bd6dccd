// Reads what has happened so far at processors: postings to the authorizations that operations name, and issuances that have
// begun.

import { bulk, type RowKey, rowKeyColumns, smallint, uuid } from '../database/bulk.ts'
import type { Tx } from '../database/database.ts'
import type { Uuid } from '../ids.ts'
import type { IssuanceRow } from '../ledger/rows.ts'
import { issuances } from '../ledger/tables.ts'
import type { Needing } from './needs.ts'

/** What processors have posted to an authorization of theirs. */
export type PostOf = { id: Uuid; authorization_id: Uuid }

export const selectPosts = bulk<RowKey, PostOf>(
  rowKeyColumns,
  ({ rows, inBucket }) => `
    select p.id, p.authorization_id from ${rows} join processor_posts p
      on ${inBucket('p')} and p.authorization_id = r.id`,
  (row) => ({ id: row.uuid()!, authorization_id: row.uuid()! }),
)

type KeyedRequest = { requestKey: Uuid; bucket: number; workspaceId: Uuid }

const selectIssuancesByKey = bulk<KeyedRequest, IssuanceRow>(
  {
    request_key: uuid((row) => row.requestKey),
    bucket: smallint((row) => row.bucket),
    workspace_id: uuid((row) => row.workspaceId),
  },
  ({ rows, value, inBucket }) => `
    select ${issuances.list('i')} from ${rows} join card_issuances i
      on ${inBucket('i')} and i.workspace_id = ${value('workspace_id')} and i.request_key = r.request_key`,
  issuances.read,
)

/** Issuances that began under the request keys that steps name. They begin under the wallet's lock, and are read under it. */
export async function selectIssuances(tx: Tx, steps: readonly Needing[]): Promise<readonly IssuanceRow[]> {
  const keyed = steps.flatMap(({ workspace, needs: { issuanceOf } }) =>
    issuanceOf ? [{ requestKey: issuanceOf, bucket: workspace.bucket, workspaceId: workspace.id }] : [],
  )
  return keyed.length > 0 ? selectIssuancesByKey(tx, keyed) : []
}
