import Type from 'typebox'
import type { Workspace } from '../accounts/workspace.ts'
import { ApiError } from '../errors.ts'
import { stream } from '../http/route.ts'
import { Strict } from '../http/schemas.ts'
import { parseId } from '../ids.ts'
import type { Services } from '../services.ts'
import { findEvent } from './event-rows.ts'
import { AfterSequence } from './event-schemas.ts'

export const streamEvents = stream({
  method: 'GET',
  url: '/events/stream',
  operationId: 'streamEvents',
  scope: 'events:read',
  bounds: 'within',
  tag: 'Events',
  access: 'reveal',
  summary: 'Follow events as they happen',
  description:
    'Streams events as server-sent events: `id` is the sequence, `event` the type and `data` the event. The stream begins after `Last-Event-ID` (a sequence or an event id) or `after_sequence`; without either, it begins with the next event.',
  query: Strict({ after_sequence: Type.Optional(AfterSequence) }),
  reply: { 200: Type.String() },
  media: 'text/event-stream',
  async open({ workspace, query, headers, services, credential, caller }) {
    await services.streams.enter(workspace)
    const after = await startOf(
      services,
      workspace,
      headers['last-event-id'] as string | undefined,
      query.after_sequence,
    ).catch((error) => {
      services.streams.leave(workspace)
      throw error
    })
    return (response) => services.streams.open({ workspace, credential, after, caller }, response)
  },
})

async function startOf(
  services: Services,
  workspace: Workspace,
  lastId: string | undefined,
  afterSequence: number | undefined,
): Promise<bigint> {
  if (lastId !== undefined && lastId !== '') return sequenceOf(services, workspace, lastId)
  return afterSequence === undefined ? newestSequence(services, workspace) : BigInt(afterSequence)
}

async function sequenceOf(services: Services, workspace: Workspace, lastId: string): Promise<bigint> {
  if (/^\d{1,15}$/.test(lastId)) return BigInt(lastId)
  const id = parseId('event', lastId)
  const event = id?.bucket === workspace.bucket && (await findEvent(services.database.read, workspace, id.uuid))
  if (event) return event.sequence
  throw new ApiError('invalid_request', '"Last-Event-ID" must be a sequence or the id of an event that is kept.', {
    param: 'Last-Event-ID',
  })
}

async function newestSequence({ database }: Services, { bucket, id }: Workspace): Promise<bigint> {
  const [row] = await database.readByKey<{ event_sequence: bigint }[]>`
    select event_sequence from workspaces where bucket = ${bucket} and id = ${id}`
  return row?.event_sequence ?? 0n
}
