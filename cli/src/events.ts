import type { Command } from './command.ts'
import { EVENT_TYPES } from './event-types.ts'
import { CommandError } from './framework/failures.ts'
import { listCommand } from './list-command.ts'
import type { Column } from './output.ts'
import { deliveryColumns } from './webhooks.ts'

export const eventColumns: readonly Column[] = [
  ['SEQUENCE', 'sequence'],
  ['ID', 'id'],
  ['TYPE', 'type'],
  ['OF', 'data.id'],
  ['CREATED', 'created_at'],
]

export const eventCommands: readonly Command[] = [
  listCommand({
    name: 'events list',
    summary: 'list events, newest first',
    options: {
      type: { kind: 'text', value: 'TYPE', choices: EVENT_TYPES, help: 'only these' },
      from: { kind: 'text', value: 'TIME', help: 'from this time or day on' },
      to: { kind: 'text', value: 'TIME', help: 'up to this time or day' },
      'after-sequence': { kind: 'number', value: 'N', help: 'only after this one' },
      order: { kind: 'text', choices: ['asc', 'desc'], help: 'which first' },
    },
    columns: eventColumns,
    list: (client, params) => client.events.list(params),
  }),
  {
    name: 'events get',
    summary: 'show an event',
    args: ['EVENT'],
    run: async (call) => call.out.object(await call.client().events.get(call.args[0]!)),
  },
  {
    name: 'events resend',
    summary: 'send an event again',
    args: ['EVENT'],
    options: {
      webhook: {
        kind: 'text',
        param: 'webhook_id',
        value: 'WEBHOOK',
        help: 'to this endpoint; else to all that subscribe to its type',
      },
    },
    async run(call) {
      const [event] = call.args as [string]
      const { deliveries } = await call.client().events.resend(event, call.params())
      if (deliveries.length === 0)
        throw new CommandError(
          `nobody was sent ${event}: no active endpoint subscribes to its type; see cardwright webhooks list`,
        )
      call.out.list(deliveries, deliveryColumns)
    },
  },
]
