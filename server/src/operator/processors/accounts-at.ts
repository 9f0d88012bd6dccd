// The accounts that can use a processor: each has a workspace in its environment, and one holder there.

import { Environment } from '../../accounts/environments.ts'
import { machineClock } from '../../clock.ts'
import type { Database } from '../../database/database.ts'
import type { Uuid } from '../../ids.ts'
import type { Processor } from '../../processors/processor.ts'
import { recordAct } from '../record-act.ts'

const PAGE_SIZE = 500

export type AccountAt = {
  account_id: Uuid
  bucket: number
  workspace_id: Uuid
  holder_name: string
  billing_address: Record<string, string>
  has_holder: boolean
}

/** In the order of their ids. */
export async function* accountsAt(database: Database, { name, environment }: Processor): AsyncGenerator<AccountAt> {
  let after: Uuid | null = null
  for (;;) {
    const page: AccountAt[] = await database.read<AccountAt[]>`
      select r.account_id, r.bucket, r.workspace_id, a.holder_name, a.billing_address,
        exists (select from processor_holders h where h.processor = ${name} and h.account_id = r.account_id) as has_holder
      from workspace_routes r join accounts a on a.id = r.account_id
      where r.environment = ${Environment[environment]} and (${after}::uuid is null or r.account_id > ${after}::uuid)
      order by r.account_id limit ${PAGE_SIZE}`
    yield* page
    if (page.length < PAGE_SIZE) return
    after = page.at(-1)!.account_id
  }
}

/** An act at a processor concerns every workspace that can have cards there, so it is recorded in the audit log of each. */
export async function recordAtProcessor(database: Database, processor: Processor, action: string): Promise<void> {
  const at = machineClock()
  for await (const { bucket, workspace_id } of accountsAt(database, processor)) {
    await database.transaction((tx) =>
      recordAct(tx, { bucket, id: workspace_id }, { action, subject: processor.name, at }),
    )
  }
}
