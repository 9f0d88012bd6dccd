// Transactions, the wallet, BINs, categories.

import type { Command } from './command.ts'
import { explain } from './explain.ts'
import { listCommand } from './list-command.ts'

const currency = { kind: 'text', choices: ['btc', 'eth', 'sol', 'usdt'], help: 'show only this currency' } as const

export const readCommands: readonly Command[] = [
  listCommand({
    name: 'transactions list',
    summary: 'list transactions, newest first',
    options: {
      card: { kind: 'text', param: 'card_id', value: 'CARD', help: 'show only transactions of this card' },
      type: {
        kind: 'text',
        choices: ['authorization', 'settlement', 'refund', 'decline'],
        help: 'show only transactions of this type',
      },
      from: { kind: 'text', value: 'TIME', help: 'show only what happened from this time or day on' },
      to: { kind: 'text', value: 'TIME', help: 'show only what happened up to this time or day' },
      merchant: { kind: 'text', help: 'show only merchants whose name contains this text' },
      'min-amount': { kind: 'money', value: 'USD', help: 'show only amounts from this one up' },
      'max-amount': { kind: 'money', value: 'USD', help: 'show only amounts up to this one' },
    },
    columns: [
      ['ID', 'id'],
      ['TYPE', 'type'],
      ['AMOUNT', 'amount'],
      ['BALANCE', 'balance_after'],
      ['MERCHANT', 'merchant.name'],
      ['CARD', 'card_id'],
      ['CREATED', 'created_at'],
    ],
    list: (client, params) => client.transactions.list(params),
  }),
  {
    name: 'transactions get',
    summary: 'show a transaction and the timeline of its authorization',
    args: ['TRANSACTION'],
    run: async (call) => call.out.object(await call.client().transactions.get(call.args[0]!)),
  },
  explain,
  {
    name: 'wallet balance',
    summary: 'show the balance of the wallet and its totals',
    run: async (call) => call.out.object(await call.client().wallet.balance()),
  },
  {
    name: 'wallet address',
    summary: 'show the addresses for deposits',
    options: { currency },
    run: async (call) => call.out.object(await call.client().wallet.depositAddress(call.params())),
  },
  listCommand({
    name: 'wallet deposits',
    summary: 'list deposits, newest first',
    options: {
      status: {
        kind: 'text',
        choices: ['pending', 'confirmed', 'expired'],
        help: 'show only deposits with this status',
      },
      currency,
    },
    columns: [
      ['ID', 'id'],
      ['CURRENCY', 'currency'],
      ['CRYPTO', 'amount_crypto'],
      ['USD', 'amount_usd'],
      ['CREDITED', 'credited_usd'],
      ['STATUS', 'status'],
      ['CREATED', 'created_at'],
    ],
    list: (client, params) => client.wallet.deposits.list(params),
  }),
  listCommand({
    name: 'wallet transactions',
    summary: 'list every movement of the wallet, newest first',
    columns: [
      ['SEQUENCE', 'sequence'],
      ['TYPE', 'type'],
      ['AMOUNT', 'amount'],
      ['BALANCE', 'balance_after'],
      ['CARD', 'card_id'],
      ['DEPOSIT', 'deposit_id'],
      ['CREATED', 'created_at'],
    ],
    list: (client, params) => client.wallet.transactions.list(params),
  }),
  listCommand({
    name: 'bins list',
    summary: 'list the kinds of card that can be issued',
    isWhole: true,
    columns: [
      ['ID', 'id'],
      ['NETWORK', 'network'],
      ['TYPE', 'type'],
      ['COUNTRY', 'issuer_country'],
      ['MAX PAYMENT', 'max_transaction'],
      ['MAX MONTH', 'max_monthly'],
      ['3DS', '3ds'],
    ],
    list: (client) => client.bins.list(),
  }),
  listCommand({
    name: 'categories list',
    summary: 'list the merchant categories that a card can be limited to',
    isWhole: true,
    columns: [
      ['NAME', 'name'],
      ['DESCRIPTION', 'description'],
      ['CODES', 'mccs'],
    ],
    list: (client) => client.categories.list(),
  }),
]
