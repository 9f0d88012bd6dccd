import { read } from '../http/route.ts'
import { DepositTerms } from './shapes/deposit-terms.ts'

const BPS_PER_PERCENT = 100

/** The operator's settings, which a page needs to show the progress and the cost of a deposit. */
export const getDepositTerms = read({
  method: 'GET',
  url: '/deposit-terms',
  operationId: 'getDepositTerms',
  tag: 'Wallet',
  summary: 'Get the terms of deposits',
  reply: { 200: DepositTerms },
  read: async ({ services: { config } }): Promise<DepositTerms> => ({
    fee_percent: Number(config.depositFeeBps) / BPS_PER_PERCENT,
    confirmations: config.chains.confirmations,
  }),
})
