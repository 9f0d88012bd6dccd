// The movements of the wallet as a bookkeeper imports them: oldest first, a description, money out and money in as two columns,
// and the balance after each. Read in pages by their numbers, so that a file of any length holds no snapshot open.

import type { Sql } from '../database/database.ts'
import { CsvAmount, type CsvValue, csvLine } from '../http/csv.ts'
import type { WorkspaceKey } from '../ids.ts'
import { publicId, type Uuid } from '../ids.ts'
import { LedgerAccount } from '../ledger/ledger-accounts.ts'
import { TransferKind } from '../ledger/transfer-kinds.ts'
import type { Cents } from '../money.ts'
import { nameOfKind, readLastNumber, type WalletMovementType } from './list-wallet-transactions.ts'

const BATCH = 1_000

const descriptions: Record<WalletMovementType, string> = {
  deposit: 'Deposit credited',
  deposit_reversal: 'Deposit taken back',
  fund: 'Card funded',
  withdraw: 'Withdrawn from card',
  terminate: 'Card terminated, balance closed out',
  hold: 'Held after termination of card',
  settle: 'Settlement after termination of card',
  reverse: 'Hold reversed after termination of card',
  expire: 'Hold expired after termination of card',
  refund: 'Refund after termination of card',
}

export type StatementRow = {
  bucket: number
  operation_id: Uuid
  card_id: Uuid | null
  kind: number
  credit: number
  amount_cents: Cents
  wallet_after_cents: Cents
  sequence: bigint
  created_at: Date
  label: string | null
  last4: string | null
}

const columns: Record<string, (row: StatementRow) => CsvValue> = {
  date_utc: ({ created_at }) => created_at.toISOString().slice(0, 10),
  time_utc: ({ created_at }) => created_at.toISOString().slice(11, 19),
  description: describe,
  debit: (row) => (isIn(row) ? '' : new CsvAmount(row.amount_cents)),
  credit: (row) => (isIn(row) ? new CsvAmount(row.amount_cents) : ''),
  balance: ({ wallet_after_cents }) => new CsvAmount(wallet_after_cents),
  currency: () => 'USD',
  number: ({ sequence }) => Number(sequence),
  type: ({ kind }) => nameOfKind.get(kind),
  card_id: ({ bucket, card_id }) => card_id && publicId('card', bucket, card_id),
  deposit_id: ({ bucket, kind, operation_id }) =>
    kind === TransferKind.deposit || kind === TransferKind.deposit_reversal
      ? publicId('deposit', bucket, operation_id)
      : '',
}

function isIn({ credit }: StatementRow): boolean {
  return credit === LedgerAccount.wallet
}

function describe({ kind, label, last4 }: StatementRow): string {
  const words = descriptions[nameOfKind.get(kind)!]
  return last4 === null ? words : `${words}: ${label ? `${label}, ` : ''}ends in ${last4}`
}

type Period = { from: Date | undefined; to: Date | undefined }

/** In the order of the wallet's own numbers: each balance is the one before it less `debit` or plus `credit`. */
export async function* csvOfStatement(sql: Sql, workspace: WorkspaceKey, { from, to }: Period) {
  yield csvLine(Object.keys(columns))
  const last = await readLastNumber(sql, workspace)
  for (let first = 1n; first <= last; first += BigInt(BATCH)) {
    const rows = await selectStatement(sql, workspace, first)
    const within = rows.filter(({ created_at: at }) => !(from && at < from) && !(to && at > to))
    yield within.map((row) => csvLine(Object.values(columns).map((column) => column(row)))).join('')
  }
}

function selectStatement(sql: Sql, { bucket, id }: WorkspaceKey, first: bigint) {
  return sql<StatementRow[]>`
    select t.bucket, t.operation_id, t.card_id, t.kind, t.credit, t.amount_cents, t.wallet_after_cents, t.wallet_sequence as sequence,
      t.created_at, c.label, c.last4
    from transfers t left join cards c on c.bucket = ${bucket} and c.id = t.card_id
    where t.bucket = ${bucket} and t.workspace_id = ${id} and t.wallet_sequence >= ${first}
      and t.wallet_sequence < ${first + BigInt(BATCH)}
    order by t.wallet_sequence`
}
