// Fills every table with as much history as a test asks for, in SQL: rows of one workspace, and as many other
// workspaces with an endpoint each. The rows are plausible enough for every statement to find some, but they do not
// balance.

import type postgres from 'postgres'
import type { WorkspaceKey } from '../../src/ids.ts'
import { atProcessor } from './seed-processors.ts'

/** The rows hang on a card and an endpoint that are there already. */
export type Target = WorkspaceKey & { card: string; webhook: string; account: string }

/** `rows` in every table that one workspace fills; so many other workspaces, of which so many have an endpoint; and cards at a processor. */
export type History = { rows: number; workspaces: number; endpoints: number; processor?: string }

/** The workspace's last event is then number `rows`. Partitions of this week and the last are there. */
export async function seedHistory(sql: postgres.Sql, target: Target, history: History): Promise<void> {
  const { rows, processor } = history
  const there = processor === undefined ? [] : atProcessor(target.bucket, target.id, processor)
  await sql.begin(async (tx) => {
    // Foreign keys are not checked row by row: the plan of that check, made for an empty table, would read all of it.
    await tx.unsafe(`set local lock_timeout = 0; set local session_replication_role = replica`)
    await tx.unsafe(functions(rows))
    for (const statement of [...ofWorkspace(target), ...ofOthers(history), ...ofNobody(target), ...there])
      await tx.unsafe(statement.replaceAll('$rows', String(rows)))
    await tx.unsafe(`
      update workspaces set event_sequence = ${rows}, wallet_movements = ${rows} where bucket = ${target.bucket} and id = '${target.id}';
      update activity_cursors set sequence = ${rows} where bucket = ${target.bucket} and workspace_id = '${target.id}';
      update webhook_cursors set sequence = ${rows} where bucket = ${target.bucket} and workspace_id = '${target.id}';
      update webhook_subscriptions set after_sequence = ${rows} where bucket = ${target.bucket} and workspace_id = '${target.id}';
      update webhooks set delivery_count = ${rows} where bucket = ${target.bucket} and workspace_id = '${target.id}'`)
  })
  // As PostgreSQL does by itself whenever a range of blocks is full.
  await sql.unsafe(`select brin_summarize_new_values(indexrelid) from pg_index i join pg_class c on c.oid = i.indexrelid
    join pg_am a on a.oid = c.relam where a.amname = 'brin' and c.relkind = 'i' and c.relnamespace = 'public'::regnamespace`)
}

const SPAN_MS = 5 * 86_400_000

/** Ids that can be computed again, spread evenly over the last five days; `kind` is a hexadecimal digit. */
function functions(rows: number): string {
  const ms = `(${Date.now() - SPAN_MS} + i * ${SPAN_MS - 600_000} / ${rows})`
  return `
    create function pg_temp.seed_time(i bigint) returns timestamptz language sql immutable as
      $$ select to_timestamp(${ms} / 1000.0::float8) $$;
    create function pg_temp.seed_id(kind text, i bigint) returns uuid language sql immutable as
      $$ select (lpad(to_hex(${ms}), 12, '0') || '7' || kind || '008' || lpad(to_hex(i), 15, '0'))::uuid $$;`
}

