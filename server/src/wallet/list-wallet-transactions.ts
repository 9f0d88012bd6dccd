import Type from 'typebox'
import type { Workspace } from '../accounts/workspace.ts'
import type { Sql } from '../database/database.ts'
import { rowShape } from '../database/row-shape.ts'
import { CSV_MEDIA, csvLine } from '../http/csv.ts'
import { bySequence, refusedCursor } from '../http/cursor.ts'
import { cutPage, exact, type PagedList, pageInfo, pageWindowOf } from '../http/paging.ts'
import { read } from '../http/route.ts'
import { pageOf, pagingParameters, Strict, Timestamp } from '../http/schemas.ts'
import { Streamed } from '../http/streamed.ts'
import type { WorkspaceKey } from '../ids.ts'
import { publicId, type Uuid } from '../ids.ts'
import { LedgerAccount } from '../ledger/ledger-accounts.ts'
import { TransferKind } from '../ledger/transfer-kinds.ts'
import { WorkspaceReplaced } from '../ledger/workspace-replaced.ts'
import { type Cents, dollars } from '../money.ts'

/** The kinds of transfer that can move a wallet, which is every kind but `replace`, and the description of each. */
const types = {
  deposit: 'a deposit was credited',
  deposit_reversal: 'a credited deposit had left its chain, and was taken back',
  fund: 'money went to a card, at its creation too; first to its overdraft, which is a movement of its own',
  withdraw: 'money came back from a card',
  terminate: 'a terminated card gave back what it held, or its overdraft was paid',
  hold: 'more was held for a purchase after its card was terminated',
  settle: 'a settlement came after its card was terminated',
  reverse: 'a hold on a terminated card was reversed',
  expire: 'a hold on a terminated card expired',
  refund: 'a refund came after its card was terminated',
} as const satisfies Record<Exclude<keyof typeof TransferKind, 'replace'>, string>
export type WalletMovementType = keyof typeof types
const typeNames = Object.keys(types) as WalletMovementType[]
export const nameOfKind = new Map(typeNames.map((name) => [TransferKind[name] as number, name]))

const WalletTransaction = Type.Object(
  {
    sequence: Type.Integer({ description: 'The number of the movement, counted from 1.' }),
    type: Type.String({
      enum: typeNames,
      description: typeNames.map((name) => `\`${name}\`: ${types[name]}`).join('; '),
    }),
    amount: Type.Number({ description: 'The amount in USD. Positive into the wallet, negative out of it.' }),
    balance_after: Type.Number({ description: 'The balance of the wallet right after this movement.' }),
    card_id: Type.Optional(Type.String({ description: 'The card that the money came from or went to.' })),
    deposit_id: Type.Optional(Type.String({ description: 'The deposit, for `deposit` and `deposit_reversal`.' })),
    created_at: Timestamp('When the money moved.'),
  },
  { $id: 'WalletTransaction' },
)

const list: PagedList<{ sequence: bigint }> = {
  name: 'wallet transactions',
  size: 50,
  position: bySequence,
  defaults: { format: 'json' },
}

export const listWalletTransactions = read({
  method: 'GET',
  url: '/wallet/transactions',
  operationId: 'listWalletTransactions',
  scope: 'wallet:read',
  tag: 'Wallet',
  summary: 'List movements of the wallet',
  description:
    'Lists every movement of the wallet, newest first. Each `balance_after` is the one below it plus `amount`.',
  query: Strict({
    format: Type.Optional(
      Type.String({
        enum: ['json', 'csv'],
        default: 'json',
        description: '`csv` returns all matching items in one file.',
      }),
    ),
    ...pagingParameters(list.size),
  }),
  reply: { 200: pageOf(WalletTransaction) },
  csv: 'A header line with the names of the fields, then a line for each movement. Missing values are empty.',
  mayReadStandby: true,
  async read({ sql, workspace, query }) {
    if (query.format === 'csv') {
      if (query.cursor !== undefined) throw refusedCursor('A CSV file holds the whole list; it takes no "cursor".')
      const last = await readLastNumber(sql, workspace)
      return new Streamed(CSV_MEDIA, 'wallet-transactions.csv', csvOf(sql, workspace, last))
    }
    const place = pageWindowOf(list, query)
    const last = await readLastNumber(sql, workspace)
    // The numbers have no gaps, so a page is found by its numbers, however deep it is.
    const newest = place.after ? place.after.sequence - 1n : last - BigInt(place.offset)
    const found = newest < 1n ? [] : await selectMovements(sql, workspace, newest, place.limit)
    const { rows, next } = cutPage(place, found)
    return { data: rows.map(presentMovement), pagination: pageInfo(place, exact(last), next) }
  },
})

const CSV_FIELDS = ['sequence', 'type', 'amount', 'balance_after', 'card_id', 'deposit_id', 'created_at'] as const
const CSV_BATCH = 1_000

/** Each batch continues below the last number of the one before, so that no snapshot stays open. */
async function* csvOf(sql: Sql, workspace: Workspace, last: bigint): AsyncGenerator<string> {
  yield csvLine(CSV_FIELDS)
  for (let newest = last; newest >= 1n; newest -= BigInt(CSV_BATCH)) {
    const rows = await selectMovements(sql, workspace, newest, CSV_BATCH)
    yield rows.map((row) => csvOfMovement(presentMovement(row))).join('')
  }
}

function csvOfMovement(movement: Partial<Record<(typeof CSV_FIELDS)[number], string | number>>): string {
  return csvLine(CSV_FIELDS.map((field) => movement[field]))
}

type MovementRow = {
  bucket: number
  operation_id: Uuid
  card_id: Uuid | null
  kind: number
  credit: number
  amount_cents: Cents
  wallet_after_cents: Cents
  sequence: bigint
  created_at: Date
}

const movement = rowShape<MovementRow>({
  bucket: 'int16',
  operation_id: 'uuid',
  card_id: 'uuid',
  kind: 'int16',
  credit: 'int16',
  amount_cents: 'int64',
  wallet_after_cents: 'int64',
  'wallet_sequence as sequence': 'int64',
  created_at: 'time',
})

function presentMovement(row: MovementRow) {
  const type = nameOfKind.get(row.kind)!
  return {
    sequence: Number(row.sequence),
    type,
    amount: dollars(row.credit === LedgerAccount.wallet ? row.amount_cents : -row.amount_cents),
    balance_after: dollars(row.wallet_after_cents),
    ...(row.card_id && { card_id: publicId('card', row.bucket, row.card_id) }),
    ...(type.startsWith('deposit') && { deposit_id: publicId('deposit', row.bucket, row.operation_id) }),
    created_at: row.created_at.toISOString(),
  }
}

export async function readLastNumber(sql: Sql, { bucket, id }: WorkspaceKey): Promise<bigint> {
  const [row] = await sql<{ wallet_movements: bigint }[]>`
    select wallet_movements from workspaces where bucket = ${bucket} and id = ${id}`
  if (!row) throw new WorkspaceReplaced()
  return row.wallet_movements
}

function selectMovements(sql: Sql, { bucket, id }: Workspace, newest: bigint, limit: number) {
  return sql.readBy(movement.read)`
    select ${movement.columns} from transfers
    where bucket = ${bucket} and workspace_id = ${id} and wallet_sequence <= ${newest} and wallet_sequence > ${newest - BigInt(limit)}
    order by wallet_sequence desc`
}
