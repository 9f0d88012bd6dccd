import type { ReactNode } from 'react'
import { classes } from './classes.ts'

const tones = {
  neutral: 'bg-sunken text-soft',
  good: 'bg-good-soft text-good',
  warn: 'bg-warn-soft text-warn',
  bad: 'bg-bad-soft text-bad',
  accent: 'bg-accent-soft text-accent-ink',
}
export type Tone = keyof typeof tones

export function Badge({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span
      className={classes(
        'inline-flex items-center gap-1 rounded-full px-2 py-0.5 text-xs font-medium whitespace-nowrap',
        tones[tone],
      )}
    >
      {children}
    </span>
  )
}

/** Each status has the same colour on every page. */
const statuses: Record<string, Tone> = {
  active: 'good',
  confirmed: 'good',
  succeeded: 'good',
  completed: 'good',
  approved: 'good',
  used: 'good',
  settled: 'good',
  partly_settled: 'warn',
  refunded: 'accent',
  partly_refunded: 'accent',
  settlement: 'good',
  authenticated: 'good',
  frozen: 'accent',
  refund: 'accent',
  pending: 'warn',
  running: 'warn',
  authorization: 'warn',
  denied: 'bad',
  declined: 'bad',
  decline: 'bad',
  failed: 'bad',
  terminated: 'neutral',
  expired: 'neutral',
  canceled: 'neutral',
  reversed: 'neutral',
}

export function Status({ of }: { of: string }) {
  return <Badge tone={statuses[of] ?? 'neutral'}>{words(of)}</Badge>
}

/** `spending_limit_exceeded` becomes "Spending limit exceeded". */
export function words(identifier: string): string {
  const text = identifier.replaceAll('_', ' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}
