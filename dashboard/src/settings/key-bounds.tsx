// How far a key reaches: which cards, how much money, until when and from where.

import { AmountInput, Field, Input, Select, Textarea } from '../ui/field.tsx'

export type Reach = 'all' | 'own' | 'some'
export type Bounds = {
  reach: Reach
  cards: string
  amount: string
  window: string
  expires: string
  addresses: string
  /** Of an agent: USD that need no person, for each request and each day. */
  autoEach: string
  autoDay: string
}
export const noBounds: Bounds = {
  reach: 'all',
  cards: '',
  amount: '',
  window: 'month',
  expires: '',
  addresses: '',
  autoEach: '',
  autoDay: '',
}

const windows = [
  ['day', 'a day'],
  ['week', 'a week'],
  ['month', 'a month'],
  ['year', 'a year'],
  ['all_time', 'in all'],
] as const

export const boundFields = ['card_ids', 'own_cards', 'budget', 'expires_at', 'ip_allow', 'spend_policy'] as const
export type BoundErrors = Partial<Record<(typeof boundFields)[number], string>>

type Props = {
  bounds: Bounds
  onChange: (bounds: Bounds) => void
  errors: BoundErrors
  /** What the fields offer: a key that is bound to cards already stays so. */
  reaches?: readonly Reach[]
  isAgent: boolean
  /** A policy for spend requests is given when the key is made. */
  isNewAgent?: boolean
}

const reachNames: Record<Reach, string> = {
  all: 'Every card',
  own: 'Only cards made through this key',
  some: 'Only these cards',
}

export function BoundsFields({
  bounds,
  onChange,
  errors,
  reaches = ['all', 'own', 'some'],
  isAgent,
  isNewAgent = false,
}: Props) {
  const set = (part: Partial<Bounds>) => onChange({ ...bounds, ...part })
  return (
    <div className="grid gap-4">
      <Field label="Cards" error={errors.own_cards}>
        <Select value={bounds.reach} onChange={(event) => set({ reach: event.target.value as Reach })}>
          {reaches.map((reach) => (
            <option key={reach} value={reach}>
              {reachNames[reach]}
            </option>
          ))}
        </Select>
      </Field>
      {bounds.reach === 'some' && (
        <Field label="Ids of the cards" hint="One on a line, at most 100." error={errors.card_ids}>
          <Textarea rows={3} value={bounds.cards} onChange={(event) => set({ cards: event.target.value })} required />
        </Field>
      )}
      <div className="grid grid-cols-[minmax(0,1fr)_9rem] items-start gap-3">
        <Field label="Budget" optional={!isAgent} hint={budgetHint(isAgent)} error={errors.budget}>
          <AmountInput value={bounds.amount} onChange={(event) => set({ amount: event.target.value })} />
        </Field>
        <Field label="For">
          <Select value={bounds.window} onChange={(event) => set({ window: event.target.value })}>
            {windows.map(([window, name]) => (
              <option key={window} value={window}>
                {name}
              </option>
            ))}
          </Select>
        </Field>
      </div>
      {isNewAgent && (
        <div className="grid grid-cols-2 items-start gap-3">
          <Field
            label="Approve without a person"
            optional
            hint="Spend requests up to this amount."
            error={errors.spend_policy}
          >
            <AmountInput value={bounds.autoEach} onChange={(event) => set({ autoEach: event.target.value })} />
          </Field>
          <Field label="At most a day" optional hint="Everything above waits for a person.">
            <AmountInput value={bounds.autoDay} onChange={(event) => set({ autoDay: event.target.value })} />
          </Field>
        </div>
      )}
      <Field label="Ends" optional hint="In your time zone. After that the key is refused." error={errors.expires_at}>
        <Input
          type="datetime-local"
          value={bounds.expires}
          onChange={(event) => set({ expires: event.target.value })}
        />
      </Field>
      <Field
        label="Addresses"
        optional
        hint="Networks it may come from, such as 192.0.2.0/24, one on a line; at most 20."
        error={errors.ip_allow}
      >
        <Textarea rows={2} value={bounds.addresses} onChange={(event) => set({ addresses: event.target.value })} />
      </Field>
    </div>
  )
}

function budgetHint(isAgent: boolean): string {
  return isAgent
    ? 'What it may move to cards. Without one, an agent moves no money.'
    : 'What it may move to cards. Money that returns to the wallet is not given back.'
}

/** As the dashboard's server takes them; what is left empty does not bind. */
export function boundsAsked(bounds: Bounds): object {
  const { reach, cards, amount, window, expires, addresses, autoEach, autoDay } = bounds
  const time = expires === '' ? undefined : new Date(expires)
  return {
    ...(reach === 'own' && { own_cards: true }),
    ...(reach === 'some' && { card_ids: lines(cards) }),
    ...(amount.trim() !== '' && { budget: { amount: usd(amount), window } }),
    ...(autoEach.trim() !== '' && {
      spend_policy: { auto_approve: { per_request: usd(autoEach), per_day: usd(autoDay) } },
    }),
    ...(time && { expires_at: time.toISOString() }),
    ...(lines(addresses).length > 0 && { ip_allow: lines(addresses) }),
  }
}

function usd(text: string): number {
  return Number(text.trim().replace(',', '.'))
}

function lines(text: string): string[] {
  return text.split(/[\s,]+/).filter((line) => line !== '')
}
