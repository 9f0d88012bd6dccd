import { classes } from './classes.ts'

type Props = { label: string; last4: string; className?: string }

/** The name of a card on one line. A long label is truncated, the four digits never are. */
export function CardNameLine({ label, last4, className }: Props) {
  return (
    <span className={classes('flex max-w-full min-w-0 gap-[0.5ch]', className)}>
      {label && <span className="truncate">{label}</span>} {/* the space is for screen readers */}
      <span className="tabular whitespace-nowrap">•••• {last4}</span>
    </span>
  )
}
