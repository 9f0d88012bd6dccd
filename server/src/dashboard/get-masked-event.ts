import { ApiError } from '../errors.ts'
import { findEvent } from '../event-feed/event-rows.ts'
import { Event, EventParams } from '../event-feed/event-schemas.ts'
import { renderEvents } from '../event-feed/render-events.ts'
import { read } from '../http/route.ts'
import { idOf } from '../http/schemas.ts'

/** Like `GET /v1/events/{event_id}`, but without the passcode: opening the page of an event must not reveal it. */
export const getMaskedEvent = read({
  method: 'GET',
  url: '/events/:event_id',
  operationId: 'getMaskedEvent',
  tag: 'Events',
  access: 'reveal',
  summary: 'Get an event with its passcode masked',
  params: EventParams,
  reply: { 200: Event },
  errors: ['event_not_found'],
  async read({ sql, workspace, params, services }) {
    const row = await findEvent(sql, workspace, idOf('event', workspace, params.event_id))
    if (!row) throw new ApiError('event_not_found')
    const { vault, config } = services
    const [event] = await renderEvents({ sql, vault, config, isMasked: true }, workspace, [row])
    return JSON.parse(event!.text)
  },
})
