import { Landmark } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { money } from '../ui/amounts.tsx'
import { Button } from '../ui/button.tsx'
import { Field, Input } from '../ui/field.tsx'
import { shop } from './products.ts'

type Props = {
  total: number
  lastFour: string
  busy: boolean
  error: string | undefined
  onAnswer: (otp: string) => void
  onCancel: () => void
}

/** The card issuer's page, shown in the middle of a purchase. */
export function BankPage({ total, lastFour, busy, error, onAnswer, onCancel }: Props) {
  const [otp, setOtp] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onAnswer(otp)
    setOtp('')
  }
  return (
    <div className="mx-auto grid max-w-md gap-5 px-6 py-8">
      <header className="flex items-center justify-between gap-3 border-b border-line pb-4">
        <span className="flex items-center gap-2 font-semibold">
          <Landmark className="size-5 text-accent" aria-hidden />
          Cardwright Issuing
        </span>
        <span className="text-[13px] text-soft">3-D Secure</span>
      </header>
      <div className="grid gap-1.5">
        <h2 className="text-lg font-semibold tracking-tight">Confirm your purchase</h2>
        <p className="text-sm text-soft">
          {shop.name} asks for <strong className="tabular text-ink">{money(total)}</strong> from your card ending in{' '}
          <span className="tabular text-ink">{lastFour}</span>.
        </p>
      </div>
      <form aria-label="Confirm your purchase" onSubmit={submit} className="grid gap-4">
        <Field
          label="Passcode"
          error={error}
          hint={
            <>
              Six digits.{' '}
              <a
                href="/3ds"
                target="_blank"
                rel="noreferrer"
                className="font-medium text-ink underline underline-offset-2"
              >
                Read them on the 3-D Secure page
              </a>{' '}
              in another tab.
            </>
          }
        >
          <Input
            autoFocus
            required
            inputMode="numeric"
            autoComplete="one-time-code"
            pattern="[0-9]{6}"
            title="Six digits"
            maxLength={6}
            className="h-12 text-center font-mono text-2xl tracking-[0.4em]"
            value={otp}
            onChange={(event) => setOtp(event.target.value.replace(/\D/g, ''))}
          />
        </Field>
        <Button type="submit" look="primary" busy={busy}>
          Confirm
        </Button>
        <Button look="ghost" onClick={onCancel}>
          Cancel and go back to the shop
        </Button>
      </form>
    </div>
  )
}
