import { Link } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { money } from '../ui/amounts.tsx'
import { Button } from '../ui/button.tsx'
import { Checkbox, Field, Input } from '../ui/field.tsx'
import { Notice } from '../ui/notice.tsx'
import { type CardEntry, checkEntry, groupNumber, slashExpiry } from './card-entry.ts'

/** Most shops ask for a passcode above this amount, and carry the risk themselves below it. */
const ASKS_ABOVE = 50

type Props = {
  total: number
  busy: boolean
  error: string | undefined
  onPay: (entry: CardEntry, withPasscode: boolean) => void
  onBack: () => void
}

export function Checkout({ total, busy, error, onPay, onBack }: Props) {
  const [entry, setEntry] = useState<CardEntry>({ number: '', expiry: '', cvv: '', name: '' })
  const [errors, setErrors] = useState<Partial<CardEntry>>({})
  const [withPasscode, setWithPasscode] = useState(total > ASKS_ABOVE)
  const change = (changes: Partial<CardEntry>) => {
    const next = { ...entry, ...changes }
    setEntry(next)
    // An error disappears as soon as its field is corrected. New errors appear only at the next attempt.
    const still = checkEntry(next)
    setErrors((shown) =>
      Object.fromEntries(
        Object.keys(shown).flatMap((name) => {
          const error = still[name as keyof CardEntry]
          return error === undefined ? [] : [[name, error]]
        }),
      ),
    )
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const wrong = checkEntry(entry)
    setErrors(wrong)
    if (Object.keys(wrong).length === 0) onPay(entry, withPasscode)
  }
  return (
    <form aria-label="Payment" noValidate onSubmit={submit} className="grid content-start gap-4">
      <div>
        <Button look="ghost" size="small" onClick={onBack} icon={<ArrowLeft className="size-3.5" aria-hidden />}>
          Back to the products
        </Button>
      </div>
      <h3 className="font-serif text-xl">Pay by card</h3>
      <Field label="Card number" error={errors.number}>
        <Input
          inputMode="numeric"
          autoComplete="off"
          placeholder="0000 0000 0000 0000"
          className="tabular tracking-wide"
          value={entry.number}
          onChange={(event) => change({ number: groupNumber(event.target.value) })}
        />
      </Field>
      <div className="grid grid-cols-2 gap-3">
        <Field label="Expiry" error={errors.expiry}>
          <Input
            inputMode="numeric"
            placeholder="MM / YY"
            value={entry.expiry}
            onChange={(event) => change({ expiry: slashExpiry(event.target.value) })}
          />
        </Field>
        <Field label="CVV" error={errors.cvv}>
          <Input
            inputMode="numeric"
            placeholder="000"
            maxLength={3}
            value={entry.cvv}
            onChange={(event) => change({ cvv: event.target.value.replace(/\D/g, '') })}
          />
        </Field>
      </div>
      <Field label="Name on the card" error={errors.name}>
        <Input value={entry.name} onChange={(event) => change({ name: event.target.value })} />
      </Field>
      <Checkbox
        label="Ask for 3-D Secure"
        hint={`This shop asks above ${money(ASKS_ABOVE)}. You can change this.`}
        checked={withPasscode}
        onChange={(event) => setWithPasscode(event.target.checked)}
      />
      {error && <Notice tone="bad">{error}</Notice>}
      <Button type="submit" look="primary" busy={busy}>
        Pay {money(total)}
      </Button>
      <p className="text-[13px] text-soft">
        Only cards of this sandbox work here.{' '}
        <Link to="/cards" target="_blank" className="font-medium text-ink underline underline-offset-2">
          Open your cards
        </Link>{' '}
        in another tab and reveal one to read its number.
      </p>
    </form>
  )
}
