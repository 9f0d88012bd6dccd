// Makes a history at a processor, for the cards of seed-history.ts.

/** Statements with `$rows`, after the cards are there. */
export function atProcessor(bucket: number, workspaceId: string, name: string): string[] {
  const owner = `${bucket}, '${workspaceId}'::uuid`
  const later = `now() + interval '60 days'`
  return [
    `insert into processor_cards (bucket, workspace_id, id, processor, external_id, observed_state, observed_at, push_at, exp_month, exp_year, holder_name, billing_address)
     select ${owner}, pg_temp.seed_id('a', i), '${name}', 'ext' || i, 1, now() + i * interval '1 second', case when i % 2 = 0 then ${later} end, 1, 2030, 'x', '{}'
     from generate_series(1, $rows) i`,
    `insert into processor_card_routes (bucket, workspace_id, card_id, processor, external_id)
     select ${owner}, pg_temp.seed_id('a', i), '${name}', 'ext' || i from generate_series(1, $rows) i`,
    `insert into processor_authorizations (bucket, workspace_id, id, card_id, processor, reference, answered, version, updated_at, compare_at)
     select ${owner}, pg_temp.seed_id('b', i), pg_temp.seed_id('a', i), '${name}', 'ref' || i, 1, 1, now(), ${later} from generate_series(1, $rows) i`,
    `insert into processor_posts (bucket, workspace_id, id, authorization_id, transaction_id, processor, reference, amount_cents, posted_at)
     select ${owner}, pg_temp.seed_id('c', i), pg_temp.seed_id('b', i), pg_temp.seed_id('d', i), '${name}', 'post' || i, 100, pg_temp.seed_time(i)
     from generate_series(1, $rows) i`,
    `insert into card_issuances (bucket, workspace_id, id, processor, request_key, fingerprint, amount_cents, settings, issue_key, attempts, next_try_at, created_at)
     select ${owner}, md5('issuance' || i)::uuid, '${name}', md5('issuance' || i)::uuid, md5('x')::uuid, 100, '{}', md5('k')::uuid, 1, ${later}, now()
     from generate_series(1, $rows) i`,
    `insert into processor_parked (id, processor, card_ref, reason, body_sealed, received_at, next_try_at)
     select md5('deferred' || i)::uuid, '${name}', 'unknown' || i, 'unknown card', '\\x00', now(), ${later} from generate_series(1, $rows) i`,
    `insert into processor_holders (processor, account_id, external_id)
     select '${name}', md5('holder' || i)::uuid, 'x' from generate_series(1, $rows) i`,
  ]
}
