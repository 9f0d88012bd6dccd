// Proves the books from their entries. Each check recomputes a column and returns the rows that disagree; a healthy database
// returns none. Buckets are checked one at a time, each in one snapshot, so that a running service neither disturbs the
// proof nor is disturbed for long.

import { type Database, fragment, type Sql } from '../database/database.ts'
import { TransactionType } from './changes.ts'
import { LedgerAccount } from './ledger-accounts.ts'
import { CardStatus, HoldStatus } from './rows.ts'

export type Check = { name: string; faults(sql: Sql, bucket: number): Promise<{ fault: string }[]> }

/** A check that reads the rows of a bucket in pages, each page in a snapshot of its own. */
export type PagedCheck = { name: string; faults(database: Database, bucket: number): Promise<string[]> }

const {
  cardAvailable,
  cardHeld,
  cardOverdraft,
  wallet,
  owed,
  cryptoClearing,
  depositFees,
  networkSettlement,
  cardIssuing,
} = LedgerAccount

/**
 * For a row with a `workspace_id`. A sandbox reset leaves a workspace that is purged piece by piece; its books no longer add
 * up and no longer matter. Rows whose workspace does not exist at all are checked, since nothing should leave such rows.
 */
export function isAudited(bucket: number) {
  return fragment`workspace_id not in (select id from workspaces where bucket = ${bucket} and not live)`
}

const cardBalances: Check = {
  name: 'card balances equal their transfers',
  faults: (sql, bucket) => sql`
    with moved as (
      select card_id, account, sum(amount) as amount from (
        select card_id, debit as account, case when debit = ${cardOverdraft} then amount_cents else -amount_cents end as amount
        from transfers where bucket = ${bucket} and ${isAudited(bucket)} and debit in (${cardAvailable}, ${cardHeld}, ${cardOverdraft})
        union all
        select card_id, credit, case when credit = ${cardOverdraft} then -amount_cents else amount_cents end
        from transfers where bucket = ${bucket} and ${isAudited(bucket)} and credit in (${cardAvailable}, ${cardHeld}, ${cardOverdraft})) as legs
      group by card_id, account),
    sums as (
      select card_id, sum(amount) filter (where account = ${cardAvailable}) as available,
        sum(amount) filter (where account = ${cardHeld}) as held, sum(amount) filter (where account = ${cardOverdraft}) as overdraft
      from moved group by card_id)
    select format('card %s: available %s, held %s, overdraft %s; its transfers say %s, %s, %s', coalesce(c.id, s.card_id), c.available_cents,
      c.held_cents, c.overdraft_cents, coalesce(s.available, 0), coalesce(s.held, 0), coalesce(s.overdraft, 0)) as fault
    from (select * from cards where bucket = ${bucket} and ${isAudited(bucket)}) c full join sums s on s.card_id = c.id
    where c.id is null or c.available_cents <> coalesce(s.available, 0) or c.held_cents <> coalesce(s.held, 0)
      or c.overdraft_cents <> coalesce(s.overdraft, 0)
    limit 20`,
}

