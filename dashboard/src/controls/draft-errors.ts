// Errors in controls, by request parameter. They are found before sending or reported by the service.

import { Problem } from '../api/request.ts'
import { readAmount } from '../ui/amounts.tsx'
import { type Errors, withoutParam } from '../ui/form-error.ts'
import { type ControlsDraft, type LimitDraft, readCount } from './draft.ts'

/** Finds errors in typed text and missing countries. The service checks everything else. */
export function findControlsErrors({ limits, uses, where, countries }: ControlsDraft): Errors {
  return {
    ...Object.assign({}, ...limits.map(limitErrors)),
    ...(uses.trim() !== '' && !readCount(uses) && { 'controls.uses': 'Enter a whole number, such as 1.' }),
    ...(where !== 'anywhere' && countries.length === 0 && { 'controls.countries': 'Choose at least one country.' }),
  }
}

function limitErrors({ amount, count, window }: LimitDraft, index: number): Errors {
  const place = `controls.limits.${index}`
  const hasCount = window !== 'per_transaction' && count.trim() !== ''
  if (amount.trim() === '' && !hasCount) {
    const wanted =
      window === 'per_transaction' ? 'Enter an amount.' : 'Enter an amount, a number of purchases, or both.'
    return { [`${place}.amount`]: wanted }
  }
  return {
    ...(amount.trim() !== '' && !readAmount(amount) && { [`${place}.amount`]: 'Enter an amount above zero.' }),
    ...(hasCount && !readCount(count) && { [`${place}.count`]: 'Enter a whole number.' }),
  }
}

const SHOWN =
  /^(allowed_categories|controls\.(limits|merchants\.(allowed|blocked)|categories\.blocked|countries|uses|merchant_lock|active_from|active_until))(\.|$)/

/** Splits an error from the service: it belongs to a field of the editor or to the form around it. */
export function placeControlsProblem(error: Error | null): { errors: Errors; form: string | undefined } {
  if (!error) return { errors: {}, form: undefined }
  const param = error instanceof Problem ? error.param : undefined
  if (param === undefined || !SHOWN.test(param)) return { errors: {}, form: error.message }
  return { errors: { [param]: withoutParam(error.message, param) }, form: undefined }
}
