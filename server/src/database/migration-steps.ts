// Checks what a migration does to a service that is running: which locks its statements take, and whether the previous version
// could go on (docs/adr/0026-backups-and-upgrades-without-a-stop.md). An expand step only adds, and any version works beside
// it. A contract step removes what no version since a named release uses. Its file name says so, as in
// 0031_drop_old_names.after-0.4.0.sql, since the name is all that an older version sees of it.

import { plainWords, splitStatements } from './sql-statements.ts'

export type Kind = { kind: 'expand' } | { kind: 'contract'; after: string }
export type Lock = 'none' | 'share update exclusive' | 'share' | 'share row exclusive' | 'access exclusive'

export type Step = {
  statement: string
  /** The existing table that is locked, if any. */
  table: string | undefined
  lock: Lock
  /** The statement reads or rewrites every row while it holds the lock. */
  readsAll: boolean
  /** Why the statement is not allowed. */
  faults: string[]
}

/** Earlier migrations were written before the first release, so no older version had to run beside them. */
export const FIRST_CHECKED = 15

/** Tables that always stay small, so that a full scan takes no time. */
export const SMALL_TABLES: ReadonlySet<string> = new Set([
  'accounts',
  'address_keys',
  'audit_sealing',
  'bins',
  'chain_balances',
  'chain_cursors',
  'currency_prices',
  'data_keys',
  'readiness_probes',
  'schema_migrations',
  'webhook_leases',
  'webhook_workers',
])

const CONTRACT = /\.after-(\d+\.\d+\.\d+)\.sql$/
/** A migration with `create index concurrently` begins with this line: its statements run one by one. */
export const OUTSIDE = /^-- outside a transaction\b/m

export function kindOf(name: string): Kind {
  const [, after] = CONTRACT.exec(name) ?? []
  return after === undefined ? { kind: 'expand' } : { kind: 'contract', after }
}

export function checkMigration(name: string, sql: string): Step[] {
  const statements = splitStatements(sql)
  const made = new Set(statements.map((text) => madeTable(plainWords(text))).filter((table) => table !== undefined))
  const isContract = kindOf(name).kind === 'contract'
  const isOutside = OUTSIDE.test(sql)
  return statements.map((statement, index) => {
    const words = plainWords(statement)
    const table = lockedTable(words)
    // Nobody uses a table that the migration itself creates.
    const isOwn = table !== undefined && made.has(table)
    const isNew = table === undefined || isOwn
    const isPrelude = isPreludeTo(words, plainWords(statements[index + 1] ?? ''))
    const faults = [
      ...(isPrelude || isOwn || isWidened(name, words) ? [] : brokenBy(words, isContract)),
      ...(isNew ? [] : blockedBy(words, SMALL_TABLES.has(table!))),
    ]
    if (/\bconcurrently\b/.test(words)) faults.push(...concurrentFaults(words, statements[index - 1], isOutside))
    return {
      statement,
      table: isNew ? undefined : table,
      lock: isNew ? 'none' : lockOf(words),
      readsAll: !isNew && readsAll(words),
      faults,
    }
  })
}

type Rule = { words: RegExp; unless?: RegExp; fault: string }

/** The previous version would fail, or would misunderstand the data. */
const BREAKS: Rule[] = [
  {
    words: /^alter (table|view|sequence|index) .*\brename\b/,
    fault: 'renames: add the new name, write both, and drop the old one in a contract step',
  },
  { words: /\balter (column )?\S+ (set data )?type\b/, fault: 'changes a type: add a column of the new type instead' },
  {
    words: /\badd (column )?(if not exists )?(?!constraint\b)\S+ [^,]*\bnot null\b/,
    unless: /\bdefault\b|\bgenerated\b/,
    fault: 'adds a column that must not be null and has no default: the version before inserts without it',
  },
  { words: /^(cluster|vacuum full|lock table|truncate)\b/, fault: 'locks everybody out, or empties a table' },
  { words: /\bset (logged|unlogged|tablespace)\b/, fault: 'writes the whole table anew while nobody can use it' },
  {
    words: /^create (or replace )?(constraint )?trigger\b|^create rule\b/,
    fault: 'changes what the version before writes',
  },
]

/** The same, but allowed in a contract step, once nothing older than a named release runs. */
const TAKES_AWAY: Rule[] = [
  {
    words: /^drop (table|view|materialized view|function|sequence|type|role|index)\b/,
    fault: 'drops what the version before may use',
  },
  {
    words:
      /^alter table .*\bdrop (column )?(if exists )?(?!constraint\b|not null\b|default\b|expression\b|identity\b)\S+/,
    fault: 'drops a column that the version before may use',
  },
  { words: /\bset not null\b/, fault: 'refuses nulls that the version before may write' },
  {
    words: /\badd constraint \S+ (check|unique|foreign key|exclude|primary key)\b/,
    fault: 'refuses rows that the version before may write',
  },
  { words: /^create unique index\b/, fault: 'refuses rows that the version before may write' },
  { words: /^revoke\b(?!.* from public\b)/, fault: 'takes a right away that the version before may need' },
  { words: /\bdrop default\b/, fault: 'takes away a default that the version before relies on' },
]

