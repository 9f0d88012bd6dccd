// The field for the value of a condition: a single value, or several for "is one of".

import { useId } from 'react'
import { useCategories } from '../cards/category-picker.tsx'
import { countries } from '../controls/countries.ts'
import { useSeenMerchants } from '../controls/seen-merchants.ts'
import { words } from '../ui/badge.tsx'
import { ChipPicker, type Option } from '../ui/chip-picker.tsx'
import { AmountInput, Field, Input, Select } from '../ui/field.tsx'
import { type Attribute, attributeOf, isList } from './attributes.ts'
import { type ConditionDraft, isOrder, isText, MAX_VALUES, readValue } from './draft.ts'

type Props = {
  condition: ConditionDraft
  error: string | undefined
  onChange: (changes: Partial<ConditionDraft>) => void
}

export function ValueField({ condition, error, onChange }: Props) {
  const attribute = attributeOf(condition.attribute)!
  const options = useOptions(attribute)
  if (isList(condition.op))
    return <SeveralValues condition={condition} options={options} error={error} onChange={onChange} />
  return (
    <Field label="Value" error={error} hint={attribute.hint}>
      <OneValue attribute={attribute} condition={condition} options={options} onChange={onChange} />
    </Field>
  )
}

/** With `isFree`, any text may be a value, and the options are only suggestions. */
type Offered = { options: Option[]; isFree: boolean }

function useOptions({ name, kind, options: own }: Attribute): Offered {
  const categories = useCategories().data?.data ?? []
  const merchants = useSeenMerchants()
  if (kind === 'choice') return { options: [...own!], isFree: false }
  if (kind === 'country') return { options: countries, isFree: false }
  if (kind === 'category')
    return {
      options: categories.map((each) => ({ value: each.name, name: words(each.name), hint: each.description })),
      isFree: false,
    }
  const seen = merchants.flatMap((merchant) => {
    if (name === 'merchant_name') return [{ value: merchant.name, name: merchant.name, hint: merchant.hint }]
    if (name !== 'merchant_id' || merchant.id === null) return []
    return [{ value: merchant.id, name: merchant.id, hint: merchant.name }]
  })
  return { options: [...new Map(seen.map((option) => [option.value, option])).values()], isFree: true }
}

type OneProps = Pick<Props, 'condition' | 'onChange'> & { attribute: Attribute; options: Offered }

function OneValue({ attribute, condition, options: { options, isFree }, onChange }: OneProps) {
  const { value } = condition
  const change = (text: string) => onChange({ value: text })
  if (attribute.kind === 'money')
    return <AmountInput value={value} onChange={({ target }) => change(target.value)} maxLength={16} />
  if (isYesOrNo(attribute, condition)) return <YesOrNo value={value} onChange={change} />
  if (!isFree) return <OneOf value={value} options={options} onChange={change} />
  const isNumber = attribute.kind === 'number' || attribute.kind === 'code'
  return <FreeText value={value} isNumber={isNumber} options={options} onChange={change} />
}

function isYesOrNo({ kind }: Attribute, { op, valueKind }: ConditionDraft): boolean {
  return kind === 'flag' || (kind === 'metadata' && valueKind === 'boolean' && !isOrder(op) && !isText(op))
}

type Chosen = { value: string; onChange: (text: string) => void }

function YesOrNo({ value, onChange }: Chosen) {
  return (
    <Select value={value} onChange={({ target }) => onChange(target.value)}>
      {value === '' && <option value="">Choose</option>}
      <option value="true">Yes</option>
      <option value="false">No</option>
    </Select>
  )
}

function OneOf({ value, options, onChange }: Chosen & { options: Option[] }) {
  return (
    <Select value={value} onChange={({ target }) => onChange(target.value)}>
      <option value="">Choose</option>
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.name}
        </option>
      ))}
    </Select>
  )
}

function FreeText({ value, isNumber, options, onChange }: Chosen & { isNumber: boolean; options: Option[] }) {
  const listId = useId()
  return (
    <>
      <Input
        value={value}
        maxLength={200}
        {...(isNumber && { inputMode: 'numeric' as const })}
        {...(options.length > 0 && { list: listId })}
        onChange={({ target }) => onChange(target.value)}
      />
      {options.length > 0 && (
        <datalist id={listId}>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.hint}
            </option>
          ))}
        </datalist>
      )}
    </>
  )
}

function SeveralValues({ condition, options: { options, isFree }, error, onChange }: Props & { options: Offered }) {
  const { values } = condition
  const attribute = attributeOf(condition.attribute)!
  const nameOf = (value: string) => options.find((option) => option.value === value)?.name ?? value
  const typed = (text: string): Option[] => {
    const isValue = readValue(attribute.kind, condition.valueKind, condition.op, text) !== undefined
    return isFree && isValue ? [{ value: text, name: text }] : []
  }
  return (
    <ChipPicker
      label="Values"
      error={error}
      hint={attribute.hint}
      max={MAX_VALUES}
      placeholder={isFree ? 'Type a value, then press Enter' : 'Search by name'}
      chosen={values.map((value) => ({ value, name: nameOf(value) }))}
      options={options}
      fromText={typed}
      none={isFree ? 'Type a value.' : 'Nothing matches.'}
      onAdd={(value) => onChange({ values: [...values, value] })}
      onRemove={(value) => onChange({ values: values.filter((each) => each !== value) })}
    />
  )
}
