// Records in the audit log what people do. Acts that concern the whole account are recorded in the chain of its production
// workspace, whichever environment was on the screen, since a sandbox's log may be noisy.

import { appendAudit } from '../accounts/audit-log.ts'
import { findRoute } from '../accounts/create-account.ts'
import type { Tx } from '../database/database.ts'
import type { Caller } from '../http/route.ts'
import { publicId, type Uuid } from '../ids.ts'

export type PersonAct = { actor: Uuid; action: string; subject: string; caller: Caller; at: Date }

export async function recordPerson(tx: Tx, accountId: Uuid, { actor, ...entry }: PersonAct): Promise<void> {
  const route = await findRoute(tx, accountId, 'production')
  await appendAudit(tx, { ...route!, actor: publicId('user', 0, actor) }, entry)
}
