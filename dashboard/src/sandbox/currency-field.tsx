import type { ChangeEvent } from 'react'
import { useRead } from '../api/read.ts'
import type { SandboxRates } from '../api/schemas.ts'
import { Field, Select } from '../ui/field.tsx'

export function useRates(): SandboxRates | undefined {
  return useRead<SandboxRates>({ noun: 'rates', path: '/v1/sandbox/rates' }).data
}

type Props = {
  value: string
  onChange: (event: ChangeEvent<HTMLSelectElement>) => void
  error: string | undefined
}

/** The merchant's currency: dollars, or any currency that the sandbox can convert. */
export function CurrencyField({ error, ...rest }: Props) {
  const rates = useRates()?.rates ?? {}
  const rate = rates[rest.value]
  return (
    <Field label="Currency" error={error} hint={rate && `1 ${rest.value} is ${rate} USD.`}>
      <Select {...rest}>
        <option>USD</option>
        {Object.keys(rates).map((code) => (
          <option key={code}>{code}</option>
        ))}
      </Select>
    </Field>
  )
}
