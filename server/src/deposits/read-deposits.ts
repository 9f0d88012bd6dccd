import Type from 'typebox'
import type { Workspace } from '../accounts/workspace.ts'
import type { Query, Sql } from '../database/database.ts'
import { byTime } from '../http/cursor.ts'
import { ApiError } from '../http/errors.ts'
import { countCapped, cutPage, isPastEnd, type PagedList, type Place, pageInfo, placeOf } from '../http/paging.ts'
import { read } from '../http/route.ts'
import { idOf, pageOf, pagingParameters, Strict } from '../http/schemas.ts'
import type { Uuid } from '../ids.ts'
import { type Currency, currencies, currencyNames } from './currencies.ts'
import { depositColumns, withBaseUnits } from './deposit-queries.ts'
import {
  Deposit,
  type DepositRow,
  DepositStatus,
  type DepositStatusName,
  depositStatusNames,
  presentDeposit,
} from './deposit-schemas.ts'

type Position = { created_at: Date; id: Uuid }
const list: PagedList<Position> = { name: 'deposits', size: 50, position: byTime }

export const listDeposits = read({
  method: 'GET',
  url: '/wallet/deposits',
  operationId: 'listDeposits',
  tag: 'Wallet',
  summary: 'List deposits',
  description: 'Newest first. `total` is counted up to 10,000.',
  query: Strict({
    status: Type.Optional(Type.String({ enum: [...depositStatusNames] })),
    currency: Type.Optional(Type.String({ enum: [...currencyNames], 'x-error': 'invalid_currency' })),
    ...pagingParameters(list.size),
  }),
  reply: { 200: pageOf(Deposit) },
  errors: ['invalid_currency'],
  async read({ sql, workspace, query }) {
    const place = placeOf(list, query)
    const matching = matchingDeposits(sql, workspace, query as Filters)
    const total = await countCapped(sql, sql`from deposits where ${matching}`)
    const found = isPastEnd(place, total) ? [] : await selectDeposits(sql, matching, place)
    const { rows, next } = cutPage(place, found)
    return { data: withBaseUnits(rows).map(presentDeposit), pagination: pageInfo(place, total, next) }
  },
})

export const getDeposit = read({
  method: 'GET',
  url: '/wallet/deposits/:deposit_id',
  operationId: 'getDeposit',
  tag: 'Wallet',
  summary: 'Get a deposit',
  params: Type.Object({ deposit_id: Type.String() }),
  reply: { 200: Deposit },
  errors: ['deposit_not_found'],
  async read({ sql, workspace, params }) {
    const rows = await selectDeposit(sql, workspace, idOf('deposit', workspace, params.deposit_id))
    const [deposit] = withBaseUnits(rows)
    if (!deposit) throw new ApiError('deposit_not_found')
    return presentDeposit(deposit)
  },
})

type Filters = { status?: DepositStatusName; currency?: Currency }

function matchingDeposits(sql: Sql, { bucket, id }: Workspace, { status, currency }: Filters) {
  return sql`bucket = ${bucket} and workspace_id = ${id}
    ${status === undefined ? sql`` : sql`and status = ${DepositStatus[status]}`}
    ${currency === undefined ? sql`` : sql`and currency = ${currencies[currency].code}`}`
}

function selectDeposits(sql: Sql, matching: Query<unknown>, { after, limit, offset }: Place<Position>) {
  return sql<DepositRow[]>`
    select ${depositColumns(sql)} from deposits where ${matching}
    ${after === undefined ? sql`` : sql`and (created_at, id) < (${after.created_at}, ${after.id})`}
    order by created_at desc, id desc limit ${limit} offset ${offset}`
}

function selectDeposit(sql: Sql, { bucket, id }: Workspace, depositId: Uuid) {
  return sql<DepositRow[]>`
    select ${depositColumns(sql)} from deposits where bucket = ${bucket} and id = ${depositId} and workspace_id = ${id}`
}
