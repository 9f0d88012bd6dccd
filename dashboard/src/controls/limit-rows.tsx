import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { CategoryPicker } from '../cards/category-picker.tsx'
import { Button } from '../ui/button.tsx'
import { AmountInput, Field, Input, Select } from '../ui/field.tsx'
import { type Errors, errorAt } from '../ui/form-error.ts'
import { type LimitDraft, MAX_LIMITS, newLimit } from './draft.ts'

type Props = { limits: LimitDraft[]; errors: Errors; onChange: (limits: LimitDraft[]) => void }

export function LimitRows({ limits, errors, onChange }: Props) {
  const change = (id: string, changes: Partial<LimitDraft>) =>
    onChange(limits.map((limit) => (limit.id === id ? { ...limit, ...changes } : limit)))
  const isFull = limits.length >= MAX_LIMITS
  return (
    <div className="grid gap-3">
      {limits.map((limit, index) => (
        <LimitRow
          key={limit.id}
          limit={limit}
          place={index}
          errors={errors}
          onChange={(changes) => change(limit.id, changes)}
          onRemove={() => onChange(limits.filter(({ id }) => id !== limit.id))}
        />
      ))}
      {errors['controls.limits'] && (
        <p role="alert" className="text-[13px] text-bad">
          {errors['controls.limits']}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <Button
          size="small"
          disabled={isFull}
          icon={<Plus className="size-3.5" aria-hidden />}
          onClick={() => onChange([...limits, newLimit()])}
        >
          Add a limit
        </Button>
        {isFull && <span className="text-[13px] text-soft">At most {MAX_LIMITS}.</span>}
      </div>
    </div>
  )
}

export const windowNames: Record<LimitDraft['window'], string> = {
  per_transaction: 'In one purchase',
  day: 'A day',
  week: 'A week, from Monday',
  month: 'A month',
  year: 'A year',
  all_time: 'In total',
}

type RowProps = {
  limit: LimitDraft
  place: number
  errors: Errors
  onChange: (changes: Partial<LimitDraft>) => void
  onRemove: () => void
}

function LimitRow({ limit, place, errors, onChange, onRemove }: RowProps) {
  const param = `controls.limits.${place}`
  const isEach = limit.window === 'per_transaction'
  return (
    <fieldset className="min-w-0 rounded-lg border border-line px-3.5 pt-3 pb-3.5">
      <legend className="sr-only">Limit {place + 1}</legend>
      <div className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto] items-start gap-3 sm:grid-cols-[minmax(0,1fr)_8rem_minmax(0,12rem)_auto]">
        <Field label="Amount" error={errorAt(errors, `${param}.amount`) ?? errors[param]}>
          <AmountInput value={limit.amount} onChange={({ target }) => onChange({ amount: target.value })} />
        </Field>
        <Field label="Purchases" error={errorAt(errors, `${param}.count`)}>
          <Input
            inputMode="numeric"
            maxLength={7}
            disabled={isEach}
            placeholder={isEach ? 'One' : 'Any'}
            value={isEach ? '' : limit.count}
            onChange={({ target }) => onChange({ count: target.value })}
          />
        </Field>
        <div className="max-sm:order-last max-sm:col-span-3">
          <Field label="Time" error={errorAt(errors, `${param}.window`)}>
            <Select
              value={limit.window}
              onChange={({ target }) => onChange({ window: target.value as LimitDraft['window'] })}
            >
              {Object.entries(windowNames).map(([value, name]) => (
                <option key={value} value={value}>
                  {name}
                </option>
              ))}
            </Select>
          </Field>
        </div>
        <Button
          look="ghost"
          size="icon"
          className="mt-6"
          aria-label={`Remove limit ${place + 1}`}
          onClick={onRemove}
          icon={<Trash2 className="size-4" aria-hidden />}
        />
      </div>
      <LimitCategories limit={limit} error={errorAt(errors, `${param}.categories`)} onChange={onChange} />
    </fieldset>
  )
}

/** Most limits count everything, so the categories are hidden until somebody opens them. */
function LimitCategories({
  limit,
  error,
  onChange,
}: Pick<RowProps, 'limit' | 'onChange'> & { error: string | undefined }) {
  const [isAsked, ask] = useState(limit.categories.length > 0)
  return (
    <div className="mt-2.5">
      {isAsked || limit.categories.length > 0 || error ? (
        <CategoryPicker
          label="Counts only for"
          error={error}
          value={limit.categories}
          onChange={(categories) => onChange({ categories })}
        />
      ) : (
        <button
          type="button"
          onClick={() => ask(true)}
          className="rounded text-[13px] text-soft underline underline-offset-2 hover:text-ink"
        >
          Count only some categories
        </button>
      )}
    </div>
  )
}
