// Events by type: after `if (event.type === 'card.frozen')` the compiler knows what `data` holds.

import type {
  CardSummary,
  Deposit,
  EventEnvelope,
  EventType,
  FullTransaction,
  SpendRequest,
  ThreeDsChallenge,
  Transaction,
} from './generated/schemas.ts'

type OnTransaction = Transaction & Pick<FullTransaction, 'authorization_id' | 'decline_reason' | '3ds_status'>
type OnRelease = OnTransaction & Pick<FullTransaction, 'authorization_status' | 'held_amount'>

/** The type of `data` for each event type. */
export interface EventData {
  'card.created': CardSummary
  'card.frozen': CardSummary & { reason: 'api' | 'dashboard' | 'auto_freeze' }
  'card.unfrozen': CardSummary
  'card.terminated': CardSummary
  'card.funded': CardSummary & { funded_amount: number }
  'transaction.authorized': OnTransaction
  'transaction.settled': OnTransaction
  'transaction.declined': OnTransaction
  'transaction.refunded': OnTransaction
  'transaction.reversed': OnRelease
  'transaction.expired': OnRelease
  '3ds.challenge': ThreeDsChallenge
  'deposit.pending': Deposit
  'deposit.confirmed': Deposit
  'deposit.expired': Deposit
  'spend_request.created': SpendRequest
  'spend_request.approved': SpendRequest
  'spend_request.denied': SpendRequest
  'spend_request.expired': SpendRequest
  'spend_request.used': SpendRequest
  'webhook.test': Record<string, unknown>
}

/** Does not compile when a type of the service is missing above. */
export type EventOf<Type extends EventType> = Omit<EventEnvelope, 'type' | 'data'> & {
  type: Type
  data: EventData[Type]
}

export type CardwrightEvent = { [Type in EventType]: EventOf<Type> }[EventType]
