// What the statements of a migration do to a service that runs meanwhile: the locks that they take, and why the version before
// this one could not go on (docs/adr/0026-backups-and-upgrades-without-a-stop.md). An expand step adds, and any version works
// beside it. A contract step takes away what no version since a named release uses any more; its file says so by its name,
// as in 0031_drop_old_names.after-0.4.0.sql, since that is all that an older version sees of it.

import { plainWords, splitStatements } from './sql-statements.ts'

export type Kind = { kind: 'expand' } | { kind: 'contract'; after: string }
export type Lock = 'none' | 'share update exclusive' | 'share' | 'share row exclusive' | 'access exclusive'

export type Step = {
  statement: string
  /** The table that exists already and is locked, if any. */
  table: string | undefined
  lock: Lock
  /** It looks at every row, or writes it anew, while it holds the lock. */
  readsAll: boolean
  /** Why it must not be. */
  faults: string[]
}

/** Those before it were written before there was a release to go on beside them. */
export const FIRST_JUDGED = 15

/** Tables that stay small whatever happens, in which a full scan takes no time. */
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

export function judgeMigration(name: string, sql: string): Step[] {
  const statements = splitStatements(sql)
  const made = new Set(statements.map((text) => madeTable(plainWords(text))).filter((table) => table !== undefined))
  const isContract = kindOf(name).kind === 'contract'
  const isOutside = OUTSIDE.test(sql)
  return statements.map((statement, index) => {
    const words = plainWords(statement)
    const table = lockedTable(words)
    // A table that the migration itself makes is nobody's yet.
    const isOwn = table !== undefined && made.has(table)
    const isNew = table === undefined || isOwn
    const isPrelude = clearsTheWay(words, plainWords(statements[index + 1] ?? ''))
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

/** The version before this one fails on it, or means something else by it. */
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

/** The same, and yet right once nothing older than a release runs: only in a contract step. */
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

/** Long work under a lock, on tables that hold rows already. */
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

/** Checks that a migration puts in the place of narrower ones: whatever the version before writes passes them. */
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

/** The remains of an attempt before are dropped right before the next one. */
function clearsTheWay(words: string, next: string): boolean {
  const name = /^drop index concurrently if exists (\S+)$/.exec(words)?.[1]
  return name !== undefined && new RegExp(`^create (unique )?index concurrently ${name} `).test(next)
}

/** One that was interrupted leaves an index that is never used, and that `if not exists` would take for the real one. */
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
