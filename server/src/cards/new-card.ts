// The row of a new card, whether we or a processor make its number.

import type { Bin } from '../bins/bin-directory.ts'
import { endOfMonthAfterYears, monthOf } from '../clock.ts'
import { emptyUsage } from '../controls/usage.ts'
import type { Uuid, WorkspaceKey } from '../ids.ts'
import type { Changes } from '../ledger/changes.ts'
import { type CardRow, CardStatus } from '../ledger/rows.ts'
import type { Cents } from '../money.ts'
import { presentCardSummary } from './card-schemas.ts'

const YEARS_VALID = 3

/** What the caller has chosen. */
export type CardSettings = Pick<
  CardRow,
  'label' | 'spending_limit_cents' | 'allowed_categories' | 'auto_freeze_cents' | 'metadata' | 'controls'
>

export function expiryOf(now: Date): Date {
  return endOfMonthAfterYears(now, YEARS_VALID)
}

export function newCardRow(
  workspace: WorkspaceKey,
  id: Uuid,
  bin: Bin,
  settings: CardSettings,
  { last4, expiresAt }: { last4: string; expiresAt: Date },
  now: Date,
): CardRow {
  return {
    ...settings,
    bucket: workspace.bucket,
    id,
    workspace_id: workspace.id,
    bin_id: bin.id,
    network: bin.network,
    last4,
    available_cents: 0n,
    held_cents: 0n,
    overdraft_cents: 0n,
    month: monthOf(now),
    month_used_cents: 0n,
    total_spent_cents: 0n,
    authorization_count: 0,
    settlement_count: 0,
    refund_count: 0,
    decline_count: 0,
    status: CardStatus.active,
    last_used_at: null,
    frozen_at: null,
    terminated_at: null,
    refunded_cents: null,
    taken_after_end_cents: null,
    replaces: null,
    replaced_by: null,
    spend_request_id: null,
    created_at: now,
    expires_at: expiresAt,
    usage: emptyUsage(settings.controls, now),
    pattern: null,
  }
}

/** Adds the first entry of the card's history, and its event. */
export function announceCard(
  changes: Changes,
  workspace: WorkspaceKey,
  card: CardRow,
  actor: string | null,
  amount: Cents,
  now: Date,
): void {
  changes.history(card, 'created', now, actor, { amount })
  changes.event(workspace, 'card.created', now, { data: presentCardSummary(card) })
}
