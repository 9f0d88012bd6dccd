// The budget of a key: how much money it may move to cards in one window of workspace time. It is counted in the commit that
// moves the money, under the lock of the workspace row, so that two processes never spend the same remainder. Money that
// returns to the wallet does not return to the budget (docs/adr/0032-scoped-keys.md), except that of a spend request which ends
// unused (ledger/given-back-budgets.ts).

import type { Budget, KeyRights } from '../accounts/key-rights.ts'
import { windowCode } from '../accounts/stored-rights.ts'
import { endOf, windowsAt } from '../controls/windows.ts'
import type { Books } from '../engine/books.ts'
import type { Needs } from '../engine/needs.ts'
import { type Refusal, refuse } from '../engine/refusal.ts'
import type { Uuid, WorkspaceKey } from '../ids.ts'
import type { KeyBudgetRow } from '../ledger/key-rows.ts'
import { windows } from '../ledger/stored-controls.ts'
import { type Cents, dollars } from '../money.ts'

type Key = Pick<KeyRights, 'id' | 'kind' | 'budget'>

/** Belongs in the needs of an operation that moves money to a card, beside the wallet. */
export function budgetNeed(key: Pick<KeyRights, 'id' | 'budget' | 'spendPolicy'> | undefined): Pick<Needs, 'budgetOf'> {
  return key?.budget || key?.spendPolicy ? { budgetOf: key.id } : {}
}

/** An agent without a budget may not move any money. */
export function refuseOverBudget(key: Key | undefined, books: Books, amount: Cents): Refusal | undefined {
  if (!key) return undefined
  if (!key.budget) return key.kind === 'agent' ? refuse('budget_exceeded', NO_BUDGET, 'amount') : undefined
  const { amountCents, window } = key.budget
  const used = usedOf(key.budget, books.budget, books.now)
  const left = amountCents > used ? amountCents - used : 0n
  return amount <= left ? undefined : refuse('budget_exceeded', tooMuch(left, window, books.now), 'amount')
}

/** Must be called when nothing can refuse the operation any more. */
export function countInBudget(key: Key | undefined, workspace: WorkspaceKey, books: Books, amount: Cents): void {
  if (!key?.budget) return
  const row = rowOf(key.id, workspace, books)
  books.changes.keyBudgets.set(key.id, {
    ...row,
    counted_since: countedSince(key.budget, row, books.now),
    time_window: windowCode(key.budget.window),
    period: periodOf(key.budget, books.now),
    used_cents: usedOf(key.budget, books.budget, books.now) + amount,
  })
}

/** The window in which an amount counts now; null for a key without a budget. */
export function budgetPeriod(key: Pick<KeyRights, 'budget'> | undefined, now: Date): number | null {
  return key?.budget ? periodOf(key.budget, now) : null
}

/** The row as changed so far by this decision, since one request may count in the budget and in the policy's day. */
function rowOf(keyId: Uuid, workspace: WorkspaceKey, { changes, budget }: Books): KeyBudgetRow {
  return changes.keyBudgets.get(keyId) ?? budget ?? unused(keyId, workspace)
}

/** The row of a key that has not counted anything yet. */
function unused(keyId: Uuid, { bucket, id }: WorkspaceKey): KeyBudgetRow {
  const nothing = { time_window: windowCode('all_time'), period: 0, used_cents: 0n, counted_since: null }
  return { key_id: keyId, bucket, workspace_id: id, ...nothing, automatic_day: 0, automatic_cents: 0n }
}

/** The amount of spend requests that the key's policy has approved on this day of workspace time. */
export function automaticToday({ budget: row, now }: Books): Cents {
  return row?.automatic_day === dayOf(now) ? row.automatic_cents : 0n
}

export function countAutomatic(key: Pick<KeyRights, 'id'>, workspace: WorkspaceKey, books: Books, amount: Cents): void {
  books.changes.keyBudgets.set(key.id, {
    ...rowOf(key.id, workspace, books),
    automatic_day: dayOf(books.now),
    automatic_cents: automaticToday(books) + amount,
  })
}

function dayOf(now: Date): number {
  return windowsAt(now)[windows.indexOf('day')]!
}

/** Gives back the amount of a card creation that failed, while its window lasts. */
export function giveBackToBudget({ budget: row, changes, now }: Books, amount: Cents, begunAt: Date): void {
  if (!row) return
  const index = row.time_window - 1
  if (windowsAt(now)[index] !== row.period || windowsAt(begunAt)[index] !== row.period) return
  changes.keyBudgets.set(row.key_id, { ...row, used_cents: less(row.used_cents, amount) })
}

/** Gives back the amount in the day of the policy that approved it, while that day lasts. */
export function giveBackAutomatic({ budget: row, changes }: Books, amount: Cents, begunAt: Date): void {
  if (row?.automatic_day !== dayOf(begunAt)) return
  const latest = changes.keyBudgets.get(row.key_id) ?? row
  changes.keyBudgets.set(row.key_id, { ...latest, automatic_cents: less(row.automatic_cents, amount) })
}

function less(counted: Cents, amount: Cents): Cents {
  return counted > amount ? counted - amount : 0n
}

/** An amount that was counted in another window, or for an earlier budget, no longer counts. */
export function usedOf(budget: Budget, row: KeyBudgetRow | undefined, now: Date): Cents {
  return row && isOf(budget, row, now) ? row.used_cents : 0n
}

/** The first amount of a window begins its count. A row may exist before, since the day of a policy is kept in it too. */
function countedSince(budget: Budget, row: KeyBudgetRow, now: Date): Date | null {
  const isFirst = !isOf(budget, row, now) || (row.counted_since === null && row.used_cents === 0n)
  return isFirst ? now : row.counted_since
}

function isOf(budget: Budget, { time_window, period }: KeyBudgetRow, now: Date): boolean {
  return time_window === windowCode(budget.window) && period === periodOf(budget, now)
}

function periodOf({ window }: Budget, now: Date): number {
  return windowsAt(now)[windows.indexOf(window)]!
}

const NO_BUDGET = 'This agent key has no budget, so it may not move money to a card.'

function tooMuch(left: Cents, window: Budget['window'], now: Date): string {
  const until = endOf(window, now)
  const rest = `${dollars(left).toFixed(2)} USD of the budget of this key ${left === 100n ? 'is' : 'are'} left`
  return until ? `${rest} until ${until.toISOString()}.` : `${rest}.`
}
