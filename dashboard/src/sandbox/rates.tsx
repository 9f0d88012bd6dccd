import { useDo } from '../api/read.ts'
import { put } from '../api/request.ts'
import type { SandboxRates } from '../api/schemas.ts'
import { Button } from '../ui/button.tsx'
import { Field, Input, Select } from '../ui/field.tsx'
import { placeProblem } from '../ui/form-error.ts'
import { useRates } from './currency-field.tsx'
import { useFields } from './fields.ts'
import { Outcome } from './outcome.tsx'
import { Simulation } from './simulation.tsx'

/** The rate of a purchase and the rate of its settlement may differ, as they do in reality. */
export function ExchangeRates() {
  const known = useRates()
  const { values, bind } = useFields({ currency: 'EUR', rate: '' })
  const set = useDo((rates: Record<string, string>) => put<SandboxRates>('/v1/sandbox/rates', { rates }), ['rates'])
  const problem = placeProblem(set.error, ['rates'])
  const { currency } = values
  // The service replaces all rates together, so the earlier ones are sent again.
  const submit = () => set.mutate({ ...overridesOf(known!), [currency]: values.rate.trim() })
  return (
    <Simulation
      title="Exchange rates"
      note="Used to convert purchases in other currencies. Changes apply from the next purchase."
      action="Set the rate"
      busy={set.isPending}
      disabled={!known}
      error={problem.form}
      onSubmit={submit}
      result={set.data && <Outcome isGood title={`1 ${currency} is ${set.data.rates[currency]} USD`} />}
    >
      <div className="grid gap-3 sm:grid-cols-2">
        <Field label="Rate of">
          <Select {...bind('currency')}>
            {Object.keys(known?.rates ?? {}).map((code) => (
              <option key={code}>{code}</option>
            ))}
          </Select>
        </Field>
        <Field label="Value in USD" error={problem.fields.rates} hint={known && `Now ${known.rates[currency]}.`}>
          <Input required inputMode="decimal" className="tabular" {...bind('rate')} />
        </Field>
      </div>
      {known && known.overridden.length > 0 && (
        <div>
          <Button size="small" disabled={set.isPending} onClick={() => set.mutate({})}>
            Restore built-in rates
          </Button>
        </div>
      )}
    </Simulation>
  )
}

function overridesOf({ rates, overridden }: SandboxRates): Record<string, string> {
  return Object.fromEntries(overridden.map((code) => [code, rates[code]!]))
}
