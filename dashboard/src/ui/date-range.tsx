// Chooses a period: a common one from the list, or two dates. Days are whole days of the chosen time zone, both
// included.

import { useState } from 'react'
import { useWorkspaceNow } from '../api/clock.ts'
import { Field, Input, Select } from './field.tsx'
import { datesOfPeriod, type Period, periodNames, periodOf, periods } from './periods.ts'
import { type Dates, useZone, zoneMark } from './zone.ts'

const MINUTE_MS = 60_000

type Props = {
  value: Dates
  onChange: (dates: { from: string | undefined; to: string | undefined }) => void
  /** The label for "no dates". Without it, dates are required. */
  all?: string
}

export function DateRange({ value, onChange, all }: Props) {
  const zone = useZone()
  const now = useWorkspaceNow(MINUTE_MS, true) ?? Date.now()
  const [isCustom, setCustom] = useState(false)
  const hasDates = value.from !== undefined || value.to !== undefined
  const known = periodOf(value, zone, now)
  const shown = isCustom || (hasDates && !known) ? 'custom' : (known ?? '')
  const choose = (next: string) => {
    setCustom(next === 'custom')
    if (next === '') onChange({ from: undefined, to: undefined })
    else if (next !== 'custom') onChange(datesOfPeriod(next as Period, zone, now))
  }
  return (
    <>
      <Field label={`Period (${zoneMark(zone, new Date(now))})`}>
        <Select value={shown} title={zone} onChange={({ target }) => choose(target.value)}>
          {all !== undefined && <option value="">{all}</option>}
          {periodNames.map((name) => (
            <option key={name} value={name}>
              {periods[name]}
            </option>
          ))}
          <option value="custom">Custom…</option>
        </Select>
      </Field>
      {shown === 'custom' && (
        <>
          <Field label="From">
            <Input
              type="date"
              max={value.to}
              value={value.from ?? ''}
              onChange={({ target }) => onChange({ from: target.value || undefined, to: value.to })}
            />
          </Field>
          <Field label="To">
            <Input
              type="date"
              min={value.from}
              value={value.to ?? ''}
              onChange={({ target }) => onChange({ from: value.from, to: target.value || undefined })}
            />
          </Field>
        </>
      )}
    </>
  )
}
