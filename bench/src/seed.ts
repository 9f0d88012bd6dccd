// Fills a workspace with a million cards and ten million transactions whose books balance: each card is funded
// with 1,000.00 and has five authorizations of 10.00, four of them settled, and one decline. Written in SQL,
// round by round over all cards, so that neighbours in time are different cards, as in life.

import type postgres from 'postgres'
import { connect } from '../../server/src/database/database.ts'
import type { EmbeddedConnection } from '../../server/src/database/embedded/embedded-postgres.ts'
import { showProgress } from './progress.ts'

const CHUNK = 50_000
const MERCHANTS = 2_000
const DAYS = 6 // younger than the seven days after which open holds would expire during the bench

type Round = 'authorize' | 'settle' | 'decline'
const rounds: Round[] = [
  'authorize',
  'settle',
  'authorize',
  'settle',
  'authorize',
  'settle',
  'authorize',
  'settle',
  'authorize',
  'decline',
]
const COUNT_PER_CARD = { authorize: 5, settle: 4, decline: 1 }

type Target = { bucket: number; workspaceId: string; cards: number }

export async function seed(connection: EmbeddedConnection, cards: number): Promise<void> {
  const sql = connect(connection, { max: 1 })
  await sql.unsafe(
    `set synchronous_commit = off; set maintenance_work_mem = '1GB'; set work_mem = '256MB'; set lock_timeout = 0`,
  )
  const [row] = await sql<
    { bucket: number; id: string }[]
  >`select bucket, id from workspaces where live and environment = 1 order by created_at limit 1`
  const target: Target = { bucket: row!.bucket, workspaceId: row!.id, cards }
  const indexes = await dropIndexes(sql as never)
  await defineFunctions(sql as never, target)
  const steps = Math.ceil(cards / CHUNK) * (1 + rounds.length) + indexes.length
  const progress = showProgress('seeding', steps)
  for (const [from, to] of chunks(cards)) {
    await insertCards(sql as never, target, from, to)
    progress.step()
  }
  for (const [index, round] of rounds.entries()) {
    for (const [from, to] of chunks(cards)) {
      await insertRound(sql as never, target, round, index, from, to)
      progress.step()
    }
  }
  for (const definition of indexes) {
    await sql.unsafe(definition)
    progress.step()
  }
  await settleCounters(sql as never, target)
  await sql.unsafe('analyze')
  await sql.unsafe('checkpoint')
  progress.done()
  await sql.end()
}

function chunks(cards: number): [number, number][] {
  return Array.from({ length: Math.ceil(cards / CHUNK) }, (_, n) => [n * CHUNK + 1, Math.min(cards, (n + 1) * CHUNK)])
}

/** Building an index once over ten million rows is many times cheaper than updating it row by row. */
async function dropIndexes(sql: postgres.Sql): Promise<string[]> {
  const rows = await sql<{ name: string; definition: string }[]>`
    select indexname as name, indexdef as definition from pg_indexes
    where schemaname = 'public' and tablename in ('cards', 'transactions', 'holds', 'merchants') and indexname not like '%\\_pk'`
  for (const { name } of rows) await sql.unsafe(`drop index ${name}`)
  return rows.map((row) => row.definition)
}

/** Ids that can be computed again from the time, the round and the card. */
async function defineFunctions(sql: postgres.Sql, { cards }: Target): Promise<void> {
  const total = cards * (rounds.length + 1)
  await sql.unsafe(`
    create or replace function pg_temp.seed_time(i bigint, r bigint) returns timestamptz language sql immutable as
      $$ select date_trunc('milliseconds', timestamptz '${new Date(Date.now() - DAYS * 86_400_000).toISOString()}' + (r * ${cards} + i) * interval '${(DAYS * 86_400) / total} seconds') $$;
    create or replace function pg_temp.seed_id(kind text, i bigint, r bigint) returns uuid language sql immutable as
      $$ select (lpad(to_hex((extract(epoch from pg_temp.seed_time(i, r)) * 1000)::bigint), 12, '0') || '7' || kind || lpad(to_hex(r), 2, '0') || '8' || lpad(to_hex(i), 15, '0'))::uuid $$;
    create or replace function pg_temp.seed_merchant(i bigint, r bigint) returns uuid language sql immutable as
      $$ select md5('merchant' || ((i * 7919 + r * 104729) % ${MERCHANTS}))::uuid $$;`)
}