const workspaceBalances: Check = {
  name: 'wallets, clearing, fees and network accounts equal their transfers',
  faults: (sql, bucket) => sql`
    with sums as (
      select workspace_id,
        coalesce(sum(amount_cents) filter (where credit = ${wallet}), 0) - coalesce(sum(amount_cents) filter (where debit = ${wallet}), 0) as wallet,
        coalesce(sum(amount_cents) filter (where debit = ${owed}), 0) - coalesce(sum(amount_cents) filter (where credit = ${owed}), 0) as owed,
        coalesce(sum(amount_cents) filter (where debit = ${cryptoClearing}), 0) - coalesce(sum(amount_cents) filter (where credit = ${cryptoClearing}), 0) as clearing,
        coalesce(sum(amount_cents) filter (where credit = ${depositFees}), 0) - coalesce(sum(amount_cents) filter (where debit = ${depositFees}), 0) as fees,
        coalesce(sum(amount_cents) filter (where credit = ${networkSettlement}), 0) - coalesce(sum(amount_cents) filter (where debit = ${networkSettlement}), 0) as network,
        coalesce(sum(amount_cents) filter (where credit = ${cardIssuing}), 0) - coalesce(sum(amount_cents) filter (where debit = ${cardIssuing}), 0) as issuing
      from transfers where bucket = ${bucket} and ${isAudited(bucket)} group by workspace_id)
    select format('workspace %s: wallet %s, owed %s, clearing %s, fees %s, network %s, issuing %s; its transfers say %s, %s, %s, %s, %s, %s', coalesce(w.id, s.workspace_id),
      w.wallet_cents, w.owed_cents, w.crypto_clearing_cents, w.deposit_fees_cents, w.network_settlement_cents, w.issuing_cents,
      s.wallet, s.owed, s.clearing, s.fees, s.network, s.issuing) as fault
    from (select * from workspaces where bucket = ${bucket} and live) w
    full join sums s on s.workspace_id = w.id
    where w.id is null
      or (w.wallet_cents, w.owed_cents, w.crypto_clearing_cents, w.deposit_fees_cents, w.network_settlement_cents, w.issuing_cents)
         <> (coalesce(s.wallet, 0), coalesce(s.owed, 0), coalesce(s.clearing, 0), coalesce(s.fees, 0), coalesce(s.network, 0), coalesce(s.issuing, 0))
    limit 20`,
}

const workspaceCounters: Check = {
  name: 'counters of workspaces equal their cards',
  faults: (sql, bucket) => sql`
    select format('workspace %s: %s active, %s frozen, %s terminated, balance %s, spent %s; its cards say %s, %s, %s, %s, %s', w.id, w.cards_active,
      w.cards_frozen, w.cards_terminated, w.cards_balance_cents, w.spent_cents, c.active, c.frozen, c.terminated, c.balance, c.spent) as fault
    from workspaces w, lateral (
      select count(*) filter (where status = ${CardStatus.active}) as active, count(*) filter (where status = ${CardStatus.frozen}) as frozen,
        count(*) filter (where status = ${CardStatus.terminated}) as terminated,
        coalesce(sum(available_cents - overdraft_cents) filter (where status <> ${CardStatus.terminated}), 0) as balance,
        coalesce(sum(total_spent_cents), 0) as spent
      from cards where bucket = w.bucket and workspace_id = w.id) c
    where w.bucket = ${bucket} and w.live
      and (w.cards_active, w.cards_frozen, w.cards_terminated, w.cards_balance_cents, w.spent_cents)
          <> (c.active, c.frozen, c.terminated, c.balance, c.spent)
    limit 20`,
}

const cardCounters: Check = {
  name: 'counters and spending of cards equal their transactions',
  faults: (sql, bucket) => sql`
    with sums as (
      select card_id, count(*) filter (where type = ${TransactionType.authorization}) as authorizations,
        count(*) filter (where type = ${TransactionType.settlement}) as settlements,
        count(*) filter (where type = ${TransactionType.refund}) as refunds, count(*) filter (where type = ${TransactionType.decline}) as declines,
        -coalesce(sum(amount_cents) filter (where type in (${TransactionType.settlement}, ${TransactionType.refund})), 0) as spent
      from transactions where bucket = ${bucket} and ${isAudited(bucket)} group by card_id)
    select format('card %s counts %s/%s/%s/%s, spent %s; its transactions say %s/%s/%s/%s, %s', coalesce(c.id, s.card_id), c.authorization_count,
      c.settlement_count, c.refund_count, c.decline_count, c.total_spent_cents, s.authorizations, s.settlements, s.refunds, s.declines, s.spent) as fault
    from (select * from cards where bucket = ${bucket} and ${isAudited(bucket)}) c full join sums s on s.card_id = c.id
    where c.id is null
      or (c.authorization_count, c.settlement_count, c.refund_count, c.decline_count, c.total_spent_cents)
         <> (coalesce(s.authorizations, 0), coalesce(s.settlements, 0), coalesce(s.refunds, 0), coalesce(s.declines, 0), coalesce(s.spent, 0))
    limit 20`,
}

