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
      type: { kind: 'text', value: 'TYPE', choices: EVENT_TYPES, help: 'show only events of this type' },
      from: { kind: 'text', value: 'TIME', help: 'show only what happened from this time or day on' },
      to: { kind: 'text', value: 'TIME', help: 'show only what happened up to this time or day' },
      'after-sequence': { kind: 'number', value: 'N', help: 'show only events after this sequence' },
      order: { kind: 'text', choices: ['asc', 'desc'], help: 'the direction of the order' },
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
        help: 'send it to this endpoint; without it, to every endpoint that subscribes to its type',
      },
    },
    async run(call) {
      const [event] = call.args as [string]
      const { deliveries } = await call.client().events.resend(event, call.params())
      if (deliveries.length === 0)
        throw new CommandError(
          `${event} was sent to nobody: no active endpoint subscribes to its type; see cardwright webhooks list`,
        )
      call.out.list(deliveries, deliveryColumns)
    },
  },
]
