import { settingOptions } from './cards.ts'
import type { Call, Command, Option } from './command.ts'
import { confirmed } from './confirm.ts'
import { settingsOf } from './controls.ts'
import { listCommand } from './list-command.ts'
import { templateId } from './template-id.ts'

const bin: Option = { kind: 'text', param: 'bin_id', value: 'BIN', help: 'the kind of card, as bins list shows it' }

export const templateCommands: readonly Command[] = [
  {
    name: 'templates create',
    summary: 'save settings for new cards under a name',
    args: ['NAME'],
    options: { bin, ...settingOptions },
    async run(call) {
      const params = { name: call.args[0], ...(await settingsOf(call)) }
      call.out.object(await call.client().cardTemplates.create(params as never))
    },
  },
  listCommand({
    name: 'templates list',
    summary: 'list templates',
    isWhole: true,
    columns: [
      ['ID', 'id'],
      ['NAME', 'name'],
      ['BIN', 'bin_id'],
      ['LIMIT', 'spending_limit'],
      ['CATEGORIES', 'allowed_categories'],
      ['CHANGED', 'updated_at'],
    ],
    list: (client) => client.cardTemplates.list(),
  }),
  onTemplate('get', 'show a template', (call, id) => call.client().cardTemplates.get(id)),
  {
    ...onTemplate('update', 'change a template; existing cards stay as they are', async (call, id) => {
      const settings = await settingsOf(call, () => call.client().cardTemplates.get(id))
      return call.client().cardTemplates.update(id, settings as never)
    }),
    options: { name: { kind: 'text', help: 'the new name' }, bin, ...settingOptions },
    notes: 'Settings that you leave out stay as they are. --metadata KEY= removes a key.',
  },
  {
    name: 'templates delete',
    summary: 'delete a template; existing cards stay as they are',
    args: ['TEMPLATE'],
    options: { yes: { kind: 'flag', help: 'do not ask for confirmation' } },
    async run(call) {
      const id = await templateId(call, call.args[0]!)
      if (await confirmed(call, `Remove ${call.args[0]}?`))
        call.out.object(await call.client().cardTemplates.delete(id))
    },
  },
]

function onTemplate(verb: string, summary: string, act: (call: Call, id: string) => Promise<object>): Command {
  return {
    name: `templates ${verb}`,
    summary,
    args: ['TEMPLATE'],
    run: async (call) => call.out.object(await act(call, await templateId(call, call.args[0]!))),
  }
}
