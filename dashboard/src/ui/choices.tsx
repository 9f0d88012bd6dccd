import { classes } from './classes.ts'

type Props<Value extends string> = {
  label: string
  value: Value
  options: readonly { value: Value; name: string }[]
  onChoose: (value: Value) => void
}

/** A small set of options with exactly one selected: a filter that is readable at a glance. */
export function Choices<Value extends string>({ label, value, options, onChoose }: Props<Value>) {
  return (
    <fieldset className="flex w-fit max-w-full min-w-0 flex-wrap gap-0.5 rounded-lg border border-line bg-sunken p-0.5">
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          onClick={() => onChoose(option.value)}
          className={classes(
            'rounded-md px-2.5 py-1 text-[13px] font-medium whitespace-nowrap transition-colors',
            option.value === value ? 'bg-surface text-ink shadow-sm' : 'text-soft hover:text-ink',
          )}
        >
          {option.name}
        </button>
      ))}
    </fieldset>
  )
}
