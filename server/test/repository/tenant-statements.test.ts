// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the texts here are pieces of sources
// Every statement on a tenant table names its bucket, because the bucket is the shard key and a look-up without it
// queries every shard.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { shardStatements } from '../../src/database/bulk.ts'
import { connect } from '../../src/database/database.ts'
import '../../src/routes.ts'
import '../../src/worker.ts'
import { testDatabase } from '../harness.ts'
import { isTest, sourceFiles, textOf } from './repository-files.ts'
import { templateLiterals } from './template-literals.ts'

/**
 * Statements that may query every shard, each by a part of its text, with the reason. None of them may run between a
 * request and its response. A statement that no longer exists must leave this list too.
 */
const WIDE: { file: string; part: string; why: string }[] = [
  { file: 'accounts/seal-audit-log.ts', part: 'select bucket from audit_chains', why: 'once, at the first start' },
  { file: 'accounts/seal-audit-log.ts', part: 'select distinct bucket', why: 'once, at the first start' },
  { file: 'activity/follow-activity.ts', part: 'from activity_cursors c', why: 'a page over all, every few seconds' },
  { file: 'due/find-workspaces-with-due.ts', part: 'from holds where', why: 'what is due, by its time' },
  { file: 'due/find-workspaces-with-due.ts', part: 'from deposits where', why: 'what is due, by its time' },
  {
    file: 'due/find-workspaces-with-due.ts',
    part: 'from spend_requests where',
    why: 'what is due, by its time',
  },
  { file: 'due/find-workspaces-with-due.ts', part: 'clock_offset_ms > 0', why: 'clocks that were moved' },
  { file: 'chains/chain-status.ts', part: 'from deposit_incidents', why: 'the operator asks for all' },
  { file: 'chains/read-forward.ts', part: 'update deposits d', why: 'all deposits of a block, once for each block' },
  { file: 'chains/reorganise.ts', part: 'update deposits d', why: 'all deposits of blocks that are gone' },
  { file: 'engine/stored-answers.ts', part: 'order by created_at limit', why: 'upkeep: what is old, by its time' },
  {
    file: 'notifications/follow-notifications.ts',
    part: 'from activity_cursors a',
    why: 'a page over all, every few seconds',
  },
  { file: 'notifications/prune-notifications.ts', part: 'from notifications where created_at <', why: 'what is old' },
  { file: 'notifications/prune-notifications.ts', part: 'from notification_reads where read_at <', why: 'what is old' },
  { file: 'notifications/prune-notifications.ts', part: 'from notification_marks where read_at <', why: 'what is old' },
  { file: 'operator/doctor/books-check.ts', part: 'from workspaces w', why: 'the operator asks for all' },
  { file: 'operator/doctor/books-check.ts', part: 'from audit_chains a', why: 'the operator asks for all' },
  { file: 'operator/doctor/distribution-check.ts', part: 'count(*) from workspaces', why: 'to hear from every server' },
  { file: 'operator/run-audit.ts', part: 'select bucket from workspaces', why: 'the operator asks for all' },
  { file: 'operator/processors/processor-problems.ts', part: 'max(push_attempts)', why: 'the operator asks for all' },
  { file: 'operator/processors/processor-problems.ts', part: 'from card_issuances', why: 'the operator asks for all' },
  { file: 'operator/processors/processor-problems.ts', part: 'min(differs_since)', why: 'the operator asks for all' },
  { file: 'operator/processors/processor-problems.ts', part: 'select restriction', why: 'the operator asks for all' },
  {
    file: 'operator/processors/reconcile-processor.ts',
    part: 'from processor_posts',
    why: 'the operator asks for a day',
  },
  {
    file: 'due/finish-issuances.ts',
    part: 'from card_issuances where next_try_at',
    why: 'creations that are due, by their time',
  },
  {
    file: 'processors/observed-states.ts',
    part: 'where push_at <=',
    why: 'what is due, by its time',
  },
  { file: 'card-network/compare-holds.ts', part: 'compare_at <=', why: 'holds that are due for a comparison' },
  { file: 'card-network/compare-holds.ts', part: 'differs_since is not null', why: 'an operator settles what differs' },
  { file: 'processors/observed-states.ts', part: 'where observed_at <=', why: 'what was not looked at, by its time' },
  {
    file: 'processors/processor-states.ts',
    part: 'set held_cents',
    why: 'a sum over all, once a minute, in the background',
  },
  { file: 'processors/processor-states.ts', part: 'push_at is not null', why: 'counts of few, for people' },
  { file: 'purchases/sum-old-holds.ts', part: 'created_at is null', why: 'once after an upgrade, then an empty index' },
  { file: 'reveal/sessions.ts', part: 'order by expires_at limit', why: 'upkeep: what is old, by its time' },
  {
    file: 'rules/backtests/backtest-rows.ts',
    part: 'lease_until <=',
    why: 'backtests that are due, of all workspaces',
  },
  { file: 'webhooks/delivery/find-work.ts', part: 'with recursive watched', why: 'not sent to a distributed database' },
  { file: 'webhooks/delivery/find-work.ts', part: 'with recursive pending', why: 'not sent to a distributed database' },
  { file: 'webhooks/delivery/find-work-on-shards.ts', part: 'as "isBehind"', why: 'a page over all, now and then' },
  { file: 'webhooks/delivery/find-work-on-shards.ts', part: 'as "dueInMs"', why: 'a page over all, now and then' },
  { file: 'worker.ts', part: 'where not live', why: 'upkeep: the next workspace to purge' },
]