async function insertCards(
  sql: postgres.Sql,
  { bucket, workspaceId }: Target,
  from: number,
  to: number,
): Promise<void> {
  if (from === 1) {
    await sql.unsafe(`
      insert into merchants select ${bucket}, md5('merchant' || n)::uuid, '${workspaceId}', 'Merchant ' || n || ' ' || substr(md5(n::text), 1, 6), '7311', 'US'
      from generate_series(0, ${MERCHANTS - 1}) n`)
  }
  await sql.unsafe(`
    insert into cards (bucket, id, workspace_id, available_cents, held_cents, spending_limit_cents, month, month_used_cents, total_spent_cents,
      authorization_count, settlement_count, decline_count, status, last_used_at, created_at, expires_at, bin_id, network, last4, label, allowed_categories, metadata)
    select ${bucket}, pg_temp.seed_id('a', i, 0), '${workspaceId}', 95000, 1000, 2000000, to_char(now() at time zone 'utc', 'YYYYMM')::integer, 5000, 4000,
      ${COUNT_PER_CARD.authorize}, ${COUNT_PER_CARD.settle}, ${COUNT_PER_CARD.decline}, 1, pg_temp.seed_time(i, ${rounds.length - 1}), pg_temp.seed_time(i, 0),
      now() + interval '3 years', case when i % 50 = 0 then 'bin_mastercard_us_credit_1' else 'bin_visa_us_prepaid_1' end, 'visa',
      lpad((i % 10000)::text, 4, '0'), 'card ' || i || ' of team ' || (i % 997), '{}', '{}'
    from generate_series(${from}, ${to}) i`)
  // The deposit that funds the cards is made with the first card.
  await transfers(sql, { bucket, workspaceId }, 'a', 0, from, to, 2, 4, 1, 100_000)
  await events(sql, { bucket, workspaceId }, 1, 0, from, to)
}

const kinds: Record<Round, { type: number; letter: string; amount: number; event: number }> = {
  authorize: { type: 1, letter: 'b', amount: -1000, event: 6 },
  settle: { type: 2, letter: 'c', amount: -1000, event: 7 },
  decline: { type: 4, letter: 'd', amount: -99_999_00, event: 8 },
}

async function insertRound(
  sql: postgres.Sql,
  target: Target,
  round: Round,
  index: number,
  from: number,
  to: number,
): Promise<void> {
  const { bucket, workspaceId } = target
  const { type, letter, amount, event } = kinds[round]
  const r = index + 1
  const balance = 100_000 - 1000 * Math.ceil((Math.min(index, 8) + 1) / 2)
  const authorization = round === 'settle' ? `pg_temp.seed_id('b', i, ${r - 1})` : 'null::uuid'
  await sql.unsafe(`
    insert into transactions (bucket, id, workspace_id, card_id, merchant_id, authorization_id, amount_cents, balance_after_cents, created_at, type, decline_reason, three_ds_status)
    select ${bucket}, pg_temp.seed_id('${letter}', i, ${r}), '${workspaceId}', pg_temp.seed_id('a', i, 0), pg_temp.seed_merchant(i, ${Math.floor(index / 2)}), ${authorization},
      ${amount}, ${balance}, pg_temp.seed_time(i, ${r}), ${type}, ${round === 'decline' ? 9 : 'null'}, 1
    from generate_series(${from}, ${to}) i`)
  await events(sql, target, event, r, from, to, letter)
  if (round === 'decline') return
  await transfers(
    sql,
    target,
    letter,
    r,
    from,
    to,
    round === 'authorize' ? 5 : 6,
    round === 'authorize' ? 1 : 2,
    round === 'authorize' ? 2 : 8,
    1000,
  )
  if (round === 'authorize') {
    const isOpen = index === 8
    await sql.unsafe(`
      insert into holds (bucket, id, workspace_id, card_id, held_cents, month, counted_cents, status, expires_at,
        created_at, authorized_cents, settled_cents, refunded_cents)
      select ${bucket}, pg_temp.seed_id('b', i, ${r}), '${workspaceId}', pg_temp.seed_id('a', i, 0), ${isOpen ? 1000 : 0},
        to_char(now() at time zone 'utc', 'YYYYMM')::integer, ${isOpen ? 1000 : 0}, ${isOpen ? 1 : 2}, pg_temp.seed_time(i, ${r}) + interval '7 days',
        pg_temp.seed_time(i, ${r}), 1000, ${isOpen ? 0 : 1000}, 0
      from generate_series(${from}, ${to}) i`)
  }
}

