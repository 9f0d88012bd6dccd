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
    notes: 'When the command returns, everything that was due in that time has happened.',
    async run(call) {
      const clock = await call.client().sandbox.clock.advance({ seconds: seconds(call.args[0]!) })
      call.out.object(clock)
    },
  },
  {
    name: 'sandbox rates',
    summary: 'show the exchange rates of the sandbox',
    run: async (call) => call.out.object(await call.client().sandbox.rates.get()),
  },
  {
    name: 'sandbox rates set',
    summary: 'set exchange rates, in USD for one unit',
    options: {
      rate: { kind: 'pairs', value: 'CODE=RATE', help: 'a rate such as EUR=1.0834; can be repeated', required: true },
    },
    notes: 'The rates replace all rates that were set before. Other currencies keep their built-in rates.',
    async run(call) {
      const rates = call.params().rate as Record<string, string | null>
      const empty = Object.keys(rates).find((code) => rates[code] === null)
      if (empty !== undefined) throw new UsageError(`--rate ${empty}= needs a rate, such as ${empty}=1.0834`)
      call.out.object(await call.client().sandbox.rates.set({ rates: rates as Record<string, string> }))
    },
  },
  {
    name: 'sandbox rates clear',
    summary: 'return to the built-in exchange rates',
    run: async (call) => call.out.object(await call.client().sandbox.rates.set({ rates: {} })),
  },
  {
    name: 'sandbox reset',
    summary: 'reset the sandbox; keys, addresses, settings and the team stay',
    options: { yes: { kind: 'flag', help: 'do not ask for confirmation' } },
    async run(call) {
      if (!(await confirmed(call, 'Remove every card, transaction and deposit of this sandbox?'))) return
      call.out.object(await call.client().sandbox.reset())
    },
  },
]
