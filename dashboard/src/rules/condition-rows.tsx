import { Plus, Trash2 } from 'lucide-react'
import { Button } from '../ui/button.tsx'
import { Field, Input, Select } from '../ui/field.tsx'
import { type Errors, errorAt } from '../ui/form-error.ts'
import { attributeOf, groups, METADATA, type Op, opNames } from './attributes.ts'
import {
  type ConditionDraft,
  isOrder,
  isText,
  MAX_CONDITIONS,
  newCondition,
  type ValueKind,
  withAttribute,
} from './draft.ts'
import { ValueField } from './value-field.tsx'

type Props = { when: ConditionDraft[]; errors: Errors; onChange: (when: ConditionDraft[]) => void }

export function ConditionRows({ when, errors, onChange }: Props) {
  const replace = (next: ConditionDraft) => onChange(when.map((each) => (each.id === next.id ? next : each)))
  const isFull = when.length >= MAX_CONDITIONS
  return (
    <div className="grid gap-3">
      {when.map((condition, index) => (
        <ConditionRow
          key={condition.id}
          condition={condition}
          place={index}
          isOnly={when.length === 1}
          errors={errors}
          onChange={replace}
          onRemove={() => onChange(when.filter(({ id }) => id !== condition.id))}
        />
      ))}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <Button
          size="small"
          disabled={isFull}
          icon={<Plus className="size-3.5" aria-hidden />}
          onClick={() => onChange([...when, newCondition()])}
        >
          Add a condition
        </Button>
        <span className="text-[13px] text-soft">
          {isFull
            ? `At most ${MAX_CONDITIONS} conditions.`
            : 'All conditions must match. For “or”, create a second rule.'}
        </span>
      </div>
    </div>
  )
}

type RowProps = {
  condition: ConditionDraft
  place: number
  isOnly: boolean
  errors: Errors
  onChange: (condition: ConditionDraft) => void
  onRemove: () => void
}

function ConditionRow({ condition, place, isOnly, errors, onChange, onRemove }: RowProps) {
  const { ops } = attributeOf(condition.attribute)!
  const param = `when.${place}`
  const isMetadata = condition.attribute === METADATA
  return (
    <fieldset className="min-w-0 rounded-lg border border-line px-3.5 pt-3 pb-3.5">
      <legend className="sr-only">Condition {place + 1}</legend>
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-3 sm:grid-cols-[minmax(0,1.1fr)_minmax(0,0.8fr)_minmax(0,1.1fr)_auto]">
        <div className="grid gap-3">
          <Field label="Attribute" error={isMetadata ? undefined : errorAt(errors, `${param}.attribute`)}>
            <Select
              value={condition.attribute}
              onChange={({ target }) => onChange(withAttribute(condition, target.value))}
            >
              {groups.map(({ title, attributes }) => (
                <optgroup key={title} label={title}>
                  {attributes.map(({ name, label }) => (
                    <option key={name} value={name}>
                      {label}
                    </option>
                  ))}
                </optgroup>
              ))}
            </Select>
          </Field>
          {isMetadata && (
            <MetadataKey condition={condition} error={errorAt(errors, `${param}.attribute`)} onChange={onChange} />
          )}
        </div>
        <div className="grid gap-3 max-sm:order-2 max-sm:col-span-2">
          <Field label="Comparison" error={errorAt(errors, `${param}.op`)}>
            <Select value={condition.op} onChange={({ target }) => onChange({ ...condition, op: target.value as Op })}>
              {ops.map((op) => (
                <option key={op} value={op}>
                  {opNames[op]}
                </option>
              ))}
            </Select>
          </Field>
          {isMetadata && <MetadataKind condition={condition} onChange={onChange} />}
        </div>
        <div className="min-w-0 max-sm:order-3 max-sm:col-span-2">
          <ValueField
            condition={condition}
            error={errorAt(errors, `${param}.value`)}
            onChange={(changes) => onChange({ ...condition, ...changes })}
          />
        </div>
        <Button
          look="ghost"
          size="icon"
          className="mt-6"
          disabled={isOnly}
          aria-label={`Remove condition ${place + 1}`}
          onClick={onRemove}
          icon={<Trash2 className="size-4" aria-hidden />}
        />
      </div>
    </fieldset>
  )
}

type MetadataProps = Pick<RowProps, 'condition' | 'onChange'>

function MetadataKey({ condition, error, onChange }: MetadataProps & { error: string | undefined }) {
  return (
    <Field label="Key" error={error}>
      <Input
        maxLength={40}
        placeholder="team"
        value={condition.key}
        onChange={({ target }) => onChange({ ...condition, key: target.value })}
      />
    </Field>
  )
}

/**
 * A value keeps its type: the text 0042 is not the number 42. Comparisons always take a number, and "contains" and
 * "starts with" always take text.
 */
function MetadataKind({ condition, onChange }: MetadataProps) {
  if (isOrder(condition.op) || isText(condition.op)) return null
  return (
    <Field label="Kind of value">
      <Select
        value={condition.valueKind}
        onChange={({ target }) =>
          onChange({ ...condition, valueKind: target.value as ValueKind, value: '', values: [] })
        }
      >
        <option value="text">Text</option>
        <option value="number">Number</option>
        <option value="boolean">Yes or no</option>
      </Select>
    </Field>
  )
}
