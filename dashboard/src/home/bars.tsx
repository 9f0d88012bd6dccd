import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { classes } from '../ui/classes.ts'

/** `opens` holds the filters of the list of purchases behind the bar. */
export type BarRow = {
  key: string
  name: string
  share: number
  figure: ReactNode
  note?: string
  opens?: Record<string, string>
}

const fills = { accent: 'bg-accent', bad: 'bg-bad' }

/** Rows of text with a bar below. The bars are hidden from screen readers, because the text has all the figures. */
export function Bars({ rows, label, tone }: { rows: BarRow[]; label: string; tone: keyof typeof fills }) {
  return (
    <ul aria-label={label} className="grid grid-cols-[minmax(0,1fr)] gap-3.5">
      {rows.map(({ key, name, share, figure, note, opens }) => (
        <li key={key} className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
          <div className="flex items-baseline justify-between gap-3 text-sm">
            <span className="min-w-0 break-words">
              {opens ? (
                <Link to="/transactions" search={opens} className="underline-offset-2 hover:underline">
                  {name}
                </Link>
              ) : (
                name
              )}
            </span>
            <span className="tabular shrink-0 font-medium">
              {figure}
              {note && <span className="ml-1.5 font-normal text-soft">{note}</span>}
            </span>
          </div>
          <span aria-hidden className="h-1.5 overflow-hidden rounded-full bg-sunken">
            <span
              className={classes('block h-full rounded-full', fills[tone])}
              style={{ width: `${Math.max(0, Math.min(1, share)) * 100}%` }}
            />
          </span>
        </li>
      ))}
    </ul>
  )
}
