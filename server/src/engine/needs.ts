// The rows that an operation needs.

import type { Uuid, WorkspaceKey } from '../ids.ts'

/** `merchant` as `card_merchants` names it. */
export type CardAndMerchant = { cardId: Uuid; merchant: string }

/** The rows that are locked, and what is read under their locks. All of them must belong to the workspace. */
export type Needs = {
  cards?: readonly Uuid[]
  /** Holds, by the ids of their authorizations. */
  holds?: readonly Uuid[]
  /** Outside authorizations, by the ids that we give them. They need not exist. */
  outside?: readonly Uuid[]
  challenges?: readonly Uuid[]
  /** Issuances that have begun. They may have ended already. */
  issuances?: readonly Uuid[]
  /** The issuance that began under this key of a request, if any. */
  issuanceOf?: Uuid
  deposits?: readonly Uuid[]
  /** Covered by the lock of the workspace, so an operation that names one must also need `wallet`. */
  spendRequests?: readonly Uuid[]
  /** The workspace's own row, for every operation that reads or moves the wallet. */
  wallet?: boolean
  /** A settlement, to know how much of it has been refunded. */
  refundsOf?: Uuid
  /** An authorization, to know everything that has happened to it. */
  historyOf?: Uuid
  /** A card and a merchant, to know whether the card has bought there. */
  boughtAt?: CardAndMerchant
  /** A key, to know what it has used of its budget. Only together with the wallet, whose lock covers it. */
  budgetOf?: Uuid
  /** A sequence from which the decision may take a number. */
  sequence?: string
}

/** A workspace and the rows of it that a step needs. */
export type Needing = { workspace: WorkspaceKey; needs: Needs }
