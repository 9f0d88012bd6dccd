import { backtestCommands } from './backtests.ts'
import type { Call, Command, Option } from './command.ts'
import { confirmed } from './confirm.ts'
import { listCommand } from './list-command.ts'
import { conditionNotes, conditionOf, conditionText } from './rule-conditions.ts'
import { ruleId } from './rule-id.ts'
import type { RuleCondition } from './sdk.ts'

const ruleOptions: Record<string, Option> = {
  action: { kind: 'text', choices: ['decline', 'challenge'], help: 'what happens to a payment that the rule matches' },
  when: {
    kind: 'texts',
    value: 'CONDITION',
    help: 'a condition such as "amount above 200"; repeat it for several, which must all hold',
  },
  card: { kind: 'texts', value: 'CARD', help: 'apply the rule only to this card; can be repeated; "" means all cards' },
  state: {
    kind: 'text',
    choices: ['shadow', 'active', 'off'],
    help: 'whether the rule acts; in shadow it only records what it matches',
  },
}

export const ruleCommands: readonly Command[] = [
  {
    name: 'rules create',
    summary: 'create a rule; it starts in shadow, where it only records what it matches',
    args: ['NAME'],
    options: {
      ...ruleOptions,
      action: { ...ruleOptions.action!, required: true },
      when: { ...ruleOptions.when!, required: true },
    },
    notes: conditionNotes,
    async run(call) {
      show(call, await call.client().rules.create({ name: call.args[0], ...partsOf(call) } as never))
    },
  },
  listCommand({
    name: 'rules list',
    summary: 'list rules',
    isWhole: true,
    columns: [
      ['ID', 'id'],
      ['NAME', 'name'],
      ['STATE', 'state'],
      ['ACTION', 'action'],
      ['WHEN', 'when'],
      ['VERSION', 'version'],
      ['CHANGED', 'updated_at'],
    ],
    shown: inWords,
    list: (client) => client.rules.list(),
  }),
  onRule('get', 'show a rule', (call, id) => call.client().rules.get(id)),
  {
    ...onRule('update', 'change a rule, which creates a new version of it', (call, id) =>
      call.client().rules.update(id, partsOf(call) as never),
    ),
    options: { name: { kind: 'text', help: 'the new name' }, ...ruleOptions },
    notes: `Settings that you leave out stay as they are. --when replaces all conditions.\n\n${conditionNotes}`,
  },
  inState('promote', 'active', 'activate a rule, so that it acts on the next payment that it matches'),
  inState('demote', 'shadow', 'put a rule in shadow, so that it only records what it matches'),
  inState('disable', 'off', 'disable a rule, so that it is not evaluated'),
  {
    name: 'rules delete',
    summary: 'delete a rule; transactions keep showing its results',
    args: ['RULE'],
    options: { yes: { kind: 'flag', help: 'do not ask for confirmation' } },
    async run(call) {
      const id = await ruleId(call, call.args[0]!)
      if (await confirmed(call, `Remove ${call.args[0]}?`)) call.out.object(await call.client().rules.delete(id))
    },
  },
  listCommand({
    name: 'rules versions',
    summary: 'list the versions of a rule, newest first',
    args: ['RULE'],
    columns: [
      ['VERSION', 'version'],
      ['NAME', 'name'],
      ['STATE', 'state'],
      ['ACTION', 'action'],
      ['WHEN', 'when'],
      ['CARDS', 'card_ids'],
      ['MADE', 'created_at'],
    ],
    shown: inWords,
    named: ruleId,
    list: (client, params, args) => client.rules.versions.list(args[0]!, params),
  }),
  {
    name: 'rules report',
    summary: 'show how often a rule matched and stopped a payment, by day',
    args: ['RULE'],
    options: {
      from: { kind: 'text', value: 'TIME', help: 'the first day (30 days ago)' },
      to: { kind: 'text', value: 'TIME', help: 'the last day (today)' },
    },
    run: report,
  },
  ...backtestCommands,
]

function onRule(verb: string, summary: string, act: (call: Call, id: string) => Promise<Conditional>): Command {
  return {
    name: `rules ${verb}`,
    summary,
    args: ['RULE'],
    run: async (call) => show(call, await act(call, await ruleId(call, call.args[0]!))),
  }
}

function inState(verb: string, state: string, summary: string): Command {
  return onRule(verb, summary, (call, id) => call.client().rules.update(id, { state } as never))
}

/** The options under the names of the API. An empty `--card` means every card. */
function partsOf(call: Call): object {
  const { when, card, ...rest } = call.params() as { when?: string[]; card?: string[] }
  const cards = card?.filter((each) => each !== '')
  return {
    ...rest,
    ...(when && { when: when.map(conditionOf) }),
    ...(cards && { card_ids: cards.length === 0 ? null : cards }),
  }
}

type Conditional = { when: readonly RuleCondition[] }

function show(call: Call, rule: Conditional): void {
  call.out.object(call.out.isJson ? rule : inWords(rule))
}

function inWords(rule: object): object {
  const { when, card_ids: cards } = rule as Conditional & { card_ids: string[] | null }
  return { ...rule, when: when.map(conditionText).join(' and '), card_ids: cards ?? 'all' }
}

async function report(call: Call): Promise<void> {
  const found = await call.client().rules.report(await ruleId(call, call.args[0]!), call.params())
  if (call.out.isJson) return call.out.object(found)
  const days = found.days.filter(({ matched }) => matched > 0)
  call.out.list(days, [
    ['DAY', 'date'],
    ['MATCHED', 'matched'],
    ['STOPPED', 'acted'],
  ])
  call.out.note(`${found.matched} matched and ${found.acted} stopped in ${found.days.length} days.`)
}
