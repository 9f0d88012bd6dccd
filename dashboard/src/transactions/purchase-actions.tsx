// In the sandbox, simulates the merchant's next step on the page of a purchase.

import { useState } from 'react'
import type { PurchaseDetail } from '../../../server/src/purchases/purchase-shapes.ts'
import { useEnvironment } from '../api/environment.ts'
import { useMay } from '../api/me.ts'
import { useDo } from '../api/read.ts'
import { post } from '../api/request.ts'
import { amountError } from '../sandbox/fields.ts'
import { Simulation, touched } from '../sandbox/simulation.tsx'
import { money, readAmount } from '../ui/amounts.tsx'
import { Choices } from '../ui/choices.tsx'
import { AmountInput, Checkbox, Field } from '../ui/field.tsx'
import { placeProblem } from '../ui/form-error.ts'
import { Notice } from '../ui/notice.tsx'

type Action = 'settle' | 'reverse' | 'refund'
type Step = { action: Action; amount: number; final: boolean }
type Settlement = PurchaseDetail['settlements'][number]

const names: Record<Action, { verb: string; done: string; hint: string }> = {
  settle: {
    verb: 'Settle',
    done: 'settled',
    hint: 'The merchant takes the money. The amount may be less or more than the hold.',
  },
  reverse: { verb: 'Reverse', done: 'released', hint: 'The merchant releases the hold, or a part of it.' },
  refund: { verb: 'Refund', done: 'refunded', hint: 'The merchant gives money back, all of it or a part.' },
}

export function PurchaseActions({ purchase }: { purchase: PurchaseDetail }) {
  const isSandbox = useEnvironment() === 'sandbox'
  const mayDevelop = useMay()('develop')
  const possible = actionsOf(purchase)
  if (!isSandbox || !mayDevelop) return null
  return <Actions purchase={purchase} possible={possible} />
}

/** Stays visible after the last possible step to show its result. */
function Actions({ purchase, possible }: { purchase: PurchaseDetail; possible: Action[] }) {
  const [wanted, setWanted] = useState<Action>()
  const [text, setText] = useState<string>()
  const [isFinal, setFinal] = useState(true)
  const step = useDo((next: Step) => run(purchase, next), touched)
  const action = wanted && possible.includes(wanted) ? wanted : possible[0]
  if (action === undefined) return step.data ? <Done of={step.data} /> : null
  const { verb, hint } = names[action]
  const typed = text ?? restOf(purchase, action).toFixed(2)
  const wrong = text === undefined ? undefined : amountError(typed)
  const problem = placeProblem(step.error, ['amount'])
  return (
    <Simulation
      title="Simulate"
      note="In the sandbox you are the merchant."
      action={`${verb} ${readAmount(typed) === undefined ? '' : money(readAmount(typed)!)}`.trim()}
      busy={step.isPending}
      disabled={wrong !== undefined}
      error={problem.form}
      onSubmit={() =>
        step.mutate({ action, amount: readAmount(typed)!, final: isFinal }, { onSuccess: () => setText(undefined) })
      }
      result={step.data && <Done of={step.data} />}
    >
      <Choices
        label="What the merchant does"
        value={action}
        options={possible.map((value) => ({ value, name: names[value].verb }))}
        onChoose={(next) => {
          setWanted(next)
          setText(undefined)
          step.reset()
        }}
      />
      <Field label="Amount" hint={hint} error={wrong ?? problem.fields.amount}>
        <AmountInput value={typed} onChange={({ target }) => setText(target.value)} />
      </Field>
      {action === 'settle' && (
        <Checkbox
          label="Final"
          hint="The rest of the hold is released. Otherwise more can be settled later."
          checked={isFinal}
          onChange={({ target }) => setFinal(target.checked)}
        />
      )}
    </Simulation>
  )
}

function Done({ of: { action, amount } }: { of: Step }) {
  return (
    <Notice tone="good">
      {money(amount)} {names[action].done}. The timeline shows it.
    </Notice>
  )
}

function actionsOf(purchase: PurchaseDetail): Action[] {
  return [
    ...(purchase.held_amount > 0 ? (['settle', 'reverse'] as const) : []),
    ...(refundable(purchase) ? (['refund'] as const) : []),
  ]
}

/** The oldest settlement that is not fully refunded. */
function refundable({ settlements }: PurchaseDetail): Settlement | undefined {
  return settlements.find(({ amount, refunded_amount }) => amount > refunded_amount)
}

/** The amount that is left for the action. */
function restOf(purchase: PurchaseDetail, action: Action): number {
  if (action !== 'refund') return purchase.held_amount
  const { amount, refunded_amount } = refundable(purchase)!
  return (Math.round(amount * 100) - Math.round(refunded_amount * 100)) / 100
}

async function run(purchase: PurchaseDetail, step: Step): Promise<Step> {
  const { action, amount, final } = step
  if (action === 'refund') await post('/v1/sandbox/refunds', { transaction_id: refundable(purchase)!.id, amount })
  else
    await post(`/v1/sandbox/authorizations/${purchase.id}/${action}`, {
      amount,
      ...(action === 'settle' && { final }),
    })
  return step
}