function ofWorkspace({ bucket, id, card, webhook, account }: Target): string[] {
  const owner = `${bucket}, '${id}'::uuid`
  return [
    `insert into merchants (bucket, workspace_id, id, name, mcc, country)
     select ${owner}, md5('merchant' || i)::uuid, 'Merchant ' || i, '7311', 'US' from generate_series(1, $rows) i`,
    `insert into cards (bucket, workspace_id, id, spending_limit_cents, month, status, created_at, expires_at, bin_id, network, last4,
       label, allowed_categories, metadata)
     select ${owner}, pg_temp.seed_id('a', i), 100000, 202601, 1 + i % 2, pg_temp.seed_time(i), now() + interval '3 years',
       'bin_visa_us_prepaid_1', 'visa', '0000', 'Card ' || i, '{}', '{}' from generate_series(1, $rows) i`,
    `insert into card_secrets (bucket, workspace_id, card_id, number_sealed, cvk_version, exp_month, exp_year, holder_name, billing_address)
     select ${owner}, pg_temp.seed_id('a', i), '\\x00', 1, 1, 2030, 'x', '{}' from generate_series(1, $rows) i`,
    `insert into card_number_routes (bucket, workspace_id, card_id, number_index)
     select ${owner}, pg_temp.seed_id('a', i), decode(md5('number' || i), 'hex') from generate_series(1, $rows) i`,
    `insert into card_history (bucket, workspace_id, card_id, id, type, created_at)
     select ${owner}, pg_temp.seed_id('a', i), pg_temp.seed_id('1', i), 1, pg_temp.seed_time(i) from generate_series(1, $rows) i`,
    // Of the card that the scenario uses, and in the order of time: an authorization, its settlement, a decline, and so on.
    `insert into transactions (bucket, workspace_id, id, card_id, merchant_id, authorization_id, amount_cents, balance_after_cents, created_at,
       type, decline_reason, three_ds_status)
     select ${owner}, pg_temp.seed_id('b', i), '${card}', md5('merchant' || (1 + i / 3))::uuid,
       case i % 3 when 1 then pg_temp.seed_id('b', i - 1) end, -100, 0, pg_temp.seed_time(i), (array[1, 2, 4])[1 + i % 3],
       case i % 3 when 2 then 9 end, 1 from generate_series(1, $rows) i`,
    `insert into transaction_details (bucket, workspace_id, transaction_id, merchant_amount, merchant_currency, conversion_rate)
     select ${owner}, pg_temp.seed_id('b', i), 100, 'EUR', '1.1' from generate_series(1, $rows) i`,
    `insert into holds (bucket, workspace_id, id, card_id, held_cents, month, counted_cents, status, expires_at,
       created_at, authorized_cents, settled_cents, refunded_cents)
     select ${owner}, pg_temp.seed_id('b', i), '${card}', case i % 6 when 0 then 100 else 0 end, 202601, 0,
       case i % 6 when 0 then 1 else 2 end, now() + interval '60 days' + i * interval '1 second',
       pg_temp.seed_time(i), 100, case i % 6 when 0 then 0 else 100 end, 0 from generate_series(0, $rows, 3) i where i > 0`,
    `insert into hold_releases (bucket, workspace_id, id, authorization_id, event, amount_cents, created_at)
     select ${owner}, pg_temp.seed_id('c', i), pg_temp.seed_id('b', i), 1, 100, pg_temp.seed_time(i) from generate_series(3, $rows, 3) i`,
    `insert into transfers (bucket, workspace_id, operation_id, leg, card_id, kind, debit, credit, amount_cents, created_at)
     select ${owner}, pg_temp.seed_id('b', i), 0, '${card}', 5, 1, 2, 100, pg_temp.seed_time(i) from generate_series(1, $rows) i`,
    `insert into transfers (bucket, workspace_id, operation_id, leg, card_id, kind, debit, credit, amount_cents, wallet_after_cents, wallet_sequence, created_at)
     select ${owner}, pg_temp.seed_id('d', i), 0, '${card}', 2, 4, 1, 100, 0, i, pg_temp.seed_time(i) from generate_series(1, $rows) i`,
    `insert into deposits (bucket, workspace_id, id, currency, amount_base, amount_usd_cents, fee_cents, credited_cents, status, tx_hash,
       output_index, created_at, confirmed_at, expires_at)
     select ${owner}, pg_temp.seed_id('e', i), 3, 1, 100, 0, 100, case i % 5 when 0 then 1 else 2 end, 'tx' || i, 0, pg_temp.seed_time(i),
       case when i % 5 > 0 then pg_temp.seed_time(i) end, now() + interval '60 days' from generate_series(1, $rows) i`,
    `insert into three_ds_challenges (bucket, workspace_id, id, card_id, merchant, amount_cents, otp_sealed, status, expires_at, created_at)
     select ${owner}, pg_temp.seed_id('f', i), '${card}', 'x', 100, '\\x00', 2, pg_temp.seed_time(i), pg_temp.seed_time(i) from generate_series(1, $rows) i`,
    `insert into spend_requests (bucket, workspace_id, id, key_id, requested_by, status, amount_cents, merchant, reason, valid_for_s, metadata,
       created_at, ended_at)
     select ${owner}, pg_temp.seed_id('4', i), case when i % 2 = 0 then md5('asker')::uuid end, 'x', 3 + i % 3, 100, '{"name":"x"}', 'x', 60, '{}',
       pg_temp.seed_time(i), pg_temp.seed_time(i) from generate_series(1, $rows) i`,
    `insert into events (bucket, workspace_id, id, sequence, type, subject_id, data, created_at)
     select ${owner}, pg_temp.seed_id('2', i), i, 6, null, '{}', pg_temp.seed_time(i) from generate_series(1, $rows) i`,
    `insert into webhook_deliveries (bucket, workspace_id, webhook_id, id, number, event_id, event_sequence, event_type, attempt, status, created_at)
     select ${owner}, '${webhook}', pg_temp.seed_id('3', i), i, pg_temp.seed_id('2', i), i, 6, 1, case i % 100 when 7 then 3 else 2 end, pg_temp.seed_time(i)
     from generate_series(1, $rows) i`,
    `insert into idempotency_keys (bucket, workspace_id, key_hash, fingerprint, status, sealed, answer, created_at)
     select ${owner}, md5('key' || i)::uuid, md5('print' || i)::uuid, 200, false, '{}', now() - i * interval '10 milliseconds' from generate_series(1, $rows) i`,
    `insert into daily_totals (bucket, workspace_id, day, type, mcc, decline_reason, count, spent_cents)
     select ${owner}, date '2020-01-01' + (i / 20)::integer, 2, lpad((i % 20)::text, 4, '0'), 0, 1, 1 from generate_series(1, $rows) i`,
    `insert into request_log (bucket, id, account_id, environment, status, duration_ms, method, path, actor, ip)
     select ${bucket}, (lpad(to_hex((extract(epoch from now() - i * interval '1 second' * (70000.0 / $rows)) * 1000)::bigint), 12, '0') || '70008' || lpad(to_hex(i), 15, '0'))::uuid,
       '${account}', 1, 200, 1, 'GET', '/v1/cards', 'key', '' from generate_series(1, $rows) i`,
    `insert into audit_log (bucket, lineage_id, sequence, at, actor, action, subject, origin, request_id, hash)
     select ${bucket}, w.lineage_id, i, pg_temp.seed_time(i), 'key', 'card.reveal', 'x', '', '', '\\x00' from workspaces w, generate_series(1, $rows) i
     where w.bucket = ${bucket} and w.id = '${id}'`,
    `insert into audit_chains (bucket, lineage_id, sequence, hash)
     select ${bucket}, w.lineage_id, $rows, '\\x00' from workspaces w where w.bucket = ${bucket} and w.id = '${id}'
     on conflict on constraint audit_chains_pk do update set sequence = excluded.sequence`,
  ]
}

