import Type from 'typebox'
import { readOverview } from '../activity/read-overview.ts'
import { read } from '../http/route.ts'
import { Strict } from '../http/schemas.ts'
import { Overview } from './shapes/overview.ts'

export const getOverview = read({
  method: 'GET',
  url: '/overview',
  operationId: 'getOverview',
  tag: 'Dashboard',
  summary: 'Get the figures of the last days',
  query: Strict({ days: Type.Optional(Type.Integer({ enum: [7, 30, 90], default: 30 })) }),
  reply: { 200: Overview },
  mayReadStandby: true,
  read: ({ sql, workspace, query, services }): Promise<Overview> =>
    readOverview(sql, workspace, query.days ?? 30, services.clock()),
})
