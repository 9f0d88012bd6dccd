import type { ThreeDsChallenge } from '../api/schemas.ts'
import { useTimeLeft } from '../api/time-left.ts'
import { money } from '../ui/amounts.tsx'
import { CardLink } from '../ui/card-link.tsx'
import { Copy } from '../ui/copy.tsx'
import { Countdown } from '../ui/countdown.tsx'
import { PaymentAnswer } from './payment-answer.tsx'
import { asksFor } from './words.ts'

export function LiveChallenge({ challenge }: { challenge: ThreeDsChallenge }) {
  const { merchant, amount, otp, card_id } = challenge
  const { leftMs, ofMs } = useTimeLeft(challenge, 'challenges')
  return (
    <article
      aria-label={asksFor(challenge)}
      className="grid gap-4 rounded-panel border border-line bg-surface p-5 shadow-panel animate-rise"
    >
      <header className="flex items-start justify-between gap-4">
        <div className="grid min-w-0 gap-0.5">
          <h2 className="truncate text-[15px] font-semibold tracking-tight">{merchant}</h2>
          <p className="text-sm text-soft">
            asks to confirm{' '}
            <span className="tabular font-medium text-ink">{amount === 0 ? 'the card' : money(amount)}</span>
          </p>
        </div>
        <Countdown leftMs={leftMs} ofMs={ofMs} />
      </header>
      {otp === null ? <PaymentAnswer challenge={challenge} /> : <Passcode otp={otp} />}
      <p className="text-[13px] text-soft">
        For <CardLink id={card_id} />.{' '}
        {otp === null
          ? 'Approve only if you are making this payment. If you decline, nothing is charged.'
          : 'Use it only if you are making this payment.'}
      </p>
    </article>
  )
}

function Passcode({ otp }: { otp: string }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-xl bg-sunken px-5 py-4">
      <p className="font-mono text-4xl font-semibold tracking-[0.18em]">
        <span className="sr-only">Passcode </span>
        {otp.slice(0, 3)}
        <span aria-hidden className="inline-block w-3" />
        {otp.slice(3)}
      </p>
      <Copy text={otp} what="passcode" label="Copy" />
    </div>
  )
}
