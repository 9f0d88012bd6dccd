// Creates and reads cards through the API, for tests of the pages that show them.

import assert from 'node:assert/strict'
import type { Api } from '../../server/test/harness.ts'

export const VISA = 'bin_visa_us_prepaid_1'
export const MASTERCARD = 'bin_mastercard_us_debit_1'

export async function createCard(api: Api, settings: Record<string, unknown> = {}) {
  const { status, body } = await api.post('/cards', { bin_id: VISA, amount: 100, ...settings })
  assert.equal(status, 201)
  return body
}

export async function cardOf(api: Api, id: string) {
  return (await api.get(`/cards/${id}`)).body
}
