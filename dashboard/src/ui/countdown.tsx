import { classes } from './classes.ts'

const RADIUS = 20
const AROUND = 2 * Math.PI * RADIUS
const SHORT_MS = 60_000

/** A ring that empties. Screen readers read it only on demand, since counting seconds aloud would drown out the rest. */
export function Countdown({ leftMs, ofMs }: { leftMs: number | undefined; ofMs: number }) {
  const share = leftMs === undefined || ofMs <= 0 ? 0 : leftMs / ofMs
  const ink = leftMs !== undefined && leftMs < SHORT_MS ? 'text-bad' : 'text-accent'
  return (
    <div
      role="timer"
      aria-live="off"
      aria-label="Time left"
      className="relative grid size-14 shrink-0 place-items-center"
    >
      <svg viewBox="0 0 48 48" className={classes('absolute inset-0 -rotate-90', ink)} aria-hidden>
        <circle cx="24" cy="24" r={RADIUS} fill="none" strokeWidth="4" className="stroke-sunken" />
        <circle
          cx="24"
          cy="24"
          r={RADIUS}
          fill="none"
          strokeWidth="4"
          strokeLinecap="round"
          stroke="currentColor"
          strokeDasharray={AROUND}
          strokeDashoffset={AROUND * (1 - share)}
        />
      </svg>
      <span className="tabular relative text-xs font-semibold">
        {leftMs !== undefined && minutesAndSeconds(leftMs)}
      </span>
    </div>
  )
}

function minutesAndSeconds(ms: number): string {
  const seconds = Math.ceil(ms / 1000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
