import Type from 'typebox'
import type { Workspace } from '../accounts/workspace.ts'
import { fragment, type Sql } from '../database/database.ts'
import { ApiError } from '../http/errors.ts'
import { countCapped, exact, pageInfo, type Total, window } from '../http/paging.ts'
import { read } from '../http/route.ts'
import { idOf, Page, PageInfo, PerPage, Strict } from '../http/schemas.ts'
import type { Uuid } from '../ids.ts'
import { type DepositRow, DepositStatus } from '../ledger/rows.ts'
import { type Currency, currencies, currencyNames } from './currencies.ts'
import { depositColumns, withBaseUnits } from './deposit-queries.ts'
import { Deposit, type DepositStatusName, depositStatusNames, presentDeposit } from './deposit-schemas.ts'

export const listDeposits = read({
  method: 'GET',
  url: '/wallet/deposits',
  operationId: 'listDeposits',
  tag: 'Wallet',
  summary: 'List deposits',
  description:
    'Newest first. `total` is exact without filters and for `status`; with `currency` it is counted up to 10,000.',
  query: Strict({
    status: Type.Optional(Type.String({ enum: [...depositStatusNames] })),
    currency: Type.Optional(Type.String({ enum: [...currencyNames], 'x-error': 'invalid_currency' })),
    page: Page,
    per_page: PerPage(50),
  }),
  reply: { 200: Type.Object({ data: Type.Array(Deposit), pagination: PageInfo }) },
  errors: ['invalid_currency'],
  async read({ sql, workspace, query }) {
    const page = window(query, 50)
    const filters = query as Filters
    const total = await countDeposits(sql, workspace, filters)
    const rows = await selectDeposits(sql, workspace, filters, page)
    return { data: withBaseUnits(rows).map(presentDeposit), pagination: pageInfo(page, total) }
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

/** Deposits are few: without a currency they are counted by an index, however many there are. */
async function countDeposits(sql: Sql, workspace: Workspace, filters: Filters): Promise<Total> {
  const matching = matchingDeposits(workspace, filters)
  if (filters.currency !== undefined) return countCapped(sql, fragment`from deposits where ${matching}`)
  const [row] = await sql<{ count: bigint }[]>`select count(*) as count from deposits where ${matching}`
  return exact(row!.count)
}

function matchingDeposits({ bucket, id }: Workspace, { status, currency }: Filters) {
  return fragment`bucket = ${bucket} and workspace_id = ${id}
    ${status === undefined ? fragment`` : fragment`and status = ${DepositStatus[status]}`}
    ${currency === undefined ? fragment`` : fragment`and currency = ${currencies[currency].code}`}`
}

function selectDeposits(sql: Sql, workspace: Workspace, filters: Filters, page: { per_page: number; offset: number }) {
  const matching = matchingDeposits(workspace, filters)
  return sql<DepositRow[]>`
    select ${depositColumns} from deposits where ${matching}
    order by created_at desc, id desc limit ${page.per_page} offset ${page.offset}`
}

function selectDeposit(sql: Sql, { bucket, id }: Workspace, depositId: Uuid) {
  return sql<DepositRow[]>`
    select ${depositColumns} from deposits where bucket = ${bucket} and id = ${depositId} and workspace_id = ${id}`
}
