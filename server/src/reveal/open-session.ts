// Opens a reveal session: one transaction uses up its token, reads the number and writes the audit log. A crash before the
// commit leaves the session as it was. After the commit it is used, even if the answer was lost, because the number may never
// be shown twice.

import { appendAudit } from '../accounts/audit-log.ts'
import { type Details, readDetails } from '../cards/read-details.ts'
import { unavailable } from '../database/database.ts'
import type { Decision } from '../engine/operation.ts'
import { runOwnTransaction } from '../engine/own-transaction.ts'
import type { Caller } from '../http/route.ts'
import { publicId } from '../ids.ts'
import { isWorkspaceReplaced } from '../ledger/workspace-replaced.ts'
import type { Services } from '../services.ts'
import { type RevealSession, useSession } from './sessions.ts'

export type OpenedCard = Pick<Details, 'pan' | 'cvv' | 'exp_month' | 'exp_year'>

/** Undefined when the session was opened before, has expired, or has another token. */
export async function openSession(
  services: Services,
  session: RevealSession,
  token: string,
  caller: Caller,
): Promise<OpenedCard | undefined> {
  let opened: OpenedCard | undefined
  const workspace = { bucket: session.bucket, id: session.workspace_id, actor: session.actor }
  await runOwnTransaction(services, {
    workspace,
    key: undefined,
    findSubject: async () => {},
    refuse: () => DONE,
    async write({ tx, now, changes }) {
      opened = undefined
      const wall = services.clock()
      if (!(await useSession(tx, session, token, wall))) return { decision: DONE }
      const details = await readDetails(services, tx, workspace, session.card_id)
      if (!details) return { decision: DONE }
      const subject = publicId('card', session.bucket, session.card_id)
      await appendAudit(tx, workspace, { action: 'card.reveal', subject, caller, at: wall })
      const card = { bucket: session.bucket, id: session.card_id, workspace_id: session.workspace_id }
      changes.history(card, 'details_viewed', now, session.actor)
      opened = details
      return { decision: DONE }
    },
  }).catch((error) => {
    if (!isWorkspaceReplaced(error)) throw unavailable(error)
    opened = undefined
  })
  if (opened) services.metrics.reveals.inc()
  return opened
}

/** The answer is a page, and no request repeats it. */
const DONE: Decision = { status: 200, text: '', isRefusal: false, isKept: false, isSecret: false }
