import { classes } from './classes.ts'

type Props<Value extends string> = {
  label: string
  options: { value: Value; name: string }[]
  chosen: Value
  onChoose: (value: Value) => void
}

/** A choice of a few, all of them to be seen. */
export function Segments<Value extends string>({ label, options, chosen, onChoose }: Props<Value>) {
  return (
    <fieldset aria-label={label} className="inline-flex rounded-lg border border-line bg-sunken p-0.5">
      {options.map(({ value, name }) => (
        <button
          key={value}
          type="button"
          aria-pressed={value === chosen}
          onClick={() => onChoose(value)}
          className={classes(
            'rounded-md px-2.5 py-1 text-[13px]',
            value === chosen ? 'bg-surface font-medium text-ink shadow-sm' : 'text-soft hover:text-ink',
          )}
        >
          {name}
        </button>
      ))}
    </fieldset>
  )
}
