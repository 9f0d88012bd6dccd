// Finishes issuances whose request ended without an answer of the processor, or whose process has died.

import { issueOutside } from '../cards/issue-card.ts'
import type { RowKey } from '../database/bulk.ts'
import type { Decision } from '../engine/operation.ts'
import { errorOf, Refusal } from '../engine/refusal.ts'
import type { Reply } from '../http/route.ts'
import { newUuid, type Uuid } from '../ids.ts'
import type { IssuanceRow } from '../ledger/rows.ts'
import { issuances } from '../ledger/tables.ts'
import { describeFailure } from '../log.ts'
import { claimDue, nextAttemptAt } from '../processors/claim-due.ts'
import type { Services } from '../services.ts'
import { endApproval } from '../spend-requests/approve.ts'

const FIRST_PAUSE_MS = 5_000
const PATIENCE_MS = 10_000
const BATCH = 50

/** One round of the worker. */
export async function finishIssuances(services: Services): Promise<void> {
  for (const issuance of await claim(services)) {
    await finish(services, issuance).catch((error) =>
      services.log.warn(
        { processor: issuance.processor, attempts: issuance.attempts, ...describeFailure(error) },
        'a card is not issued yet',
      ),
    )
  }
}

const saveAttempt = issuances.update('attempts', 'next_try_at')

/** Claims due issuances for as long as an attempt may take, so that other processes get others. */
async function claim({ database, clock }: Services): Promise<IssuanceRow[]> {
  const now = clock()
  const found = await database.readByKey<RowKey[]>`
    select bucket, id from card_issuances where next_try_at <= ${now} order by next_try_at limit ${BATCH}`
  return claimDue(database, found, {
    table: issuances,
    save: saveAttempt,
    next: (issuance) =>
      issuance.next_try_at > now
        ? undefined
        : {
            ...issuance,
            attempts: issuance.attempts + 1,
            next_try_at: nextAttemptAt(now, issuance.attempts, FIRST_PAUSE_MS),
          },
  })
}

/** Stores the answer under the key of the request, for its repeats. */
async function finish(services: Services, issuance: IssuanceRow): Promise<void> {
  const { bucket, workspace_id, request_key, fingerprint } = issuance
  const [owner] = await services.database.readByKey<{ account_id: Uuid }[]>`
    select account_id from workspaces where bucket = ${bucket} and id = ${workspace_id}`
  if (!owner) return
  // A repeat of the original request gets its answer, which is a spend request or a card.
  const end = issuance.settings.spend_request_id ? endApproval : issueOutside
  const { needs, decide } = await end(services, { accountId: owner.account_id }, issuance)
  await services.engine.submit({
    workspace: { bucket, id: workspace_id },
    key: request_key && fingerprint ? { keyHash: request_key, fingerprint } : undefined,
    needs,
    decide: (books) => decisionOf(decide(books)),
    refuse: (refusal) => decisionOf(refusal),
    withinMs: PATIENCE_MS,
    wakes: 'events',
  })
}

function decisionOf(reply: Reply | Refusal): Decision {
  if (!(reply instanceof Refusal))
    return { status: reply.status, text: JSON.stringify(reply.body), isRefusal: false, isKept: true, isSecret: false }
  const error = errorOf(reply)
  const text = JSON.stringify(error.body(`req_${newUuid().replaceAll('-', '')}`))
  return { status: error.status, text, isRefusal: true, isKept: error.isKept, isSecret: false }
}
