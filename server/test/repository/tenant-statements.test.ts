// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the texts here are pieces of sources
// Every statement on a tenant table names its bucket: it is the shard key, and a look-up without it asks every shard.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { connect } from '../../src/database/database.ts'
import { testDatabase } from '../harness.ts'
import { isTest, sourceFiles, textOf } from './repository-files.ts'
import { templateLiterals } from './template-literals.ts'

/** Statements that may do without, each by a part of its text, with the reason. One that is gone leaves this list too. */
const ALLOWED: { file: string; part: string; why: string }[] = [
  {
    file: 'server/src/engine/stored-answers.ts',
    part: 'where ctid = any(array(',
    why: 'upkeep: pruned by age over all buckets, a bounded batch at a time',
  },
  {
    file: 'server/src/webhooks/delivery/leases.ts',
    part: 'set owner = null where owner = any(',
    why: 'the leases of workers that are gone, whichever of the 256 buckets they had',
  },
  {
    file: 'server/src/processors/processor-states.ts',
    part: 'where c.push_at is not null',
    why: 'cards that wait to be pushed, over all workspaces, by a partial index that holds few',
  },
]

const sql = connect(await testDatabase(), { max: 1 })
after(() => sql.end())

const tenantTables = (
  await sql<{ name: string }[]>`
    select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum = 1
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and a.attname = 'bucket'`
).map((row) => row.name)

const touches = new RegExp(`\\b(from|join|into|update)\\s+(only\\s+)?(${tenantTables.join('|')})\\b`, 'i')

test('statements on tenant tables name the bucket', () => {
  const unused = new Set(ALLOWED)
  const faults: string[] = []
  for (const file of sourceFiles().filter((path) => !isTest(path))) {
    for (const { line, text } of templateLiterals(textOf(file))) {
      if (!touches.test(text) || /\bbucket\b/.test(text) || isFilteredElsewhere(text, textOf(file))) continue
      const allowed = ALLOWED.find((each) => each.file === file && text.includes(each.part))
      if (allowed) unused.delete(allowed)
      else faults.push(`${file}:${line}: ${text.replace(/\s+/g, ' ').trim().slice(0, 100)}`)
    }
  }
  assert.deepEqual(faults, [])
  assert.deepEqual([...unused], [], 'allowed, but no longer there')
})

/** A list's filter is a fragment named `matching`, shared by the page and its count; it begins with the bucket. */
function isFilteredElsewhere(statement: string, source: string): boolean {
  return statement.includes('where ${matching') && /fragment`\s*(\w+\.)?bucket = /.test(source)
}

test('no statement merges, and none writes inside a `with`', () => {
  const faults = sourceFiles().flatMap((file) =>
    templateLiterals(textOf(file))
      .filter(({ text }) =>
        /\bmerge\s+into\b|\bas\s*(materialized\s*)?\(\s*(insert\s+into|update\s+\w+\s+set|delete\s+from)\b/i.test(text),
      )
      .map(({ line }) => `${file}:${line}`),
  )
  assert.deepEqual(faults, [])
})

test('the scan sees nesting, comments and quotes', () => {
  const source =
    "// a `comment`\nconst a = 'it`s' // x\nconst b = sql`select ${c ? sql`from ${d}` : ''} where x`\nf(`two`)"
  assert.deepEqual(templateLiterals(source), [
    { line: 3, text: "select ${c ? sql`from ${d}` : ''} where x" },
    { line: 4, text: 'two' },
  ])
})