/** Workspaces that are up to date, with a hold each; for each endpoint a delivery waits. */
function ofOthers({ workspaces, endpoints }: History): string[] {
  const owner = `(i % 256)::smallint, md5('workspace' || i)::uuid`
  return [
    `insert into accounts (id, name, holder_name, billing_address, created_at)
     select md5('account' || i)::uuid, 'x', 'x', '{}', pg_temp.seed_time(i) from generate_series(1, ${workspaces}) i`,
    `insert into workspaces (bucket, id, lineage_id, account_id, environment, event_sequence, created_at)
     select ${owner}, md5('workspace' || i)::uuid, md5('account' || i)::uuid, 1, 5, pg_temp.seed_time(i) from generate_series(1, ${workspaces}) i`,
    `insert into workspace_routes (bucket, workspace_id, account_id, environment)
     select ${owner}, md5('account' || i)::uuid, 1 from generate_series(1, ${workspaces}) i`,
    `insert into api_keys (hash, id, account_id, environment, name, hint, created_at)
     select decode(md5('hash' || i), 'hex'), md5('key' || i)::uuid, md5('account' || i)::uuid, 1, 'x', 'x', pg_temp.seed_time(i) from generate_series(1, ${workspaces}) i`,
    `insert into holds (bucket, workspace_id, id, card_id, held_cents, month, counted_cents, status, expires_at,
       created_at, authorized_cents, settled_cents, refunded_cents)
     select ${owner}, pg_temp.seed_id('7', i), md5('card' || i)::uuid, 100, 202601, 100, 1, now() + interval '60 days' + i * interval '1 second',
       pg_temp.seed_time(i), 100, 0, 0 from generate_series(1, ${workspaces}) i`,
    `insert into sandbox_rates (bucket, workspace_id, rates) select ${owner}, '{}' from generate_series(1, ${workspaces}) i`,
    `insert into activity_cursors (bucket, workspace_id, sequence) select ${owner}, 5 from generate_series(1, ${workspaces}) i`,
    `insert into webhook_cursors (bucket, workspace_id, sequence) select ${owner}, 5 from generate_series(1, ${endpoints}) i`,
    `insert into webhooks (bucket, workspace_id, id, url, event_types, secret_sealed, created_at)
     select ${owner}, pg_temp.seed_id('4', i), 'https://example.com', '{}', '\\x00', pg_temp.seed_time(i) from generate_series(1, ${endpoints}) i`,
    `insert into webhook_subscriptions (bucket, workspace_id, webhook_id, after_sequence, event_types)
     select ${owner}, pg_temp.seed_id('4', i), 0, '{}' from generate_series(1, ${endpoints}) i`,
    `insert into webhook_deliveries (bucket, workspace_id, webhook_id, id, number, event_id, event_sequence, event_type, attempt, status, next_attempt_at, created_at)
     select ${owner}, pg_temp.seed_id('4', i), pg_temp.seed_id('5', i), 1, pg_temp.seed_id('6', i), 5, 6, 1, 1, now() + interval '60 days', pg_temp.seed_time(i)
     from generate_series(1, ${endpoints}) i`,
  ]
}