/** Tables with a bucket that are not distributed by it. */
const NOT_SPREAD = new Set(['webhook_leases'])

const sql = connect(await testDatabase(), { max: 1 })
after(() => sql.end())

const tenantTables = (
  await sql<{ name: string }[]>`
    select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum = 1
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and a.attname = 'bucket'`
).map((row) => row.name)

const spread = tenantTables.filter((name) => !NOT_SPREAD.has(name)).join('|')
const touches = new RegExp(`\\b(from|join|into|update|using)\\s+(only\\s+)?(${spread})\\b`, 'i')
/** Captures the alias of the table in the statement. */
const READS = new RegExp(`\\b(?:from|join|update|using)\\s+(?:only\\s+)?(?:${spread})\\s+(?:as\\s+)?(\\w+)`, 'gi')

/**
 * The bucket is a separate parameter, the first value of an insert, or the condition of a bulk statement
 * (database/bulk.ts).
 */
const ONE_BUCKET = /\bbucket = \$\{|values \(\$\{[\w.]*bucket\}|\$\{inBucket\('/
const BULK_INSERT = /insert into[^;]*\$\{\w+\('bucket'\)\}/

test('a statement on tenant tables names one bucket, or is listed with the reason why it may query every shard', () => {
  const unused = new Set(WIDE)
  const faults: string[] = []
  for (const file of sourceFiles().filter((path) => !isTest(path))) {
    for (const { line, text } of templateLiterals(textOf(file))) {
      if (!touches.test(text) || ONE_BUCKET.test(text) || isFilteredElsewhere(text, textOf(file))) continue
      if (BULK_INSERT.test(text) && namesOfRead(text).length === 0) continue
      const allowed = WIDE.find((each) => file === `server/src/${each.file}` && text.includes(each.part))
      if (allowed) unused.delete(allowed)
      else faults.push(`${file}:${line}: ${text.replace(/\s+/g, ' ').trim().slice(0, 100)}`)
    }
  }
  assert.deepEqual(faults, [])
  assert.deepEqual([...unused], [], 'these statements are allowed but no longer exist')
})

/** The filter of a list is a separate fragment that begins with the bucket and is shared by the page and its count. */
function isFilteredElsewhere(statement: string, source: string): boolean {
  return /\$\{(matching|notByMerchant)\b/.test(statement) && /fragment`\s*(\w+\.)?bucket = /.test(source)
}

function namesOfRead(statement: string): string[] {
  return [...statement.matchAll(READS)].map(([, name]) => name!)
}

test('a bulk statement of one shard names its buckets for every tenant table that it reads', () => {
  // Another test in the same process may have statements on a table of its own.
  const reading = shardStatements.filter(({ text }) => touches.test(text))
  assert.ok(reading.length > 30, `${reading.length} statements`)
  for (const { text, types } of reading) {
    const names = namesOfRead(text)
    assert.ok(names.length > 0, text)
    for (const name of names) assert.ok(text.includes(`${name}.bucket = any($${types.length})`), `${name}: ${text}`)
  }
})

test('no statement uses merge or writes inside a `with`', () => {
  const faults = sourceFiles().flatMap((file) =>
    templateLiterals(textOf(file))
      .filter(({ text }) =>
        /\bmerge\s+into\b|\bas\s*(materialized\s*)?\(\s*(insert\s+into|update\s+\w+\s+set|delete\s+from)\b/i.test(text),
      )
      .map(({ line }) => `${file}:${line}`),
  )
  assert.deepEqual(faults, [])
})

test('the scan handles nesting, comments and quotes', () => {
  const source =
    "// a `comment`\nconst a = 'it`s' // x\nconst b = sql`select ${c ? sql`from ${d}` : ''} where x`\nf(`two`)"
  assert.deepEqual(templateLiterals(source), [
    { line: 3, text: "select ${c ? sql`from ${d}` : ''} where x" },
    { line: 4, text: 'two' },
  ])
})
