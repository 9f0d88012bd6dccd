// Incidents that only an operator may decide: money that was credited and is no longer on the chain.

import type { Tx } from '../database/database.ts'
import { newUuid, publicId, type Uuid } from '../ids.ts'
import type { ArrivalRow } from './arrival-rows.ts'
import type { Watcher } from './watcher.ts'

const IncidentKind = { orphaned: 1, changed: 2 } as const

const meanings: Record<keyof typeof IncidentKind, string> = {
  orphaned:
    'a credited deposit is no longer on its chain, its wallet is on hold; decide, and take it back with: deposits reverse',
  changed: 'a credited deposit was seen again with another amount',
}

export async function openIncident(
  tx: Tx,
  { log, reader }: Pick<Watcher, 'log' | 'reader'>,
  arrival: ArrivalRow,
  kind: keyof typeof IncidentKind,
  now: Date,
): Promise<void> {
  const { bucket, workspace_id, deposit_id, tx_hash } = arrival
  const opened = await tx`
    insert into deposit_incidents (bucket, id, workspace_id, deposit_id, kind, opened_at)
    values (${bucket}, ${newUuid()}, ${workspace_id}, ${deposit_id}, ${IncidentKind[kind]}, ${now})
    on conflict do nothing`
  if (opened.count === 0) return
  if (kind === 'orphaned')
    await tx`update workspaces set on_hold = true where bucket = ${bucket} and id = ${workspace_id}`
  const deposit = publicId('deposit', bucket, deposit_id!)
  log.error({ network: reader.network, deposit, txHash: tx_hash }, meanings[kind])
}

/** Closes the incidents about missing money. One about another amount stays until somebody has looked at it. */
export async function closeIncidents(
  tx: Tx,
  { bucket, workspace_id, deposit_id }: ArrivalRow,
  resolution: string,
  now: Date,
): Promise<void> {
  const closed = await tx`
    update deposit_incidents set closed_at = ${now}, resolution = ${resolution}
    where bucket = ${bucket} and workspace_id = ${workspace_id} and deposit_id = ${deposit_id} and kind = ${IncidentKind.orphaned}
      and closed_at is null`
  if (closed.count > 0) await endHold(tx, bucket, workspace_id)
}

/** Ends the hold on the wallet together with its last incident. */
function endHold(tx: Tx, bucket: number, workspaceId: Uuid) {
  return tx`
    update workspaces w set on_hold = exists (
      select from deposit_incidents i where i.bucket = w.bucket and i.workspace_id = w.id and i.kind = ${IncidentKind.orphaned}
        and i.closed_at is null)
    where w.bucket = ${bucket} and w.id = ${workspaceId}`
}
