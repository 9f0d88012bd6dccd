import type { Command } from './command.ts'
import { confirmed } from './confirm.ts'
import { seconds } from './option-value.ts'

export const sandboxCommands: readonly Command[] = [
  {
    name: 'sandbox clock',
    summary: 'show the time of the sandbox',
    run: async (call) => call.out.object(await call.client().sandbox.clock.get()),
  },
  {
    name: 'sandbox clock advance',
    summary: 'move the time of the sandbox forward, such as 7d or 1h30m',
    args: ['DURATION'],
    notes: 'When it answers, whatever came due on the way has happened.',
    async run(call) {
      const clock = await call.client().sandbox.clock.advance({ seconds: seconds(call.args[0]!) })
      call.out.object(clock)
    },
  },
  {
    name: 'sandbox reset',
    summary: 'have the sandbox as on its first day',
    options: { yes: { kind: 'flag', help: 'do not ask' } },
    async run(call) {
      if (!(await confirmed(call, 'Remove every card, transaction and deposit of this sandbox?'))) return
      call.out.object(await call.client().sandbox.reset())
    },
  },
]
