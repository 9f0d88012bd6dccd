// Checkboxes in titled groups, each with a code such as `cards:read` and its meaning.

import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import { Checkbox } from './field.tsx'

export type CheckGroup = { title: string; options: readonly (readonly [code: string, meaning: string])[] }

type Props = {
  legend: string
  groups: readonly CheckGroup[]
  chosen: readonly string[]
  error: string | undefined
  /** The groups stand beside each other on a wide screen. */
  isWide?: boolean
  /** A choice that replaces the groups, such as all events. */
  all?: { isChosen: boolean; checkbox: ReactNode }
  onChoose: (codes: string[]) => void
}

export function CheckGroups({ legend, groups, chosen, error, isWide = false, all, onChoose }: Props) {
  const toggle = (code: string) =>
    onChoose(chosen.includes(code) ? chosen.filter((each) => each !== code) : [...chosen, code])
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1.5 text-[13px] font-medium">{legend}</legend>
      {all?.checkbox}
      {!all?.isChosen && (
        <div className={classes('grid gap-4 rounded-lg border border-line p-3.5', isWide && 'sm:grid-cols-2')}>
          {groups.map(({ title, options }) => (
            <fieldset key={title} className="grid content-start gap-2">
              <legend className="mb-1.5 text-xs font-medium text-soft">{title}</legend>
              {options.map(([code, meaning]) => (
                <Checkbox
                  key={code}
                  label={<code className="font-mono text-[13px]">{code}</code>}
                  hint={meaning}
                  checked={chosen.includes(code)}
                  onChange={() => toggle(code)}
                />
              ))}
            </fieldset>
          ))}
        </div>
      )}
      {error && (
        <p role="alert" className="text-[13px] text-bad">
          {error}
        </p>
      )}
    </fieldset>
  )
}
