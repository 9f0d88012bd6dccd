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
        help: 'a part of the name under which it charges cards',
      },
      url: { kind: 'text', help: 'where the purchase is to be made, shown to the person who decides' },
      'merchant-id': { kind: 'text', value: 'ID', help: "the network's id of the merchant, in place of the name" },
      reason: { kind: 'text', required: true, help: 'what for, in 20 to 500 characters' },
      'valid-for': { kind: 'number', value: 'SECONDS', help: 'how long the card can be used; an hour when left out' },
      metadata: { kind: 'pairs', help: 'a key of your own, as often as wanted' },
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
        help: 'only these',
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
    ...onRequest('approve', 'make the card that a request asks for', (call, id) =>
      call.client().spendRequests.approve(id, call.params()),
    ),
    options: {
      note,
      bind: {
        kind: 'text',
        choices: ['name', 'first_merchant'],
        help: 'where the card works: at the merchant of the request (name), or where it is charged first',
      },
    },
    notes: 'A key does not approve what it asked for itself.',
  },
  {
    ...onRequest('deny', 'refuse a request', (call, id) => call.client().spendRequests.deny(id, call.params())),
    options: { note },
  },
  onRequest('cancel', 'take a request back; an unused card ends', (call, id) => call.client().spendRequests.cancel(id)),
  {
    ...onRequest('outcome', 'report what became of the purchase', (call, id) =>
      call.client().spendRequests.reportOutcome(id, call.params() as never),
    ),
    options: {
      outcome: { kind: 'text', required: true, choices: ['success', 'blocked', 'abandoned'], help: 'how it ended' },
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