function ofNobody({ bucket, id, account }: Target): string[] {
  return [
    `insert into chain_arrivals (network, currency, tx_hash, output_index, address, amount_base, bucket, workspace_id, deposit_id, state, block_height, block_hash, seen_at)
     select 2, 3, 'tx' || i, 0, 'address' || i, 1, ${bucket}, '${id}', pg_temp.seed_id('e', i), 3, i, 'hash' || i, pg_temp.seed_time(i) from generate_series(1, $rows) i`,
    `insert into chain_blocks (network, height, hash) select 2, i, 'hash' || i from generate_series(1, $rows) i`,
    `insert into users (id, account_id, role, name, email, created_at, updated_at)
     select md5('user' || i)::uuid, '${account}', 1, 'x', 'user' || i || '@example.com', pg_temp.seed_time(i), pg_temp.seed_time(i) from generate_series(1, $rows) i`,
    `insert into user_sessions (id, token, user_id, authenticated_at, expires_at, created_at, updated_at)
     select md5('session' || i)::uuid, 'token' || i, md5('user' || i)::uuid, pg_temp.seed_time(i), now() + interval '1 day', pg_temp.seed_time(i), pg_temp.seed_time(i) from generate_series(1, $rows) i`,
    `insert into user_links (token_hash, id, account_id, kind, role, created_at, expires_at)
     select decode(md5('link' || i), 'hex'), md5('link' || i)::uuid, '${account}', 1, 1, pg_temp.seed_time(i), now() + interval '1 day' from generate_series(1, $rows) i`,
    `insert into user_verifications (id, identifier, value, expires_at, created_at, updated_at)
     select md5('verification' || i)::uuid, 'x' || i, 'x', now() + interval '1 day', pg_temp.seed_time(i), pg_temp.seed_time(i) from generate_series(1, $rows) i`,
    `insert into sign_in_failures (subject, failures, since) select decode(md5('failure' || i), 'hex'), 1, now() from generate_series(1, $rows) i`,
  ]
}
