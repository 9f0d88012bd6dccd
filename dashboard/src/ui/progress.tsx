import { classes } from './classes.ts'

const tones = { accent: 'bg-accent', good: 'bg-good', warn: 'bg-warn', bad: 'bg-bad' }

export function Progress({
  value,
  of,
  label,
  tone = 'accent',
}: {
  value: number
  of: number
  label: string
  tone?: keyof typeof tones
}) {
  const share = of > 0 ? Math.min(1, Math.max(0, value / of)) : 0
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={of}
      aria-valuenow={Math.min(value, of)}
      className="h-2 overflow-hidden rounded-full bg-sunken"
    >
      <div
        className={classes('h-full rounded-full transition-[width] duration-300', tones[tone])}
        style={{ width: `${share * 100}%` }}
      />
    </div>
  )
}
