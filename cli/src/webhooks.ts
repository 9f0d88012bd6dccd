import type { Call, Command, Option } from './command.ts'
import { EVENT_TYPES } from './event-types.ts'
import { listCommand } from './list-command.ts'
import type { Column } from './output.ts'

const events: Option = {
  kind: 'list',
  value: 'A,B',
  help: 'the types of events to send, or * for all',
  choices: ['*', ...EVENT_TYPES],
}
const secret: Option = { kind: 'text', help: 'a signing secret of your own; without it, one is generated' }

export const deliveryColumns: readonly Column[] = [
  ['ID', 'id'],
  ['EVENT', 'event_type'],
  ['STATUS', 'status'],
  ['ATTEMPT', 'attempt'],
  ['ANSWER', 'response_status'],
  ['MS', 'duration_ms'],
  ['CREATED', 'created_at'],
]

export const webhookCommands: readonly Command[] = [
  {
    name: 'webhooks create',
    summary: 'register an endpoint; its secret is shown once',
    args: ['URL'],
    options: { events: { ...events, help: `${events.help} (*)` }, secret },
    reveals: ['secret'],
    async run(call) {
      const params = { url: call.args[0], events: ['*'], ...call.params() }
      call.out.object(await call.client().webhooks.create(params as never))
    },
  },
  listCommand({
    name: 'webhooks list',
    summary: 'list endpoints',
    isWhole: true,
    columns: [
      ['ID', 'id'],
      ['ACTIVE', 'active'],
      ['URL', 'url'],
      ['EVENTS', 'events'],
      ['CREATED', 'created_at'],
    ],
    list: (client) => client.webhooks.list(),
  }),
  onEndpoint('get', 'show an endpoint', (call, id) => call.client().webhooks.get(id)),
  {
    ...onEndpoint('update', 'change an endpoint', (call, id) =>
      call.client().webhooks.update(id, call.params() as never),
    ),
    options: {
      url: { kind: 'text', value: 'URL', help: 'the address to send to' },
      events,
      active: { kind: 'boolean', choices: ['true', 'false'], help: 'whether events are sent' },
    },
  },
  onEndpoint('delete', 'delete an endpoint', (call, id) => call.client().webhooks.delete(id)),
  {
    ...onEndpoint('rotate-secret', 'replace the signing secret, and show it once', (call, id) =>
      call.client().webhooks.rotateSecret(id, call.params()),
    ),
    options: { secret },
    reveals: ['secret'],
    notes: 'For 24 hours, deliveries are signed with the old secret too.',
  },
  onEndpoint('test', 'send a test event to an endpoint', (call, id) => call.client().webhooks.test(id)),
  listCommand({
    name: 'webhooks deliveries',
    summary: 'list the deliveries to an endpoint, newest first',
    args: ['WEBHOOK'],
    options: {
      status: {
        kind: 'text',
        choices: ['pending', 'succeeded', 'failed'],
        help: 'show only deliveries with this status',
      },
    },
    columns: deliveryColumns,
    list: (client, params, args) => client.webhooks.deliveries.list(args[0]!, params),
  }),
  {
    name: 'webhooks retry',
    summary: 'send a delivery again now',
    args: ['WEBHOOK', 'DELIVERY'],
    async run(call) {
      const [webhook, delivery] = call.args as [string, string]
      call.out.object(await call.client().webhooks.deliveries.retry(webhook, delivery))
    },
  },
]

function onEndpoint(verb: string, summary: string, act: (call: Call, id: string) => Promise<object>): Command {
  return {
    name: `webhooks ${verb}`,
    summary,
    args: ['WEBHOOK'],
    run: async (call) => call.out.object(await act(call, call.args[0]!)),
  }
}
