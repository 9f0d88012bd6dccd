import { useState } from 'react'
import { type Page, useDo, useRead, useReadAll } from '../api/read.ts'
import { post } from '../api/request.ts'
import type { AuthorizationOutcome, FullTransaction, Transaction } from '../api/schemas.ts'
import { money } from '../ui/amounts.tsx'
import { Status } from '../ui/badge.tsx'
import { Choices } from '../ui/choices.tsx'
import { AmountInput, Checkbox, Field, Select } from '../ui/field.tsx'
import { placeProblem } from '../ui/form-error.ts'
import { Empty } from '../ui/states.tsx'
import { CurrencyField } from './currency-field.tsx'
import { amountError, priceOf, useFields } from './fields.ts'
import { AuthorizationResult, TransactionResult } from './outcome.tsx'
import { Simulation, touched, useAttempted } from './simulation.tsx'

const SHOWN = 20

const actions = [
  { value: 'settle', name: 'Settle' },
  { value: 'increment', name: 'Increment' },
  { value: 'reverse', name: 'Reverse' },
  { value: 'expire', name: 'Expire' },
] as const
type Action = (typeof actions)[number]['value']

const notes: Record<Action, string> = {
  settle: 'The merchant takes the money. Leave empty for the full held amount, at the current rate.',
  increment: 'The merchant asks for more.',
  reverse: 'The merchant releases the hold. Leave empty for all of it.',
  expire: 'The hold expires.',
}

type Step = { id: string; action: Action; body: Record<string, unknown> }
type Result = AuthorizationOutcome | Transaction | FullTransaction

/** Simulates the next step of an approved purchase. */
export function ActOnAuthorization({ cardId }: { cardId: string | undefined }) {
  const { values, bind, change } = useFields({ authorization: '', amount: '', currency: 'USD' })
  const [action, setAction] = useState<Action>('settle')
  const [isFinal, setFinal] = useState(true)
  const [isAttempted, attempt] = useAttempted()
  const { list, chosen } = useAuthorizations(cardId, values.authorization)
  const step = useDo(
    ({ id, action, body }: Step) => post<Result>(`/v1/sandbox/authorizations/${id}/${action}`, body),
    touched,
  )
  const problem = placeProblem(step.error, ['amount', 'currency'])
  // Holds are always in dollars.
  const currency = action === 'reverse' ? 'USD' : values.currency
  const isEmpty = values.amount.trim() === ''
  const mayBeEmpty = action !== 'increment'
  const wrongAmount = action === 'expire' || (isEmpty && mayBeEmpty) ? undefined : amountError(values.amount, currency)
  const submit = () =>
    attempt(!wrongAmount, () =>
      step.mutate(
        {
          id: chosen!.authorization_id ?? chosen!.id,
          action,
          body: bodyOf(action, { amount: values.amount, currency }, isFinal),
        },
        { onSuccess: () => change({ amount: '' }) },
      ),
    )
  return (
    <Simulation
      title="Open authorization"
      note="Settle, increment, reverse or expire an approved purchase."
      action={actions.find(({ value }) => value === action)!.name}
      busy={step.isPending}
      disabled={!chosen}
      error={problem.form}
      onSubmit={submit}
      result={step.data && <StepResult result={step.data} />}
    >
      {list?.length === 0 ? (
        <Empty title="No open authorization">Authorize one first; then settle it, raise it or let go of it here.</Empty>
      ) : (
        <>
          <Field label="Authorization">
            <Select {...bind('authorization')} value={chosen?.id ?? values.authorization}>
              {list?.map(({ id, merchant, amount }) => (
                <option key={id} value={id}>
                  {merchant.name}, {money(-amount)}
                </option>
              ))}
            </Select>
          </Field>
          {chosen && <Held by={chosen} />}
          <Choices label="What happens" value={action} options={actions} onChoose={setAction} />
          {action === 'expire' ? (
            <p className="text-[13px] text-soft">{notes.expire}</p>
          ) : (
            <Field
              label="Amount"
              optional={mayBeEmpty}
              hint={notes[action]}
              error={isAttempted ? wrongAmount : problem.fields.amount}
            >
              <AmountInput {...bind('amount')} currency={currency} />
            </Field>
          )}
          {(action === 'settle' || action === 'increment') && (
            <CurrencyField {...bind('currency')} error={problem.fields.currency} />
          )}
          {action === 'settle' && (
            <Checkbox
              label="Final"
              hint="The rest of the hold is released. Otherwise more can be settled later."
              checked={isFinal}
              onChange={(event) => setFinal(event.target.checked)}
            />
          )}
        </>
      )}
    </Simulation>
  )
}

type Price = { amount: string; currency: string }

function bodyOf(action: Action, price: Price, isFinal: boolean): Record<string, unknown> {
  if (action === 'expire') return {}
  return { ...(price.amount.trim() !== '' && priceOf(price)), ...(action === 'settle' && { final: isFinal }) }
}

/**
 * Lists only authorizations that still hold money. List rows have no authorization status, so each transaction is read
 * separately. The newest is selected by default.
 */
function useAuthorizations(cardId: string | undefined, wanted: string) {
  const newest = useRead<Page<Transaction>>({
    noun: 'transactions',
    path: '/v1/transactions',
    query: { card_id: cardId, type: 'authorization', per_page: SHOWN },
    enabled: cardId !== undefined,
  }).data?.data
  const all = useReadAll<FullTransaction>('transactions', newest?.map(({ id }) => `/v1/transactions/${id}`) ?? [])
  // An increment is a separate transaction that shares the hold of the first authorization.
  const pending = all?.filter(({ authorization_status }) => authorization_status === 'pending')
  const byHold = new Map(pending?.map((each) => [each.authorization_id ?? each.id, each]))
  const list = newest && pending && [...byHold.values()]
  if (cardId === undefined) return { list: [], chosen: undefined }
  return { list, chosen: list?.find(({ id }) => id === wanted) ?? list?.[0] }
}

function Held({ by: { authorization_status, held_amount } }: { by: FullTransaction }) {
  return (
    <p className="flex items-center gap-2.5 text-sm">
      {authorization_status && <Status of={authorization_status} />}
      <span className="tabular">{money(held_amount)} held</span>
    </p>
  )
}

function StepResult({ result }: { result: Result }) {
  return 'approved' in result ? <AuthorizationResult outcome={result} /> : <TransactionResult transaction={result} />
}
