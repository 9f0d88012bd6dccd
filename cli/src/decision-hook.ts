import type { Command, Option } from './command.ts'
import { confirmed } from './confirm.ts'
import { CommandError } from './framework/failures.ts'
import { listCommand } from './list-command.ts'

const secret: Option = { kind: 'text', help: 'a signing secret of your own; without it, one is generated' }

export const decisionHookCommands: readonly Command[] = [
  {
    name: 'decision-hook set',
    summary: 'set the server that is asked before a payment is approved; its secret is shown once',
    args: ['URL'],
    options: {
      'timeout-ms': { kind: 'number', value: 'N', help: 'how long to wait for an answer: 200 to 2000 (1500)' },
      'on-timeout': {
        kind: 'text',
        choices: ['decline', 'approve'],
        help: 'what to do without a valid answer (decline)',
      },
      active: { kind: 'boolean', choices: ['true', 'false'], help: 'whether the hook is called (true)' },
      card: { kind: 'texts', value: 'CARD', help: 'call the hook only for this card; can be repeated (all cards)' },
      secret,
    },
    reveals: ['secret'],
    notes:
      'Settings that you leave out return to their defaults, which are shown in parentheses. The secret stays the same.',
    async run(call) {
      const { card, ...settings } = call.params()
      const params = { url: call.args[0], ...settings, ...(card !== undefined && { card_ids: card }) }
      call.out.object(await call.client().decisionHook.set(params as never))
    },
  },
  {
    name: 'decision-hook get',
    summary: 'show the decision hook, and whether it is paused',
    run: async (call) => call.out.object(await call.client().decisionHook.get()),
  },
  {
    name: 'decision-hook test',
    summary: 'send a sample question to the hook, and show its answer',
    notes: 'The exit code is 1 if there was no valid answer. An answer that declines is valid.',
    async run(call) {
      const attempt = await call.client().decisionHook.test()
      call.out.object(attempt)
      if (attempt.outcome !== 'approved' && attempt.outcome !== 'declined')
        throw new CommandError(`the hook gave no valid answer: ${attempt.error}`)
    },
  },
  listCommand({
    name: 'decision-hook attempts',
    summary: 'list the calls of the hook and their answers, newest first',
    options: {
      card: { kind: 'text', param: 'card_id', value: 'CARD', help: 'show only calls about this card' },
      outcome: {
        kind: 'text',
        value: 'OUTCOME',
        choices: ['approved', 'declined', 'timeout', 'error', 'fallback'],
        help: 'show only calls with this outcome',
      },
    },
    columns: [
      ['DECISION', 'decision_id'],
      ['CARD', 'card_id'],
      ['AMOUNT', 'amount'],
      ['MERCHANT', 'merchant'],
      ['OUTCOME', 'outcome'],
      ['FALLBACK', 'fallback'],
      ['ANSWER', 'response_status'],
      ['MS', 'duration_ms'],
      ['ERROR', 'error'],
      ['ASKED', 'created_at'],
    ],
    list: (client, params) => client.decisionHook.attempts.list(params),
  }),
  {
    name: 'decision-hook rotate-secret',
    summary: 'replace the signing secret of the hook, and show it once',
    options: { secret },
    reveals: ['secret'],
    notes: 'For 24 hours, calls are signed with the old secret too.',
    run: async (call) => call.out.object(await call.client().decisionHook.rotateSecret(call.params())),
  },
  {
    name: 'decision-hook delete',
    summary: 'remove the decision hook; payments are decided without it',
    options: { yes: { kind: 'flag', help: 'do not ask for confirmation' } },
    async run(call) {
      if (await confirmed(call, 'Remove the decision hook?')) call.out.object(await call.client().decisionHook.delete())
    },
  },
]