type Owner = { bucket: number; workspaceId: string }

async function transfers(
  sql: postgres.Sql,
  owner: Owner,
  letter: string,
  r: number,
  from: number,
  to: number,
  kind: number,
  debit: number,
  credit: number,
  amount: number,
): Promise<void> {
  await sql.unsafe(`
    insert into transfers (bucket, operation_id, leg, workspace_id, card_id, kind, debit, credit, amount_cents, wallet_after_cents, created_at)
    select ${owner.bucket}, pg_temp.seed_id('${letter}', i, ${r}), 0, '${owner.workspaceId}', pg_temp.seed_id('a', i, 0), ${kind}, ${debit}, ${credit}, ${amount},
      ${debit === 4 ? '0' : 'null'}, pg_temp.seed_time(i, ${r})
    from generate_series(${from}, ${to}) i`)
}

async function events(
  sql: postgres.Sql,
  owner: Owner,
  type: number,
  r: number,
  from: number,
  to: number,
  letter?: string,
): Promise<void> {
  const subject = letter ? `pg_temp.seed_id('${letter}', i, ${r})` : 'null::uuid'
  await sql.unsafe(`
    with numbers as (update workspaces set event_sequence = event_sequence + ${to - from + 1} where bucket = ${owner.bucket} and id = '${owner.workspaceId}' returning event_sequence)
    insert into events (bucket, id, workspace_id, sequence, type, subject_id, data, created_at)
    select ${owner.bucket}, pg_temp.seed_id('e', i, ${r}), '${owner.workspaceId}', (select event_sequence from numbers) - ${to} + i, ${type}, ${subject},
      ${letter ? 'null' : `'{}'`}, pg_temp.seed_time(i, ${r})
    from generate_series(${from}, ${to}) i`)
}

/** Sets the totals that follow from the rows, and the deposit that paid for the cards. */
async function settleCounters(sql: postgres.Sql, { bucket, workspaceId, cards }: Target): Promise<void> {
  const funded = cards * 100_000
  await sql.unsafe(`
    insert into deposits (bucket, id, workspace_id, currency, amount_base, amount_usd_cents, fee_cents, credited_cents, status, tx_hash, output_index, confirmations, created_at, confirmed_at, expires_at)
    select ${bucket}, pg_temp.seed_id('f', 0, 0), '${workspaceId}', 4, ${funded}0000::numeric, ${funded}, 0, ${funded}, 2, 'seed', 0, 12, pg_temp.seed_time(0, 0), pg_temp.seed_time(0, 0), pg_temp.seed_time(0, 0);
    insert into transfers (bucket, operation_id, leg, workspace_id, kind, debit, credit, amount_cents, wallet_after_cents, created_at)
    select ${bucket}, pg_temp.seed_id('f', 0, 0), 0, '${workspaceId}', 1, 6, 4, ${funded}, ${funded}, pg_temp.seed_time(0, 0);
    update workspaces set crypto_clearing_cents = crypto_clearing_cents + ${funded}, deposited_cents = deposited_cents + ${funded},
      network_settlement_cents = network_settlement_cents + ${cards * 4000}, spent_cents = spent_cents + ${cards * 4000},
      cards_balance_cents = cards_balance_cents + ${cards * 95_000}, cards_active = cards_active + ${cards},
      authorization_count = authorization_count + ${cards * COUNT_PER_CARD.authorize}, settlement_count = settlement_count + ${cards * COUNT_PER_CARD.settle},
      decline_count = decline_count + ${cards * COUNT_PER_CARD.decline}
    where bucket = ${bucket} and id = '${workspaceId}'`)
}
