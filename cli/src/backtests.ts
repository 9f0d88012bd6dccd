// A rule on history. A backtest runs in the service; the program only waits for it and shows how far it is.

import { setTimeout as pause } from 'node:timers/promises'
import type { Call, Command, Option } from './command.ts'
import { CommandError } from './framework/failures.ts'
import { ruleId } from './rule-id.ts'
import type { RuleBacktest } from './sdk.ts'

const FIRST_LOOK_MS = 200
const MAX_PAUSE_MS = 2_000

const range: Record<string, Option> = {
  from: { kind: 'text', value: 'TIME', help: 'check payments from this time or day on', required: true },
  to: { kind: 'text', value: 'TIME', help: 'check payments up to this time or day', required: true },
}

export const backtestCommands: readonly Command[] = [
  {
    name: 'rules backtest',
    summary: 'test a rule on past payments, and show which it would have stopped',
    args: ['RULE'],
    options: { ...range, detach: { kind: 'flag', help: 'do not wait for the result' } },
    notes: `The command waits until the backtest is done; the exit code is 1 if it failed. The backtest runs in the service, and continues
there if you interrupt this command: "cardwright rules backtests get RULE BACKTEST --wait" waits for it again.`,
    async run(call) {
      const { detach: _, ...params } = call.params()
      const rule = await ruleId(call, call.args[0]!)
      const begun = await call.client().rules.backtests.create(rule, params as never)
      if (call.flag('detach')) return show(call, begun)
      await showWhenDone(call, begun)
    },
  },
  {
    name: 'rules backtests',
    summary: 'list the newest backtests of a rule',
    args: ['RULE'],
    async run(call) {
      const { data } = await call.client().rules.backtests.list(await ruleId(call, call.args[0]!))
      call.out.list(data, [
        ['ID', 'id'],
        ['STATUS', 'status'],
        ['%', 'progress'],
        ['VERSION', 'version'],
        ['FROM', 'from'],
        ['TO', 'to'],
        ['CHECKED', 'judged'],
        ['DECLINE', 'would_decline'],
        ['CHALLENGE', 'would_challenge'],
        ['FALSE', 'false'],
      ])
    },
  },
  {
    name: 'rules backtests get',
    summary: 'show a backtest',
    args: ['RULE', 'BACKTEST'],
    options: { wait: { kind: 'flag', help: 'wait until the backtest is done' } },
    async run(call) {
      const rule = await ruleId(call, call.args[0]!)
      const found = await call.client().rules.backtests.get(rule, call.args[1]!)
      if (!call.flag('wait')) return show(call, found)
      await showWhenDone(call, found)
    },
  },
]

async function showWhenDone(call: Call, begun: RuleBacktest): Promise<void> {
  const client = call.client()
  let backtest = begun
  if (!isDone(backtest)) call.out.note(`Backtest ${backtest.id} is running.`)
  for (let waitMs = FIRST_LOOK_MS; !isDone(backtest); waitMs = Math.min(waitMs * 1.5, MAX_PAUSE_MS)) {
    await pause(waitMs)
    const { progress } = backtest
    backtest = await client.rules.backtests.get(begun.rule_id, begun.id)
    if (backtest.progress !== progress)
      call.out.note(`${backtest.progress} %, ${backtest.judged.toLocaleString('en-US')} payments checked`)
  }
  show(call, backtest)
  if (backtest.status === 'failed')
    throw new CommandError(`backtest ${backtest.id} failed; the log of the service says why`)
}

function isDone({ status }: RuleBacktest): boolean {
  return status === 'completed' || status === 'failed'
}

function show(call: Call, backtest: RuleBacktest): void {
  call.out.object(backtest)
}
