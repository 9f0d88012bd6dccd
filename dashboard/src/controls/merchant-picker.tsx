// Chooses merchants by the network's id or by name. Merchants of past purchases are suggested, so nobody has to look up
// an id.

import { ChipPicker, type Option } from '../ui/chip-picker.tsx'
import { MAX_MERCHANTS, type Pattern } from './draft.ts'
import { type SeenMerchant, useSeenMerchants } from './seen-merchants.ts'

type Props = {
  label: string
  hint: string
  error: string | undefined
  /** The card whose past merchants are suggested. Without it, the merchants of all cards are. */
  cardId: string | undefined
  value: Pattern[]
  onChange: (patterns: Pattern[]) => void
}

export function MerchantPicker({ label, hint, error, cardId, value, onChange }: Props) {
  const options = optionsOf(useSeenMerchants(cardId))
  return (
    <ChipPicker
      label={label}
      hint={hint}
      error={error}
      max={MAX_MERCHANTS}
      placeholder="A name such as acme*, or a merchant id"
      chosen={value.map((pattern) => chosenOption(pattern, options))}
      options={options}
      fromText={typedOptions}
      none="Type a name, or a merchant id. Merchants you have bought from are suggested."
      onAdd={(key) => onChange([...value, patternOf(key)])}
      onRemove={(key) => onChange(value.filter((pattern) => keyOf(pattern) !== key))}
    />
  )
}

function optionsOf(merchants: SeenMerchant[]): Option[] {
  const options = merchants.map(({ id, name, hint }) => ({
    value: keyOf(id === null ? { name } : { id }),
    name,
    hint: `${hint} · ${id === null ? 'by its name' : `id ${id}`}`,
  }))
  return [...new Map(options.map((option) => [option.value, option])).values()]
}

function keyOf({ id, name }: Pattern): string {
  return id === undefined ? `name:${name}` : `id:${id}`
}

function patternOf(key: string): Pattern {
  const value = key.slice(key.indexOf(':') + 1)
  return key.startsWith('id:') ? { id: value } : { name: value }
}

function chosenOption(pattern: Pattern, seen: Option[]): Option {
  const value = keyOf(pattern)
  if (pattern.id === undefined) return { value, name: pattern.name! }
  const known = seen.find((option) => option.value === value)
  return { value, name: known ? `${known.name} (id ${pattern.id})` : `Merchant id ${pattern.id}` }
}

/** A text that contains a digit and no spaces may be an id. */
function typedOptions(text: string): Option[] {
  const byName = { value: keyOf({ name: text }), name: text, hint: 'By name, upper or lower case; * matches anything' }
  const isId = /^(?=.*\d)[\w-]{1,15}$/.test(text)
  return isId
    ? [{ value: keyOf({ id: text }), name: `Merchant id ${text}`, hint: "The network's id" }, byName]
    : [byName]
}
