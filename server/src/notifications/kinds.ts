// The kinds of notifications. Rows store the number, which never changes.

import type { EnvironmentName } from '../accounts/environments.ts'
import { type Access, isGranted, type RoleName } from '../accounts/roles.ts'

export const notificationKinds = { passcode: 1, low_wallet: 2, failing_webhook: 3, deposit: 4 } as const
export type NotificationKind = keyof typeof notificationKinds

export const kindNames = Object.keys(notificationKinds) as NotificationKind[]

export function kindOfCode(code: number): NotificationKind {
  return kindNames[code - 1]!
}

/** A notification is for people who may open the page that it links to. */
const needed: Record<NotificationKind, Access> = {
  passcode: 'reveal',
  low_wallet: 'view',
  failing_webhook: 'develop',
  deposit: 'view',
}

export function kindsFor(role: RoleName, environment: EnvironmentName): NotificationKind[] {
  return kindNames.filter((kind) => isGranted(role, environment, needed[kind]))
}

/** The stored facts of each kind. They name objects by their public ids and contain no secret. */
export type Facts = {
  passcode: { challenge_id: string; card_id: string; merchant: string; amount: number; method: string }
  low_wallet: { balance: number; threshold: number }
  failing_webhook: { webhook_id: string; host: string; is_disabled: boolean }
  deposit: { deposit_id: string; currency: string; amount_crypto: string; credited_usd: number }
}

export type NewNotification = {
  [Kind in NotificationKind]: { kind: Kind; occasion: string; subjectId: string | null; facts: Facts[Kind] }
}[NotificationKind]
