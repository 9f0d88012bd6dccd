// The merchant of a message in our own form: a name that is never empty, a four-digit category code, a two-letter country.

import { MAX_MERCHANT_ID } from '../controls/control-schemas.ts'
import type { Merchant } from '../transactions/merchant.ts'
import type { Field } from './fields.ts'

const MAX_NAME_LENGTH = 200
const MAX_CITY_LENGTH = 100
const UNKNOWN_NAME = 'Unknown merchant'
const UNKNOWN_CATEGORY = '0000'
/** ISO 3166 leaves ZZ to its users; it is widely read as "unknown". */
const UNKNOWN_COUNTRY = 'ZZ'

export const unknownMerchant: Merchant = { name: UNKNOWN_NAME, mcc: UNKNOWN_CATEGORY, country: UNKNOWN_COUNTRY }

/** `country` already has two letters; each kind converts its processor's form. */
export function readMerchant(
  name: Field,
  category: Field,
  country: string | undefined,
  place: { id?: Field; city?: Field } = {},
): Merchant {
  const mcc = category.prose(10)
  const id = place.id?.prose(MAX_MERCHANT_ID)
  const city = place.city?.prose(MAX_CITY_LENGTH)
  return {
    name: name.prose(MAX_NAME_LENGTH) ?? UNKNOWN_NAME,
    mcc: mcc !== undefined && /^\d{4}$/.test(mcc) ? mcc : UNKNOWN_CATEGORY,
    country: country !== undefined && /^[A-Z]{2}$/.test(country) ? country : UNKNOWN_COUNTRY,
    ...(id !== undefined && { id }),
    ...(city !== undefined && { city }),
  }
}
