import type { Command, Option } from './command.ts'
import { confirmed } from './confirm.ts'
import { CommandError } from './framework/failures.ts'
import { listCommand } from './list-command.ts'

const secret: Option = { kind: 'text', help: 'a signing secret of your own; else one is made' }

export const decisionHookCommands: readonly Command[] = [
  {
    name: 'decision-hook set',
    summary: 'have a server of yours asked before a payment is approved; the secret is shown once',
    args: ['URL'],
    options: {
      'timeout-ms': { kind: 'number', value: 'N', help: 'how long an answer is waited for: 200 to 2000 (1500)' },
      'on-timeout': {
        kind: 'text',
        choices: ['decline', 'approve'],
        help: 'what counts without a valid answer (decline)',
      },
      active: { kind: 'boolean', choices: ['true', 'false'], help: 'whether it is asked at all (true)' },
      card: { kind: 'texts', value: 'CARD', help: 'only about this card; as often as wanted (all cards)' },
      secret,
    },
    reveals: ['secret'],
    notes: 'What is not given goes back to its default value, which stands in parentheses. The secret stays as it is.',
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
    summary: 'ask the hook about a sample, and show what came back',
    notes: 'Ends with 1 where there was no valid answer. An answer that declines is one.',
    async run(call) {
      const attempt = await call.client().decisionHook.test()
      call.out.object(attempt)
      if (attempt.outcome !== 'approved' && attempt.outcome !== 'declined')
        throw new CommandError(`the hook gave no valid answer: ${attempt.error}`)
    },
  },
  listCommand({
    name: 'decision-hook attempts',
    summary: 'list what the hook was asked and what it answered, newest first',
    options: {
      card: { kind: 'text', param: 'card_id', value: 'CARD', help: 'only about this card' },
      outcome: {
        kind: 'text',
        value: 'OUTCOME',
        choices: ['approved', 'declined', 'timeout', 'error', 'fallback'],
        help: 'only these',
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
    notes: 'For 24 hours the old secret signs too.',
    run: async (call) => call.out.object(await call.client().decisionHook.rotateSecret(call.params())),
  },
  {
    name: 'decision-hook delete',
    summary: 'remove the decision hook; payments are decided without it',
    options: { yes: { kind: 'flag', help: 'do not ask' } },
    async run(call) {
      if (await confirmed(call, 'Remove the decision hook?')) call.out.object(await call.client().decisionHook.delete())
    },
  },
]
