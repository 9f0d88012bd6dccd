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
  'spending-limit': { kind: 'money', value: 'USD', help: 'the highest amount that the card may spend in a month' },
  'allowed-categories': {
    kind: 'list',
    value: 'A,B',
    help: 'the categories that the card may buy from: names or four-digit codes; "" allows all',
  },
  'auto-freeze-at': {
    kind: 'money',
    value: 'USD',
    help: 'freeze the card when its balance falls below this amount; 0 turns this off',
  },
  metadata: { kind: 'pairs', help: 'data of your own; repeat the option for several keys' },
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
      bin: { kind: 'text', param: 'bin_id', value: 'BIN', help: 'the kind of card, as bins list shows it' },
      template: {
        kind: 'text',
        param: 'template_id',
        value: 'TEMPLATE',
        help: 'the id or name of a template, which supplies the settings that you leave out',
      },
      amount: { kind: 'money', value: 'USD', help: 'the amount to put on the card', required: true },
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
      status: { kind: 'text', choices: ['active', 'frozen', 'terminated'], help: 'show only cards with this status' },
      bin: { kind: 'text', param: 'bin_id', value: 'BIN', help: 'show only cards of this BIN' },
      label: { kind: 'text', help: 'show only cards whose label contains this text' },
      sort: { kind: 'text', choices: ['created_at', 'balance', 'last_used'], help: 'what to sort by' },
      order: { kind: 'text', choices: ['asc', 'desc'], help: 'the direction of the order' },
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
    ...onCard('details', 'show the number, CVV, expiry date and billing address of a card', (call, id) =>
      call.client().cards.details(id),
    ),
    reveals: ['pan', 'cvv'],
    notes: 'Every call is recorded in the audit log. Do not write the answer to a file.',
  },
  {
    ...onCard('reveal', 'create a page that shows a card once, to embed in a page of yours', (call, id) =>
      call.client().cards.revealSession(id, { origin: call.text('origin')! }),
    ),
    options: {
      origin: {
        kind: 'text',
        value: 'ORIGIN',
        help: 'the origin of your page, such as https://shop.example.com',
        required: true,
      },
    },
    notes: 'The page can be opened once, within five minutes. Anyone who has its address can open it.',
  },
  cardLimits,
  onCard('freeze', 'decline every payment of a card until it is unfrozen', (call, id) =>
    call.client().cards.freeze(id),
  ),
  onCard('unfreeze', 'allow the payments of a frozen card again', (call, id) => call.client().cards.unfreeze(id)),
  onCardWithAmount('fund', 'move money from the wallet to a card', (call, id, amount) =>
    call.client().cards.fund(id, { amount }),
  ),
  onCardWithAmount('withdraw', 'move money from a card to the wallet', (call, id, amount) =>
    call.client().cards.withdraw(id, { amount }),
  ),
  {
    ...onCard('update', 'change the settings of a card', async (call, id) =>
      call.client().cards.update(id, await settingsOf(call, () => call.client().cards.get(id))),
    ),
    options: cardOptions,
    notes:
      'Settings that you leave out stay as they are. --metadata KEY= removes a key, --limit "" removes every limit, and --controls null\nremoves all controls.',
  },
  {
    name: 'cards replace',
    summary: 'replace a card by one with a new number, which takes over balance, settings and used limits',
    args: ['CARD'],
    options: {
      reason: {
        kind: 'text',
        choices: ['lost', 'stolen', 'compromised', 'other'],
        help: 'why the card is replaced',
        required: true,
      },
      yes: { kind: 'flag', help: 'do not ask for confirmation' },
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
    options: { yes: { kind: 'flag', help: 'do not ask for confirmation' } },
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
