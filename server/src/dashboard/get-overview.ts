import Type from 'typebox'
import { type Period, readOverview } from '../activity/read-overview.ts'
import { ApiError } from '../errors.ts'
import { read } from '../http/route.ts'
import { Strict } from '../http/schemas.ts'
import { datesThrough, isDate, isZone } from '../zoned-days.ts'
import { Overview } from './shapes/overview.ts'

const DEFAULT_DAYS = 30
const MAX_DAYS = 366
const DATE = { pattern: '^\\d{4}-\\d{2}-\\d{2}$' }

export const getOverview = read({
  method: 'GET',
  url: '/overview',
  operationId: 'getOverview',
  tag: 'Dashboard',
  summary: 'Get the figures of some days',
  query: Strict({
    days: Type.Optional(Type.Integer({ enum: [1, 7, 30, 90], default: DEFAULT_DAYS })),
    from: Type.Optional(Type.String({ ...DATE, description: 'With `to`, in place of `days`.' })),
    to: Type.Optional(Type.String(DATE)),
    time_zone: Type.Optional(Type.String({ maxLength: 64, description: 'Of the days; UTC by default.' })),
  }),
  reply: { 200: Overview },
  mayReadStandby: true,
  read: ({ sql, workspace, query, services }): Promise<Overview> =>
    readOverview(sql, workspace, readPeriod(query), services.clock()),
})

type Query = { days?: number; from?: string; to?: string; time_zone?: string }

export function readPeriod({ days = DEFAULT_DAYS, from, to, time_zone: zone = 'UTC' }: Query): Period {
  if (!isZone(zone)) throw invalid('time_zone', 'must be a time zone such as Europe/Berlin')
  if (from === undefined && to === undefined) return { zone, days }
  if (from === undefined || !isDate(from)) throw invalid('from', 'must be a date such as 2026-11-15')
  if (to === undefined || !isDate(to)) throw invalid('to', 'must be a date such as 2026-11-15')
  if (to < from) throw invalid('to', 'must not lie before "from"')
  if (datesThrough(from, to).length > MAX_DAYS) throw invalid('to', `may be at most ${MAX_DAYS} days after "from"`)
  return { zone, from, to }
}

function invalid(param: string, text: string): ApiError {
  return new ApiError('invalid_request', `"${param}" ${text}.`, { param })
}
