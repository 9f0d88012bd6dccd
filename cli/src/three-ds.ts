import type { Call, Command } from './command.ts'
import { clean, money, time } from './format.ts'
import { untilInterrupted } from './interrupt.ts'
import { listCommand } from './list-command.ts'

export const threeDsCommands: readonly Command[] = [
  listCommand({
    name: '3ds list',
    summary: 'list 3-D Secure challenges, newest first',
    notes: 'Passcodes are shown by 3ds get and 3ds watch.',
    options: {
      card: { kind: 'text', param: 'card_id', value: 'CARD', help: 'show only challenges of this card' },
      status: {
        kind: 'text',
        choices: ['pending', 'completed', 'expired'],
        help: 'show only challenges with this status',
      },
    },
    columns: [
      ['ID', 'id'],
      ['STATUS', 'status'],
      ['METHOD', 'method'],
      ['OUTCOME', 'outcome'],
      ['AMOUNT', 'amount'],
      ['MERCHANT', 'merchant'],
      ['CARD', 'card_id'],
      ['EXPIRES', 'expires_at'],
    ],
    list: (client, params) => client.threeDs.list(params),
  }),
  {
    name: '3ds get',
    summary: 'show a challenge with its passcode',
    args: ['CHALLENGE'],
    reveals: ['otp'],
    run: async (call) => call.out.object(await call.client().threeDs.get(call.args[0]!)),
  },
  answer('approve', 'approve a payment that waits for a person', (call, id) => call.client().threeDs.approve(id)),
  answer('decline', 'decline a payment that waits for a person', (call, id) => call.client().threeDs.decline(id)),
  {
    name: '3ds watch',
    summary: 'show passcodes and payments to approve as soon as merchants ask for them',
    options: { card: { kind: 'text', param: 'card_id', value: 'CARD', help: 'show only challenges of this card' } },
    notes: 'It runs until you interrupt it, and reconnects when the connection is lost.',
    reveals: ['otp'],
    run: (call) =>
      untilInterrupted(call.io, async (signal) => {
        const client = call.client()
        // Read before it says that it waits, so that everything after that is shown, however long the stream takes to open.
        const after_sequence = (await client.events.list({ per_page: 1 })).data[0]?.sequence ?? 0
        call.out.note('Waiting for challenges.')
        const options = { signal, maxRetries: Number.MAX_SAFE_INTEGER }
        for await (const event of client.events.stream({ after_sequence }, options)) {
          if (event.type !== '3ds.challenge') continue
          const { card_id, merchant, amount, otp, expires_at } = event.data
          if (![undefined, card_id].includes(call.text('card'))) continue
          const passcode = call.out.paint('bold', otp ?? `approve or decline ${event.data.id}`)
          call.out.happening(
            event.data,
            `${passcode}  ${money(amount)}  ${clean(merchant)}  ${card_id}  until ${time(expires_at)}`,
          )
        }
      }),
  },
]

/** For a challenge without a passcode. */
function answer(verb: string, summary: string, act: (call: Call, id: string) => Promise<object>): Command {
  return {
    name: `3ds ${verb}`,
    summary,
    args: ['CHALLENGE'],
    run: async (call) => call.out.object(await act(call, call.args[0]!)),
  }
}