/** Long work under a lock, on tables that already have rows. */
const BLOCKS: Rule[] = [
  {
    words: /^create (unique )?index (?!concurrently\b)/,
    fault: 'builds an index while nobody can write: create it concurrently, in a migration of its own',
  },
  {
    words: /\badd constraint \S+ (check|foreign key)\b/,
    unless: /\bnot valid\b/,
    fault: 'checks every row under a lock: add the constraint not valid, and validate it in a later migration',
  },
  {
    words: /\badd constraint \S+ (unique|primary key)\b/,
    unless: /\busing index\b/,
    fault: 'builds an index under a lock: create it concurrently first, then add the constraint using index',
  },
  {
    words: /^(update|delete from)\b/,
    fault: 'changes rows of a large table in one transaction: let the worker do it in batches',
  },
  {
    words: /\badd (column )?.*\bdefault (?!''|-?\d|true\b|false\b|null\b|now\(\)|current_timestamp\b|array\[\]|\('')/,
    fault: 'writes the whole table anew, where the default is not a constant',
  },
  { words: /^reindex (?!.*\bconcurrently\b)/, fault: 'locks the table while it works: reindex concurrently' },
]

/** Check constraints that replace narrower ones, so that everything the previous version writes passes them. */
const WIDENED: readonly string[] = [
  '0018 three_ds_challenges_amount_ck',
  '0018 card_history_type_ck',
  '0021 card_history_type_ck',
  '0021 card_issuances_amount_ck',
]

function isWidened(migration: string, words: string): boolean {
  return WIDENED.some((each) => {
    const [number, constraint] = each.split(' ')
    return migration.startsWith(`${number}_`) && words.includes(`add constraint ${constraint} check`)
  })
}

function brokenBy(words: string, isContract: boolean): string[] {
  const rules = isContract ? BREAKS : [...BREAKS, ...TAKES_AWAY]
  return faultsOf(rules, words).map((fault) =>
    TAKES_AWAY.some((rule) => rule.fault === fault)
      ? `${fault}: a contract step (NNNN_name.after-X.Y.Z.sql) may`
      : fault,
  )
}

function blockedBy(words: string, isSmall: boolean): string[] {
  return isSmall ? [] : faultsOf(BLOCKS, words)
}

function faultsOf(rules: Rule[], words: string): string[] {
  return rules.filter((rule) => rule.words.test(words) && !rule.unless?.test(words)).map(({ fault }) => fault)
}

/** The statement drops what an earlier attempt of the next statement may have left behind. */
function isPreludeTo(words: string, next: string): boolean {
  const name = /^drop index concurrently if exists (\S+)$/.exec(words)?.[1]
  return name !== undefined && new RegExp(`^create (unique )?index concurrently ${name} `).test(next)
}

/** An interrupted build leaves an invalid index, which `if not exists` would mistake for the finished one. */
function concurrentFaults(words: string, before: string | undefined, isOutside: boolean): string[] {
  const faults = isOutside ? [] : ['cannot run in a transaction: begin the file with "-- outside a transaction"']
  const name = /^create (?:unique )?index concurrently (?:if not exists )?(\S+)/.exec(words)?.[1]
  if (name && plainWords(before ?? '') !== `drop index concurrently if exists ${name}`)
    faults.push(`must follow "drop index concurrently if exists ${name}", so that it can be run again`)
  return faults
}

function madeTable(words: string): string | undefined {
  return /^create (?:unlogged )?table (?:if not exists )?"?([\w.]+)/.exec(words)?.[1]
}

function lockedTable(words: string): string | undefined {
  const patterns = [
    /^alter table (?:if exists )?(?:only )?"?(\w+)/,
    /^create (?:unique )?index .*? on (?:only )?"?(\w+)/,
    /^(?:update|delete from|insert into|truncate(?: table)?|lock table|cluster|drop table(?: if exists)?) (?:only )?"?(\w+)/,
  ]
  return patterns.map((pattern) => pattern.exec(words)?.[1]).find((table) => table !== undefined)
}

function lockOf(words: string): Lock {
  if (/\bconcurrently\b/.test(words) || /\bvalidate constraint\b/.test(words)) return 'share update exclusive'
  if (/^create (unique )?index\b/.test(words)) return 'share'
  if (/^alter table .*\badd constraint \S+ foreign key\b/.test(words)) return 'share row exclusive'
  if (/^(update|delete|insert)\b/.test(words)) return 'none'
  return 'access exclusive'
}

function readsAll(words: string): boolean {
  return (
    /^create (unique )?index\b|\bvalidate constraint\b|^(update|delete)\b|\bset not null\b/.test(words) ||
    (/\badd constraint\b/.test(words) && !/\bnot valid\b|\busing index\b/.test(words))
  )
}
