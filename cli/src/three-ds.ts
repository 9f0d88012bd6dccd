import type { Command } from './command.ts'
import { money, time } from './format.ts'
import { untilInterrupted } from './interrupt.ts'
import { listCommand } from './list-command.ts'

export const threeDsCommands: readonly Command[] = [
  listCommand({
    name: '3ds list',
    summary: 'list 3-D Secure challenges, newest first',
    notes: 'Passcodes are shown by 3ds get and 3ds watch.',
    options: {
      'card-id': { kind: 'text', value: 'CARD', help: 'only of this card' },
      status: { kind: 'text', choices: ['pending', 'completed', 'expired'], help: 'only these' },
    },
    columns: [
      ['ID', 'id'],
      ['STATUS', 'status'],
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
  {
    name: '3ds watch',
    summary: 'show passcodes as merchants ask for them',
    options: { 'card-id': { kind: 'text', value: 'CARD', help: 'only of this card' } },
    notes: 'Until it is interrupted. Lost connections are taken up again.',
    reveals: ['otp'],
    run: (call) =>
      untilInterrupted(async (signal) => {
        const events = call.client().events.stream({}, { signal, maxRetries: Number.MAX_SAFE_INTEGER })
        call.out.note('Waiting for challenges.')
        for await (const event of events) {
          if (event.type !== '3ds.challenge') continue
          const { card_id, merchant, amount, otp, expires_at } = event.data
          if (call.text('card-id') !== undefined && call.text('card-id') !== card_id) continue
          const passcode = call.out.paint('bold', otp)
          call.out.happening(
            event.data,
            `${passcode}  ${money(amount)}  ${merchant}  ${card_id}  until ${time(expires_at)}`,
          )
        }
      }),
  },
]
