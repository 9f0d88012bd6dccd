import { ApiError } from '../errors.ts'
import { write } from '../http/route.ts'
import { idOf } from '../http/schemas.ts'
import { findEvent } from './event-rows.ts'
import { Event, EventParams } from './event-schemas.ts'
import { eventsWithin } from './events-within.ts'
import { showEvent } from './show-events.ts'

/** A read that writes: showing a passcode is recorded in the audit log. */
export const getEvent = write({
  method: 'GET',
  url: '/events/:event_id',
  operationId: 'getEvent',
  scope: 'events:read',
  bounds: 'within',
  tag: 'Events',
  access: 'reveal',
  summary: 'Get an event',
  params: EventParams,
  reply: { 200: Event },
  errors: ['event_not_found'],
  async write({ tx, workspace, params, services, caller }) {
    const found = await findEvent(services.database.read, workspace, idOf('event', workspace, params.event_id))
    const [row] = await eventsWithin(tx, workspace, found ? [found] : [])
    if (!row) throw new ApiError('event_not_found')
    return { status: 200, body: await showEvent({ tx, services, caller }, workspace, row) }
  },
})
