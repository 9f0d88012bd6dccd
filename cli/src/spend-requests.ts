import type { Call, Command } from './command.ts'
import { listCommand } from './list-command.ts'

const note = { kind: 'text', value: 'TEXT', help: 'a note to the requester' } as const

export const spendRequestCommands: readonly Command[] = [
  {
    name: 'spend-requests create',
    summary: 'ask for money for one purchase',
    options: {
      amount: { kind: 'money', required: true, help: 'USD' },
      merchant: {
        kind: 'text',
        required: true,
        value: 'NAME',
        help: 'part of the name under which the merchant charges cards',
      },
      url: { kind: 'text', help: 'the page of the purchase, shown to the person who decides' },
      'merchant-id': { kind: 'text', value: 'ID', help: "the card network's id of the merchant, instead of the name" },
      reason: { kind: 'text', required: true, help: 'what the money is for, in 20 to 500 characters' },
      'valid-for': { kind: 'number', value: 'SECONDS', help: 'how long the card can be used; the default is one hour' },
      metadata: { kind: 'pairs', help: 'data of your own; repeat the option for several keys' },
    },
    run: async (call) => call.out.object(await call.client().spendRequests.create(askedFor(call) as never)),
  },
  listCommand({
    name: 'spend-requests list',
    summary: 'list spend requests, newest first',
    options: {
      status: {
        kind: 'text',
        choices: ['pending', 'approved', 'used', 'denied', 'expired', 'canceled'],
        help: 'show only requests with this status',
      },
    },
    columns: [
      ['ID', 'id'],
      ['STATUS', 'status'],
      ['AMOUNT', 'amount'],
      ['MERCHANT', 'merchant.name'],
      ['BY', 'requested_by'],
      ['CARD', 'card_id'],
      ['ENDS', 'expires_at'],
      ['OUTCOME', 'outcome'],
    ],
    list: (client, params) => client.spendRequests.list(params),
  }),
  onRequest('get', 'show a spend request', (call, id) => call.client().spendRequests.get(id)),
  {
    ...onRequest('approve', 'approve a request and issue its card', (call, id) =>
      call.client().spendRequests.approve(id, call.params()),
    ),
    options: {
      note,
      bind: {
        kind: 'text',
        choices: ['name', 'first_merchant'],
        help: 'where the card works: at the merchant of the request (name), or at the first merchant that charges it',
      },
    },
    notes: 'A key cannot approve a request that it made itself.',
  },
  {
    ...onRequest('deny', 'deny a request', (call, id) => call.client().spendRequests.deny(id, call.params())),
    options: { note },
  },
  onRequest('cancel', 'cancel a request; its card is terminated if it was not used', (call, id) =>
    call.client().spendRequests.cancel(id),
  ),
  {
    ...onRequest('outcome', 'report the outcome of the purchase', (call, id) =>
      call.client().spendRequests.reportOutcome(id, call.params() as never),
    ),
    options: {
      outcome: {
        kind: 'text',
        required: true,
        choices: ['success', 'blocked', 'abandoned'],
        help: 'how the purchase ended',
      },
      note: { kind: 'text', value: 'TEXT', help: 'what happened' },
    },
  },
]

function askedFor(call: Call): object {
  const { merchant, url, merchant_id, ...rest } = call.params()
  return {
    ...rest,
    merchant: {
      name: merchant,
      ...(url !== undefined && { url }),
      ...(merchant_id !== undefined && { id: merchant_id }),
    },
  }
}

function onRequest(verb: string, summary: string, act: (call: Call, id: string) => Promise<object>): Command {
  return {
    name: `spend-requests ${verb}`,
    summary,
    args: ['REQUEST'],
    run: async (call) => call.out.object(await act(call, call.args[0]!)),
  }
}
