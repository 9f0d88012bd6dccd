// What an operator must look at, because no rule may decide it: money that was credited and is not there any more.

import type { Tx } from '../database/database.ts'
import { newUuid, publicId } from '../ids.ts'
import type { ArrivalRow } from './arrival-rows.ts'
import type { Watcher } from './watcher.ts'

const IncidentKind = { orphaned: 1, changed: 2 } as const

const meanings: Record<keyof typeof IncidentKind, string> = {
  orphaned: 'a credited deposit is no longer on its chain; decide, and take it back with: deposits reverse',
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
  const deposit = publicId('deposit', bucket, deposit_id!)
  log.error({ network: reader.network, deposit, txHash: tx_hash }, meanings[kind])
}

/** Those about money that is not there; one about another amount stays until somebody has looked. */
export function closeIncidents(
  tx: Tx,
  { bucket, workspace_id, deposit_id }: ArrivalRow,
  resolution: string,
  now: Date,
) {
  return tx`
    update deposit_incidents set closed_at = ${now}, resolution = ${resolution}
    where bucket = ${bucket} and workspace_id = ${workspace_id} and deposit_id = ${deposit_id} and kind = ${IncidentKind.orphaned}
      and closed_at is null`
}
