import Type from 'typebox'
import { type Currency, currencies, currencyNames, formatCryptoAmount } from '../currencies/currencies.ts'
import { type Network, networkOf, publicNetworkNames } from '../currencies/networks.ts'
import { depositAddress } from '../deposits/deposit-addresses.ts'
import { ApiError } from '../errors.ts'
import { write } from '../http/route.ts'
import { Strict } from '../http/schemas.ts'
import type { Services } from '../services.ts'

const PerCurrency = (description: string) =>
  Type.Object(Object.fromEntries(currencyNames.map((name) => [name, Type.Optional(Type.String())])), { description })

const DepositAddresses = Type.Object(
  {
    addresses: PerCurrency('The deposit address of each currency. `usdt` shares the address of `eth`.'),
    networks: PerCurrency('The chain of each currency.'),
    min_deposit: PerCurrency(
      'The minimum deposit of each currency, as decimal text. A smaller deposit is shown as expired and never credited.',
    ),
    environment: Type.Optional(
      Type.Literal('sandbox', { description: 'Present in the sandbox, where nobody holds a key to these addresses.' }),
    ),
  },
  { $id: 'DepositAddresses' },
)

/** A read that writes: the first one assigns the address. */
export const getDepositAddress = write({
  method: 'GET',
  url: '/wallet/deposit-address',
  operationId: 'getDepositAddress',
  scope: 'deposits:read',
  bounds: 'open',
  tag: 'Wallet',
  summary: 'Get deposit addresses',
  description:
    'Returns one permanent address for each currency. With `currency`, the three objects contain only that currency. A currency that is not set up in this installation is left out; requesting it by name, or when none is set up, gives `invalid_currency`.',
  query: Strict({
    currency: Type.Optional(Type.String({ enum: [...currencyNames], 'x-error': 'invalid_currency' })),
  }),
  reply: { 200: DepositAddresses },
  errors: ['invalid_currency'],
  async write({ tx, workspace, query, services }) {
    const asked = query.currency === undefined ? [...currencyNames] : [query.currency as Currency]
    const known = new Map<Network, string | undefined>()
    for (const network of new Set(asked.map((currency) => networkOf[currency]))) {
      known.set(network, await depositAddress(tx, services, workspace, network))
    }
    const given = asked.filter((currency) => known.get(networkOf[currency]) !== undefined)
    if (given.length === 0) throw notGiven(services, asked, query.currency)
    const per = (value: (currency: Currency) => string) =>
      Object.fromEntries(given.map((currency) => [currency, value(currency)]))
    const body = {
      addresses: per((currency) => known.get(networkOf[currency])!),
      networks: per((currency) => publicNetworkNames[currency]),
      min_deposit: per((currency) => formatCryptoAmount(currency, currencies[currency].minimum)),
      ...(workspace.environment === 'sandbox' && { environment: 'sandbox' }),
    }
    return { status: 200, body }
  },
})

/** A currency that is not set up is told to the caller. A used-up pool of addresses is an error of ours. */
function notGiven({ addresses }: Pick<Services, 'addresses'>, asked: Currency[], named: string | undefined): ApiError {
  const what = named === undefined ? 'Deposits are' : `Deposits in ${named} are`
  return asked.some((currency) => addresses[networkOf[currency]])
    ? new ApiError('service_unavailable', `${what} not possible at the moment: there is no address left to give.`, {
        param: 'currency',
      })
    : new ApiError('invalid_currency', `${what} not set up in this installation.`, { param: 'currency' })
}
