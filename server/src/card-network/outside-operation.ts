// One operation on a processor's authorization. Its hold is read before anything is locked. If somebody has placed one in the
// meantime, the operation does nothing and is tried again.

import { merchantOf } from '../authorizations/find-authorization.ts'
import type { Authorized } from '../authorizations/release-hold.ts'
import type { Books } from '../engine/books.ts'
import type { Engine } from '../engine/engine.ts'
import type { Needs } from '../engine/needs.ts'
import { type Answered, type Decision, NotDecided, type RequestKey } from '../engine/operation.ts'
import type { Refusal } from '../engine/refusal.ts'
import { Again } from '../http/route.ts'
import type { Uuid } from '../ids.ts'
import type { OutsideRoute } from '../processors/outside-cards.ts'
import { outsideId } from '../processors/outside-id.ts'
import type { Services } from '../services.ts'
import { selectTransaction } from '../transactions/find-transaction.ts'
import type { Known } from './apply-to-books.ts'

/** Each try means that somebody else changed the authorization. More tries than this are not normal. */
const MAX_TRIES = 5
const AGAIN: Decision = { status: -1, text: '', isRefusal: false, isKept: false, isSecret: false }

export type OutsideOperation = {
  processor: string
  authorizationRef: string
  route: OutsideRoute
  key: RequestKey | undefined
  /** Whether the operation may move the wallet. A question never does. */
  movesWallet: boolean
  /** The time of `performance.now()` after which nothing may happen any more. */
  deadline: number
  /** What else is read under the locks. */
  needs?: () => Needs
  /** `Again` means that something must be looked up that may not be looked up under locks. */
  decide(books: Books, known: Known): Decision | Again
  refuse(refusal: Refusal): Decision
}

type Needed = Pick<Services, 'database'> & { engine: Engine }

export async function submitOutside(services: Needed, operation: OutsideOperation): Promise<Answered> {
  const { route, key, decide, refuse } = operation
  const id = outsideId('authorization', operation.processor, operation.authorizationRef)
  for (let n = 0; n < MAX_TRIES; n++) {
    const before = await readHold(services, route, id)
    let again: Again | undefined
    const answered = await services.engine.submit({
      workspace: route.workspace,
      key,
      needs: {
        cards: [route.cardId],
        outside: [id],
        wallet: operation.movesWallet,
        ...(before && { holds: [before.holdId] }),
        ...operation.needs?.(),
      },
      decide(books) {
        if ((books.outside?.hold_id ?? undefined) !== before?.holdId) return AGAIN
        const decided = decide(books, before && { hold: books.hold, authorized: before.authorized })
        again = decided instanceof Again ? decided : undefined
        return decided instanceof Again ? AGAIN : decided
      },
      refuse,
      withinMs: operation.deadline - performance.now(),
      wakes: 'events',
    })
    if (answered.status !== AGAIN.status) return answered
    await again?.before?.()
  }
  throw new NotDecided('The authorization is being changed by others; nothing happened.')
}

type Before = { holdId: Uuid; authorized: Authorized } | undefined

async function readHold({ database }: Needed, { workspace }: OutsideRoute, id: Uuid): Promise<Before> {
  const [row] = await database.readByKey<{ hold_id: Uuid | null }[]>`
    select hold_id from processor_authorizations
    where bucket = ${workspace.bucket} and id = ${id} and workspace_id = ${workspace.id}`
  if (!row?.hold_id) return undefined
  const [transaction] = await selectTransaction(database.readByKey, workspace, row.hold_id)
  return { holdId: row.hold_id, authorized: { transaction: transaction!, merchant: merchantOf(transaction!) } }
}
