import Type from 'typebox'
import { isBounded } from '../accounts/key-rights.ts'
import type { Workspace } from '../accounts/workspace.ts'
import type { BinDirectory } from '../bins/bin-directory.ts'
import type { Sql } from '../database/database.ts'
import { cardsWithin } from '../http/key-bounds.ts'
import { read } from '../http/route.ts'
import { Timestamp } from '../http/schemas.ts'
import { CardStatus } from '../ledger/rows.ts'
import { WorkspaceReplaced } from '../ledger/workspace-replaced.ts'
import { type Cents, dollars } from '../money.ts'

const ProcessorBalance = Type.Object(
  {
    processor: Type.String({ description: "The operator's name for the processor." }),
    available: Type.Number(),
    currency: Type.Literal('USD'),
    as_of: Timestamp('When the processor reported the balance.'),
  },
  { $id: 'ProcessorBalance' },
)

const WalletBalance = Type.Object(
  {
    balance: Type.Number(),
    currency: Type.Literal('USD'),
    pending_deposits: Type.Number({
      description: 'The amount that the pending deposits would credit at the current rates.',
    }),
    total_deposited: Type.Number({ description: 'The sum credited by confirmed deposits, after fees.' }),
    total_spent: Type.Number({
      description:
        'The sum of settlements less refunds over all cards. A key that is limited to cards sees the sum over those cards.',
    }),
    cards_active: Type.Integer({ description: 'For a key that is bound to cards, how many of those are active.' }),
    cards_total_balance: Type.Number({
      description:
        'The sum of the balances of all cards that are not terminated. A key that is limited to cards sees the sum over those cards.',
    }),
    processor_balances: Type.Optional(
      Type.Array(ProcessorBalance, {
        description:
          'The balances at the processors whose BINs this workspace can use, as far as they report them. This money belongs to the whole service and is separate from the wallet; a processor declines payments that it does not cover. Present in production, and in a sandbox with such BINs, but not for a key that is limited to cards.',
      }),
    ),
  },
  { $id: 'WalletBalance' },
)

export const getWalletBalance = read({
  method: 'GET',
  url: '/wallet/balance',
  operationId: 'getWalletBalance',
  scope: 'wallet:read',
  bounds: 'open',
  tag: 'Wallet',
  summary: 'Get the wallet balance',
  reply: { 200: WalletBalance },
  async read({ sql, workspace, services }) {
    const [wallet] = await readWallet(sql, workspace)
    if (!wallet) throw new WorkspaceReplaced()
    const { cards_active, cards_balance_cents, spent_cents } = (await readTotalsWithin(sql, workspace)) ?? wallet
    return {
      balance: dollars(wallet.wallet_cents),
      currency: 'USD',
      pending_deposits: dollars(wallet.pending_cents),
      total_deposited: dollars(wallet.deposited_cents),
      total_spent: dollars(spent_cents),
      cards_active,
      cards_total_balance: dollars(cards_balance_cents),
      ...(isBounded(workspace) ? {} : await readProcessorBalances(sql, services.bins, workspace)),
    }
  },
})

type WalletRow = {
  wallet_cents: Cents
  deposited_cents: Cents
  spent_cents: Cents
  cards_active: number
  cards_balance_cents: Cents
  pending_cents: Cents
}

function readWallet(sql: Sql, workspace: Workspace) {
  return sql<WalletRow[]>`
    select wallet_cents, deposited_cents, spent_cents, cards_active, cards_balance_cents,
      (select coalesce(sum(credited_cents), 0)::bigint from deposits d
       where d.bucket = ${workspace.bucket} and d.workspace_id = ${workspace.id} and d.status = 1) as pending_cents
    from workspaces where bucket = ${workspace.bucket} and id = ${workspace.id}`
}

type Totals = Pick<WalletRow, 'cards_active' | 'cards_balance_cents' | 'spent_cents'>

/** The totals of the cards that a bounded key reaches; undefined for a key that reaches all of them. */
async function readTotalsWithin(sql: Sql, workspace: Workspace): Promise<Totals | undefined> {
  const within = cardsWithin(workspace)
  if (!within) return undefined
  const [totals] = await sql<Totals[]>`
    select count(*) filter (where c.status = ${CardStatus.active})::integer as cards_active,
      coalesce(sum(c.available_cents - c.overdraft_cents) filter (where c.status <> ${CardStatus.terminated}), 0)::bigint as cards_balance_cents,
      coalesce(sum(c.total_spent_cents), 0)::bigint as spent_cents
    from (${within}) as reached (card)
    join cards c on c.bucket = ${workspace.bucket} and c.id = reached.card and c.workspace_id = ${workspace.id}`
  return totals
}

type BalanceRow = { processor: string; balance_cents: Cents; balance_at: Date }

/** The balances of the last poll. When no BIN is at a processor, no query is sent. */
async function readProcessorBalances(sql: Sql, bins: BinDirectory, { environment }: Workspace) {
  const names = new Set(bins.offered(environment).map(({ processor }) => processor))
  names.delete('sandbox')
  if (names.size === 0) return environment === 'production' ? { processor_balances: [] } : {}
  const rows = await sql<BalanceRow[]>`
    select processor, balance_cents, balance_at from processor_states
    where processor = any(${`{${[...names].join(',')}}`}::text::text[]) and balance_cents is not null order by processor`
  return { processor_balances: rows.map(presentBalance) }
}

function presentBalance({ processor, balance_cents, balance_at }: BalanceRow) {
  return { processor, available: dollars(balance_cents), currency: 'USD' as const, as_of: balance_at.toISOString() }
}
