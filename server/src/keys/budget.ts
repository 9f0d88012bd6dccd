// The budget of a key: how much money it may move to cards in one window of workspace time. Counted in the commit that moves the
// money, under the lock of the workspace row, so that two processes never spend the same rest. What comes back to the wallet
// gives nothing back to the budget (docs/adr/0032-scoped-keys.md).

import type { Budget, KeyRights } from '../accounts/key-rights.ts'
import { windowCode } from '../accounts/stored-rights.ts'
import type { Workspace } from '../accounts/workspace.ts'
import { endOf, windowsAt } from '../controls/windows.ts'
import type { Books } from '../engine/books.ts'
import type { Needs } from '../engine/operation.ts'
import { type Refusal, refuse } from '../engine/refusal.ts'
import type { KeyBudgetRow } from '../ledger/key-rows.ts'
import { windows } from '../ledger/stored-controls.ts'
import { type Cents, dollars } from '../money.ts'

type Key = Pick<KeyRights, 'id' | 'kind' | 'budget'>

/** To be put into the needs of an operation that moves money to a card, beside the wallet. */
export function theBudget(key: Pick<KeyRights, 'id' | 'budget'> | undefined): Pick<Needs, 'budgetOf'> {
  return key?.budget ? { budgetOf: key.id } : {}
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

/** To be called once nothing can refuse any more. */
export function countInBudget(
  key: Key | undefined,
  workspace: Pick<Workspace, 'bucket' | 'id'>,
  books: Books,
  amount: Cents,
): void {
  if (!key?.budget) return
  const row: KeyBudgetRow = {
    key_id: key.id,
    bucket: workspace.bucket,
    workspace_id: workspace.id,
    time_window: windowCode(key.budget.window),
    period: periodOf(key.budget, books.now),
    used_cents: usedOf(key.budget, books.budget, books.now) + amount,
  }
  books.changes.keyBudgets.set(row.key_id, row)
}

/** A creation that has come to nothing counts for nothing, as long as its window lasts. */
export function giveBackToBudget({ budget: row, changes, now }: Books, amount: Cents, begunAt: Date): void {
  if (!row) return
  const index = row.time_window - 1
  if (windowsAt(now)[index] !== row.period || windowsAt(begunAt)[index] !== row.period) return
  changes.keyBudgets.set(row.key_id, { ...row, used_cents: row.used_cents > amount ? row.used_cents - amount : 0n })
}

/** What was counted in another window, or before the budget had another one, does not count any more. */
export function usedOf(budget: Budget, row: KeyBudgetRow | undefined, now: Date): Cents {
  const isSame = row && row.time_window === windowCode(budget.window) && row.period === periodOf(budget, now)
  return isSame ? row.used_cents : 0n
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
