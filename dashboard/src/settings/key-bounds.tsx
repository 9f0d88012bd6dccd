// The bounds of a key: which cards, how much money, until when and from which addresses.

import { instantOfWallTime } from '../../../server/src/zoned-days.ts'
import { AmountInput, Field, Input, Select, Textarea } from '../ui/field.tsx'
import { useZone, zone, zoneMark } from '../ui/zone.ts'

export type Reach = 'all' | 'own' | 'some'
export type Bounds = {
  reach: Reach
  cards: string
  amount: string
  window: string
  expires: string
  addresses: string
  /** For an agent key: the amounts in USD that are approved automatically, per request and per day. */
  autoEach: string
  autoDay: string
  /** The merchants where automatic approval applies, one per line. Empty means all merchants. */
  autoMerchants: string
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
  autoMerchants: '',
}

const windows = [
  ['day', 'a day'],
  ['week', 'a week'],
  ['month', 'a month'],
  ['year', 'a year'],
  ['all_time', 'in total'],
] as const

export const boundFields = ['card_ids', 'own_cards', 'budget', 'expires_at', 'ip_allow', 'spend_policy'] as const
export type BoundErrors = Partial<Record<(typeof boundFields)[number], string>>

type Props = {
  bounds: Bounds
  onChange: (bounds: Bounds) => void
  errors: BoundErrors
  /** The choices that are offered. A key that is already limited to cards cannot be widened to all cards. */
  reaches?: readonly Reach[]
  isAgent: boolean
  /**
   * Whether to show the fields for automatic approval: for a new agent key, or for one that already has such a policy.
   */
  hasPolicy: boolean
}

const reachNames: Record<Reach, string> = {
  all: 'Every card',
  own: 'Only cards created with this key',
  some: 'Only these cards',
}

export function BoundsFields({
  bounds,
  onChange,
  errors,
  reaches = ['all', 'own', 'some'],
  isAgent,
  hasPolicy,
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
        <Field label="Ids of the cards" hint="One per line, at most 100." error={errors.card_ids}>
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
      {hasPolicy && <PolicyFields bounds={bounds} set={set} error={errors.spend_policy} />}
      <EndField value={bounds.expires} onChange={(expires) => set({ expires })} error={errors.expires_at} />
      <Field
        label="Addresses"
        optional
        hint="Allowed networks, such as 192.0.2.0/24, one per line, at most 20."
        error={errors.ip_allow}
      >
        <Textarea rows={2} value={bounds.addresses} onChange={(event) => set({ addresses: event.target.value })} />
      </Field>
    </div>
  )
}

type EndProps = { value: string; onChange: (value: string) => void; error: string | undefined }

/** The time is in the dashboard's time zone. The label shows the offset at the chosen time. */
function EndField({ value, onChange, error }: EndProps) {
  const name = useZone()
  const mark = zoneMark(name, value === '' ? new Date() : instantOfWallTime(name, value))
  return (
    <Field label={`Ends (${mark})`} optional hint="The key stops working at this time." error={error}>
      <Input type="datetime-local" value={value} onChange={(event) => onChange(event.target.value)} />
    </Field>
  )
}

type PolicyProps = { bounds: Bounds; set: (part: Partial<Bounds>) => void; error: string | undefined }

function PolicyFields({ bounds, set, error }: PolicyProps) {
  return (
    <>
      <div className="grid grid-cols-2 items-start gap-3">
        <Field
          label="Approve automatically"
          optional
          hint="Spend requests up to this amount need no person."
          error={error}
        >
          <AmountInput value={bounds.autoEach} onChange={(event) => set({ autoEach: event.target.value })} />
        </Field>
        <Field label="Maximum per day" optional hint="Anything above needs approval.">
          <AmountInput value={bounds.autoDay} onChange={(event) => set({ autoDay: event.target.value })} />
        </Field>
      </div>
      <Field
        label="Only at these merchants"
        optional
        hint="One name per line; * matches anything. To name a network id, write id: before it. Other merchants need approval."
      >
        <Textarea
          rows={2}
          value={bounds.autoMerchants}
          onChange={(event) => set({ autoMerchants: event.target.value })}
        />
      </Field>
    </>
  )
}

function budgetHint(isAgent: boolean): string {
  return isAgent
    ? 'The amount that the key may move to cards. Without a budget, an agent cannot move money.'
    : 'The amount that the key may move to cards. Money returned to the wallet does not count back.'
}

/** The bounds in the format of the dashboard's server. An empty field sets no bound. */
export function boundsAsked(bounds: Bounds): object {
  const { reach, cards, amount, window, expires, addresses, autoEach } = bounds
  const time = expires === '' ? undefined : instantOfWallTime(zone(), expires)
  return {
    ...(reach === 'own' && { own_cards: true }),
    ...(reach === 'some' && { card_ids: lines(cards) }),
    ...(amount.trim() !== '' && { budget: { amount: usd(amount), window } }),
    ...(autoEach.trim() !== '' && { spend_policy: policyAsked(bounds) }),
    ...(time && { expires_at: time.toISOString() }),
    ...(lines(addresses).length > 0 && { ip_allow: lines(addresses) }),
  }
}

function policyAsked({ autoEach, autoDay, autoMerchants }: Bounds): object {
  const names = autoMerchants.split('\n').flatMap((line) => line.trim() || [])
  return {
    auto_approve: { per_request: usd(autoEach), per_day: usd(autoDay) },
    ...(names.length > 0 && { merchants: names.map(merchantNamed) }),
  }
}

const ID = 'id:'

function merchantNamed(text: string): { id: string } | { name: string } {
  return text.startsWith(ID) ? { id: text.slice(ID.length).trim() } : { name: text }
}

/** The merchants as text for the form field. */
export function merchantLines(merchants: readonly { id?: string; name?: string }[]): string {
  return merchants.map(({ id, name }) => name ?? `${ID}${id}`).join('\n')
}

function usd(text: string): number {
  return Number(text.trim().replace(',', '.'))
}

function lines(text: string): string[] {
  return text.split(/[\s,]+/).filter((line) => line !== '')
}
