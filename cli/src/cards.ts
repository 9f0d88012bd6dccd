import type { Call, Command, Option } from './command.ts'
import { confirmed } from './confirm.ts'
import { controlOptions, settingsOf } from './controls.ts'
import { UsageError } from './framework/failures.ts'
import { dollars } from './framework/option-value.ts'
import { cardLimits } from './limits.ts'
import { listCommand } from './list-command.ts'
import { templateId } from './template-id.ts'

/** What cards and templates both have. */
export const settingOptions: Record<string, Option> = {
  'spending-limit': { kind: 'money', value: 'USD', help: 'most that may be spent in a month' },
  'allowed-categories': { kind: 'list', value: 'A,B', help: 'names or four-digit codes; "" for all' },
  'auto-freeze-at': { kind: 'money', value: 'USD', help: 'freeze when the balance falls below; 0 for never' },
  metadata: { kind: 'pairs', help: 'a key of your own, as often as wanted' },
  ...controlOptions,
}

const cardOptions: Record<string, Option> = {
  label: { kind: 'text', help: 'your name for the card' },
  ...settingOptions,
}

export const cardCommands: readonly Command[] = [
  {
    name: 'cards create',
    summary: 'issue a card and fund it from the wallet',
    options: {
      bin: { kind: 'text', param: 'bin_id', value: 'BIN', help: 'which kind of card, of bins list' },
      template: {
        kind: 'text',
        param: 'template_id',
        value: 'TEMPLATE',
        help: 'id or name; it fills what is not given',
      },
      amount: { kind: 'money', value: 'USD', help: 'what goes on it', required: true },
      ...cardOptions,
    },
    async run(call) {
      const template = call.text('template')
      if (!call.text('bin') && !template) throw new UsageError('cards create needs --bin BIN or --template TEMPLATE')
      const params = { ...(await settingsOf(call)), ...(template && { template_id: await templateId(call, template) }) }
      call.out.object(await call.client().cards.create(params as never))
    },
  },
  listCommand({
    name: 'cards list',
    summary: 'list cards',
    options: {
      status: { kind: 'text', choices: ['active', 'frozen', 'terminated'], help: 'only these' },
      bin: { kind: 'text', param: 'bin_id', value: 'BIN', help: 'only of this BIN' },
      label: { kind: 'text', help: 'only with this in their label' },
      sort: { kind: 'text', choices: ['created_at', 'balance', 'last_used'], help: 'by what' },
      order: { kind: 'text', choices: ['asc', 'desc'], help: 'which first' },
    },
    columns: [
      ['ID', 'id'],
      ['NETWORK', 'network'],
      ['LAST4', 'last4'],
      ['STATUS', 'status'],
      ['BALANCE', 'balance'],
      ['HELD', 'held'],
      ['LABEL', 'label'],
      ['CREATED', 'created_at'],
    ],
    list: (client, params) => client.cards.list(params),
  }),
  onCard('get', 'show a card, without its number', (call, id) => call.client().cards.get(id)),
  {
    ...onCard('details', 'show number, CVV, expiry and billing address', (call, id) => call.client().cards.details(id)),
    reveals: ['pan', 'cvv'],
    notes: 'Every read is in the audit log. Do not write the answer to a file.',
  },
  {
    ...onCard('reveal', 'make a page that shows a card once, inside a page of yours', (call, id) =>
      call.client().cards.revealSession(id, { origin: call.text('origin')! }),
    ),
    options: {
      origin: { kind: 'text', value: 'ORIGIN', help: 'of that page: https://shop.example.com', required: true },
    },
    notes: 'Five minutes, one opening. Anyone with the address can open it.',
  },
  cardLimits,
  onCard('freeze', 'refuse every payment until it is unfrozen', (call, id) => call.client().cards.freeze(id)),
  onCard('unfreeze', 'allow payments again', (call, id) => call.client().cards.unfreeze(id)),
  onCardWithAmount('fund', 'move money from the wallet to a card', (call, id, amount) =>
    call.client().cards.fund(id, { amount }),
  ),
  onCardWithAmount('withdraw', 'move money from a card to the wallet', (call, id, amount) =>
    call.client().cards.withdraw(id, { amount }),
  ),
  {
    ...onCard('update', 'change settings of a card', async (call, id) =>
      call.client().cards.update(id, await settingsOf(call, () => call.client().cards.get(id))),
    ),
    options: cardOptions,
    notes:
      'What is not given stays. --metadata KEY= removes a key, --limit "" removes every limit, --controls null all controls.',
  },
  {
    name: 'cards replace',
    summary: 'replace a card with a new number; balance, settings and used limits move to it',
    args: ['CARD'],
    options: {
      reason: { kind: 'text', choices: ['lost', 'stolen', 'compromised', 'other'], help: 'why', required: true },
      yes: { kind: 'flag', help: 'do not ask' },
    },
    async run(call) {
      const [id] = call.args as [string]
      if (!(await confirmed(call, `Terminate ${id} permanently, and issue another in its place?`))) return
      call.out.object(await call.client().cards.replace(id, { reason: call.text('reason') as never }))
    },
  },
  {
    name: 'cards terminate',
    summary: 'terminate a card permanently; its balance returns to the wallet',
    args: ['CARD'],
    options: { yes: { kind: 'flag', help: 'do not ask' } },
    async run(call) {
      const [id] = call.args as [string]
      if (await confirmed(call, `Terminate ${id} permanently?`))
        call.out.object(await call.client().cards.terminate(id))
    },
  },
]

function onCard(verb: string, summary: string, act: (call: Call, id: string) => Promise<object>): Command {
  return {
    name: `cards ${verb}`,
    summary,
    args: ['CARD'],
    run: async (call) => call.out.object(await act(call, call.args[0]!)),
  }
}

function onCardWithAmount(
  verb: string,
  summary: string,
  act: (call: Call, id: string, amount: number) => Promise<object>,
): Command {
  return {
    name: `cards ${verb}`,
    summary,
    args: ['CARD', 'AMOUNT'],
    run: async (call) => call.out.object(await act(call, call.args[0]!, dollars('AMOUNT', call.args[1]!))),
  }
}