const transactionCounters: Check = {
  name: 'transaction counters of workspaces equal those of their cards',
  faults: (sql, bucket) => sql`
    select format('workspace %s counts %s/%s/%s/%s transactions; its cards say %s/%s/%s/%s', w.id, w.authorization_count, w.settlement_count,
      w.refund_count, w.decline_count, c.authorizations, c.settlements, c.refunds, c.declines) as fault
    from workspaces w, lateral (
      select coalesce(sum(authorization_count), 0) as authorizations, coalesce(sum(settlement_count), 0) as settlements,
        coalesce(sum(refund_count), 0) as refunds, coalesce(sum(decline_count), 0) as declines
      from cards where bucket = w.bucket and workspace_id = w.id) c
    where w.bucket = ${bucket} and w.live
      and (w.authorization_count, w.settlement_count, w.refund_count, w.decline_count)
          <> (c.authorizations, c.settlements, c.refunds, c.declines)
    limit 20`,
}

const network: Check = {
  name: 'the network account equals settlements less refunds',
  faults: (sql, bucket) => sql`
    select format('workspace %s: network account %s, settlements less refunds %s', id, network_settlement_cents, spent_cents) as fault
    from workspaces where bucket = ${bucket} and live and network_settlement_cents <> spent_cents limit 20`,
}

const holds: Check = {
  name: 'what cards hold equals their open holds',
  faults: (sql, bucket) => sql`
    with sums as (
      select card_id, sum(held_cents) as held from holds
      where bucket = ${bucket} and ${isAudited(bucket)} and status = ${HoldStatus.pending} group by card_id)
    select format('card %s holds %s; its open holds come to %s', coalesce(c.id, s.card_id), c.held_cents, coalesce(s.held, 0)) as fault
    from (select id, held_cents from cards where bucket = ${bucket} and ${isAudited(bucket)}) c full join sums s on s.card_id = c.id
    where c.id is null or c.held_cents <> coalesce(s.held, 0) limit 20`,
}

const purchases: Check = {
  name: 'what a hold says of its purchase equals the entries of that purchase',
  faults: (sql, bucket) => sql`
    with sums as (
      select coalesce(authorization_id, id) as id, coalesce(sum(-amount_cents) filter (where type = ${TransactionType.authorization}), 0) as authorized,
        coalesce(sum(-amount_cents) filter (where type = ${TransactionType.settlement}), 0) as settled,
        coalesce(sum(amount_cents) filter (where type = ${TransactionType.refund}), 0) as refunded
      from transactions where bucket = ${bucket} and ${isAudited(bucket)} group by 1)
    select format('hold %s: authorized %s, settled %s, refunded %s; its entries come to %s, %s and %s', h.id, h.authorized_cents,
      h.settled_cents, h.refunded_cents, s.authorized, s.settled, s.refunded) as fault
    from (select * from holds where bucket = ${bucket} and ${isAudited(bucket)} and created_at is not null) h join sums s on s.id = h.id
    where (h.authorized_cents, h.settled_cents, h.refunded_cents) is distinct from (s.authorized, s.settled, s.refunded) limit 20`,
}

const issuances: Check = {
  name: 'what is on its way to cards equals the issuances that are open',
  faults: (sql, bucket) => sql`
    select format('workspace %s: %s on its way to cards; its issuances come to %s', w.id, w.issuing_cents, i.amount) as fault
    from workspaces w, lateral (select coalesce(sum(amount_cents), 0) as amount from card_issuances where bucket = w.bucket and workspace_id = w.id) i
    where w.bucket = ${bucket} and w.live and w.issuing_cents <> i.amount limit 20`,
}

const posts: Check = {
  name: 'what processors posted equals the transactions it became',
  faults: (sql, bucket) => sql`
    select format('post %s of %s: %s; its transaction says %s', p.reference, p.processor, p.amount_cents, -t.amount_cents) as fault
    from processor_posts p left join transactions t on t.bucket = p.bucket and t.id = p.transaction_id
    where p.bucket = ${bucket} and p.${isAudited(bucket)} and p.amount_cents is distinct from -t.amount_cents limit 20`,
}

