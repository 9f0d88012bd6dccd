import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { classes } from './classes.ts'

const tones = {
  info: { look: 'bg-accent-soft text-ink', icon: Info, ink: 'text-accent-ink' },
  good: { look: 'bg-good-soft text-ink', icon: CircleCheck, ink: 'text-good' },
  warn: { look: 'bg-warn-soft text-ink', icon: TriangleAlert, ink: 'text-warn' },
  bad: { look: 'bg-bad-soft text-ink', icon: CircleAlert, ink: 'text-bad' },
}

type Props = { tone?: keyof typeof tones; isAlert?: boolean; children: ReactNode }

/** A message that stays on the page. Use a toast for a temporary one. Screen readers read an alert immediately. */
export function Notice({ tone = 'info', isAlert = tone === 'bad', children }: Props) {
  const { look, icon: Icon, ink } = tones[tone]
  return (
    <div className={classes('flex gap-2.5 rounded-lg px-3 py-2.5 text-sm', look)} role={isAlert ? 'alert' : 'note'}>
      <Icon className={classes('mt-0.5 size-4 shrink-0', ink)} aria-hidden />
      <div className="min-w-0">{children}</div>
    </div>
  )
}
