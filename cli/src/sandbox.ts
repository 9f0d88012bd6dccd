import type { Command } from './command.ts'
import { confirmed } from './confirm.ts'
import { UsageError } from './framework/failures.ts'
import { seconds } from './framework/option-value.ts'

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
    name: 'sandbox rates',
    summary: 'show what other currencies are converted by',
    run: async (call) => call.out.object(await call.client().sandbox.rates.get()),
  },
  {
    name: 'sandbox rates set',
    summary: 'convert by these rates, in USD for one unit',
    options: {
      rate: { kind: 'pairs', value: 'CODE=RATE', help: 'such as EUR=1.0834; as often as wanted', required: true },
    },
    notes: 'They take the place of all that were set before. The other currencies have their built-in rates.',
    async run(call) {
      const rates = call.params().rate as Record<string, string | null>
      const empty = Object.keys(rates).find((code) => rates[code] === null)
      if (empty !== undefined) throw new UsageError(`--rate ${empty}= has no rate, such as ${empty}=1.0834`)
      call.out.object(await call.client().sandbox.rates.set({ rates: rates as Record<string, string> }))
    },
  },
  {
    name: 'sandbox rates clear',
    summary: 'convert by the built-in rates again',
    run: async (call) => call.out.object(await call.client().sandbox.rates.set({ rates: {} })),
  },
  {
    name: 'sandbox reset',
    summary: 'reset the sandbox; keys, addresses, settings and the team stay',
    options: { yes: { kind: 'flag', help: 'do not ask' } },
    async run(call) {
      if (!(await confirmed(call, 'Remove every card, transaction and deposit of this sandbox?'))) return
      call.out.object(await call.client().sandbox.reset())
    },
  },
]