/** A push takes seconds. A longer difference needs an operator: a card may spend that should not, or the other way round. */
const outsideStates: Check = {
  name: 'the state of each card at its processor is the one here, or has differed for less than an hour',
  faults: (sql, bucket) => sql`
    select format('card %s: its state at %s differs from ours since %s (%s there, %s here)', c.id, p.processor,
      to_char(p.differs_since at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
      (array['active', 'frozen', 'closed'])[p.observed_state], (array['active', 'frozen', 'closed'])[c.status]) as fault
    from processor_cards p join cards c on c.bucket = p.bucket and c.id = p.id
    where p.bucket = ${bucket} and p.${isAudited(bucket)} and p.differs_since < now() - interval '1 hour' limit 20`,
}

/** A processor has told us another amount than we hold: money is held for nobody, or would not be there for a merchant. */
const outsideHolds: Check = {
  name: 'open holds that were compared with their processor hold what it holds',
  faults: (sql, bucket) => sql`
    select format('authorization %s of %s: %s holds %s since %s, and hold %s has %s', a.reference, a.processor, a.processor, a.outside_cents,
      to_char(a.differs_since at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), h.id, h.held_cents) as fault
    from processor_authorizations a join holds h on h.bucket = a.bucket and h.id = a.hold_id
    where a.bucket = ${bucket} and a.${isAudited(bucket)} and a.differs_since is not null and h.status = ${HoldStatus.pending}
      and h.held_cents <> a.outside_cents limit 20`,
}

const walletMovements: Check = {
  name: 'movements of a wallet are numbered without gaps, and each balance follows from the one before',
  faults: (sql, bucket) => sql`
    with moves as (
      select workspace_id, wallet_sequence, wallet_after_cents, case when credit = ${wallet} then amount_cents else -amount_cents end as amount,
        lag(wallet_after_cents, 1, 0::bigint) over numbered as before, row_number() over numbered as number,
        count(*) over (partition by workspace_id) as total
      from transfers where bucket = ${bucket} and ${isAudited(bucket)} and (debit = ${wallet} or credit = ${wallet})
      window numbered as (partition by workspace_id order by wallet_sequence))
    select format('workspace %s: movement %s of the wallet leaves %s, after %s and %s', workspace_id, wallet_sequence, wallet_after_cents, before, amount) as fault
    from moves m join workspaces w on w.bucket = ${bucket} and w.id = m.workspace_id and w.live
    where m.wallet_sequence is distinct from m.number or m.wallet_after_cents <> m.before + m.amount or m.total <> w.wallet_movements
    limit 20`,
}

const sequences: Check = {
  name: 'event sequences have no gaps and end where the workspace says',
  faults: (sql, bucket) => sql`
    select format('workspace %s: sequence %s; events from %s to %s, %s of them', w.id, w.event_sequence, e.first, e.last, e.count) as fault
    from workspaces w
    join (select workspace_id, min(sequence) as first, max(sequence) as last, count(*) as count from events where bucket = ${bucket} group by workspace_id) e
      on e.workspace_id = w.id
    where w.bucket = ${bucket} and w.live and (e.last <> w.event_sequence or e.last - e.first + 1 <> e.count)
    limit 20`,
}

const references: Check = {
  name: 'transactions and holds belong to cards, merchants and authorizations that exist',
  faults: (sql, bucket) => sql`
    select format('transaction %s: its card, merchant or authorization is missing', t.id) as fault from transactions t
    where t.bucket = ${bucket} and ${isAudited(bucket)}
      and (not exists (select from cards c where c.bucket = t.bucket and c.id = t.card_id and c.workspace_id = t.workspace_id)
        or not exists (select from merchants m where m.bucket = t.bucket and m.id = t.merchant_id)
        or (t.type = ${TransactionType.authorization} and t.authorization_id is null and not exists (select from holds h where h.bucket = t.bucket and h.id = t.id))
        or (t.authorization_id is not null and not exists (select from holds h where h.bucket = t.bucket and h.id = t.authorization_id)))
    limit 20`,
}

export const ledgerChecks: readonly Check[] = [
  cardBalances,
  workspaceBalances,
  workspaceCounters,
  cardCounters,
  transactionCounters,
  network,
  holds,
  purchases,
  issuances,
  posts,
  outsideStates,
  outsideHolds,
  walletMovements,
  sequences,
  references,
]
