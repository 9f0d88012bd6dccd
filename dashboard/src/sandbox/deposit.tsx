import { useState } from 'react'
import { type Page, useDo, useRead } from '../api/read.ts'
import { post } from '../api/request.ts'
import type { Deposit, SimulateDepositParams } from '../api/schemas.ts'
import { money } from '../ui/amounts.tsx'
import { Button } from '../ui/button.tsx'
import { Checkbox, Field, Input, Select } from '../ui/field.tsx'
import { placeProblem } from '../ui/form-error.ts'
import { toast } from '../ui/toasts.tsx'
import { coins, currencies, currencyNames } from '../wallet/currencies.ts'
import { useFields } from './fields.ts'
import { Outcome } from './outcome.tsx'
import { Simulation, touched } from './simulation.tsx'

export function SimulateDeposit() {
  const { values, bind } = useFields({ currency: 'usdt', amount: '1000' })
  const [isConfirmed, setConfirmed] = useState(true)
  const deposit = useDo((body: SimulateDepositParams) => post<Deposit>('/v1/sandbox/deposits', body), touched)
  const problem = placeProblem(deposit.error, ['amount_crypto', 'currency'])
  const submit = () =>
    deposit.mutate({
      currency: values.currency as Deposit['currency'],
      amount_crypto: values.amount.trim(),
      confirm: isConfirmed,
    })
  return (
    <Simulation
      title="Deposit"
      note="Crypto arrives at one of your addresses. Rates are fixed: 1 BTC is $60,000, 1 ETH $3,000, 1 SOL $150."
      action="Deposit"
      busy={deposit.isPending}
      error={problem.form}
      onSubmit={submit}
      result={deposit.data && <DepositResult deposit={deposit.data} />}
    >
      <div className="grid gap-3 sm:grid-cols-2">
        <Field label="Currency" error={problem.fields.currency}>
          <Select {...bind('currency')}>
            {currencyNames.map((currency) => (
              <option key={currency} value={currency}>
                {currencies[currency].code}
              </option>
            ))}
          </Select>
        </Field>
        <Field label="Amount in crypto" error={problem.fields.amount_crypto}>
          <Input required inputMode="decimal" className="tabular" {...bind('amount')} />
        </Field>
      </div>
      <Checkbox
        label="Confirm immediately"
        hint="Otherwise it stays pending below, as on a real chain."
        checked={isConfirmed}
        onChange={(event) => setConfirmed(event.target.checked)}
      />
      <Waiting />
    </Simulation>
  )
}

const told: Record<Deposit['status'], (credited: string) => string> = {
  pending: (credited) => `Detected: worth about ${credited}`,
  confirmed: (credited) => `Credited: ${credited}`,
  expired: () => 'Not credited: below the smallest deposit',
}

function DepositResult({ deposit: { id, status, credited_usd, fee_usd } }: { deposit: Deposit }) {
  return (
    <Outcome
      isGood={status !== 'expired'}
      title={told[status](money(credited_usd))}
      links={[{ to: `/wallet?deposit=${id}`, name: 'Deposit' }]}
    >
      {status !== 'expired' && <p className="text-soft">After a fee of {money(fee_usd)}.</p>}
    </Outcome>
  )
}

function Waiting() {
  const { data } = useRead<Page<Deposit>>({
    noun: 'deposits',
    path: '/v1/wallet/deposits',
    query: { status: 'pending', per_page: 5 },
  })
  const end = useDo(
    ({ id, how }: { id: string; how: 'confirm' | 'expire' }) => post<Deposit>(`/v1/sandbox/deposits/${id}/${how}`),
    touched,
  )
  const run = (deposit: Deposit, how: 'confirm' | 'expire') =>
    end.mutate(
      { id: deposit.id, how },
      {
        onSuccess: ({ credited_usd }) =>
          toast.done(how === 'confirm' ? `${money(credited_usd)} credited` : 'The deposit has expired'),
        onError: toast.failed,
      },
    )
  if (!data || data.data.length === 0) return null
  return (
    <ul aria-label="Pending deposits" className="grid divide-y divide-line rounded-lg border border-line">
      {data.data.map((deposit) => (
        <li key={deposit.id} className="flex flex-wrap items-center justify-between gap-2 px-3 py-2 text-sm">
          <span className="tabular">{coins(deposit)} pending</span>
          <span className="flex gap-2">
            <Button size="small" disabled={end.isPending} onClick={() => run(deposit, 'confirm')}>
              Confirm
            </Button>
            <Button size="small" look="ghost" disabled={end.isPending} onClick={() => run(deposit, 'expire')}>
              Expire
            </Button>
          </span>
        </li>
      ))}
    </ul>
  )
}
