import Type from 'typebox'
import type { Workspace } from '../accounts/workspace.ts'
import { type Currency, currencies, currencyNames } from '../currencies/currencies.ts'
import { type Fragment, fragment, type Sql } from '../database/database.ts'
import { ApiError } from '../errors.ts'
import { byTime } from '../http/cursor.ts'
import {
  countCapped,
  cutPage,
  isPastEnd,
  type PagedList,
  type PageWindow,
  pageInfo,
  pageWindowOf,
} from '../http/paging.ts'
import { read } from '../http/route.ts'
import { idOf, pageOf, pagingParameters, Strict } from '../http/schemas.ts'
import type { Uuid } from '../ids.ts'
import { DepositStatus } from '../ledger/rows.ts'
import { deposits } from '../ledger/tables.ts'
import { depositColumns } from './deposit-queries.ts'
import { Deposit, type DepositStatusName, depositStatusNames, presentDeposit } from './deposit-schemas.ts'

type Position = { created_at: Date; id: Uuid }
const list: PagedList<Position> = { name: 'deposits', size: 50, position: byTime }

export const listDeposits = read({
  method: 'GET',
  url: '/wallet/deposits',
  operationId: 'listDeposits',
  scope: 'deposits:read',
  bounds: 'open',
  tag: 'Wallet',
  summary: 'List deposits',
  description: 'Lists deposits, newest first. `total` is counted up to 10,000.',
  query: Strict({
    status: Type.Optional(Type.String({ enum: [...depositStatusNames] })),
    currency: Type.Optional(Type.String({ enum: [...currencyNames], 'x-error': 'invalid_currency' })),
    ...pagingParameters(list.size),
  }),
  reply: { 200: pageOf(Deposit) },
  errors: ['invalid_currency'],
  mayReadStandby: true,
  async read({ sql, workspace, query }) {
    const place = pageWindowOf(list, query)
    const matching = matchingDeposits(workspace, query as Filters)
    const total = await countCapped(sql, fragment`from deposits where ${matching}`)
    const found = isPastEnd(place, total) ? [] : await selectDeposits(sql, matching, place)
    const { rows, next } = cutPage(place, found)
    return { data: rows.map(presentDeposit), pagination: pageInfo(place, total, next) }
  },
})

export const getDeposit = read({
  method: 'GET',
  url: '/wallet/deposits/:deposit_id',
  operationId: 'getDeposit',
  scope: 'deposits:read',
  bounds: 'open',
  tag: 'Wallet',
  summary: 'Get a deposit',
  params: Type.Object({ deposit_id: Type.String() }),
  reply: { 200: Deposit },
  errors: ['deposit_not_found'],
  async read({ sql, workspace, params }) {
    const [deposit] = await selectDeposit(sql, workspace, idOf('deposit', workspace, params.deposit_id))
    if (!deposit) throw new ApiError('deposit_not_found')
    return presentDeposit(deposit)
  },
})

type Filters = { status?: DepositStatusName; currency?: Currency }

function matchingDeposits({ bucket, id }: Workspace, { status, currency }: Filters) {
  return fragment`bucket = ${bucket} and workspace_id = ${id}
    ${status === undefined ? fragment`` : fragment`and status = ${DepositStatus[status]}`}
    ${currency === undefined ? fragment`` : fragment`and currency = ${currencies[currency].code}`}`
}

function selectDeposits(sql: Sql, matching: Fragment, { after, limit, offset }: PageWindow<Position>) {
  return sql.readBy(deposits.read)`
    select ${depositColumns} from deposits where ${matching}
    ${after === undefined ? fragment`` : fragment`and (created_at, id) < (${after.created_at}, ${after.id})`}
    order by created_at desc, id desc limit ${limit} offset ${offset}`
}

function selectDeposit(sql: Sql, { bucket, id }: Workspace, depositId: Uuid) {
  return sql.readBy(deposits.read)`
    select ${depositColumns} from deposits where bucket = ${bucket} and id = ${depositId} and workspace_id = ${id}`
}
