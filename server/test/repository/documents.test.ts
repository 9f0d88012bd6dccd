import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path/posix'
import { after, test } from 'node:test'
import { connect } from '../../src/database/database.ts'
import { LedgerAccount } from '../../src/ledger/ledger-accounts.ts'
import { TransferKind } from '../../src/ledger/transfer-kinds.ts'
import { testDatabase } from '../harness.ts'
import { filesIn, root, textOf } from './repository-files.ts'

const documents = filesIn('.', /\.md$/)

test('every link inside the repository leads to an existing file or heading', () => {
  const faults = documents.flatMap((path) =>
    linksOf(textOf(path))
      .filter((link) => !leadsSomewhere(path, link))
      .map((link) => `${path}: ${link}`),
  )
  assert.deepEqual(faults, [])
})

function linksOf(text: string): string[] {
  const links = [...text.replace(/```[\s\S]*?```/g, '').matchAll(/\]\(([^)\s]+)\)/g)].map((match) => match[1]!)
  return links.filter((link) => !/^(https?|mailto):/.test(link))
}

function leadsSomewhere(from: string, link: string): boolean {
  const [path = '', heading] = link.split('#')
  const target = path === '' ? from : normalize(join(dirname(from), path))
  if (!existsSync(join(root, target))) return false
  return heading === undefined || headingsOf(target).includes(heading)
}

function headingsOf(path: string): string[] {
  const headings = [...textOf(path).matchAll(/^#+ (.+)$/gm)].map((match) => match[1]!.toLowerCase())
  return headings.map((text) => text.replace(/[^\p{L}\p{N} _-]/gu, '').replaceAll(' ', '-'))
}

test('every document that a source file names exists', () => {
  const faults = filesIn('server', /\.(ts|sql)$/).flatMap((path) =>
    [...textOf(path).matchAll(/\bdocs\/[\w./-]+\.md\b/g)]
      .map((match) => match[0])
      .filter((name) => !existsSync(join(root, name)))
      .map((name) => `${path}: ${name}`),
  )
  assert.deepEqual(faults, [])
})

test('decision records are numbered without gaps and have the required sections', () => {
  const records = filesIn('docs/adr', /\.md$/)
  assert.deepEqual(
    records.map((path) => path.slice('docs/adr/'.length).slice(0, 4)),
    records.map((_, index) => String(index + 1).padStart(4, '0')),
  )
  for (const path of records) {
    for (const part of ['Context', 'Decision', 'Cost', 'Refused'])
      assert.match(textOf(path), new RegExp(`^## ${part}$`, 'm'), path)
  }
})

/** Words that every engineer of this field knows already. The glossary is for the others. */
const industryWords = [
  'API key',
  'authorization',
  'backup',
  'balance',
  'challenge',
  'dispute',
  'event',
  'hold',
  'idempotency key',
  'ledger',
  'migration',
  'overdraft',
  'passkey',
  'refund',
  'role',
  'scope',
  'second factor',
  'session',
  'settlement',
  'span',
  'template',
  'trace',
  'webhook',
]
const MAX_TERMS = 150

test('the glossary explains words of our own and leaves out what the industry has a word for', () => {
  const terms = [...textOf('docs/glossary.md').matchAll(/\*\*([^*]+)\*\*/g)].map((match) => match[1]!)
  const listed = new Set(terms.map((term) => term.toLowerCase()))
  assert.deepEqual(
    industryWords.filter((word) => listed.has(word.toLowerCase())),
    [],
  )
  assert.ok(terms.length <= MAX_TERMS, `${terms.length} terms`)
})

test('the glossary has every ledger account and kind of transfer, and names only tables and columns that exist', async () => {
  const sql = connect(await testDatabase(), { max: 1 })
  after(() => sql.end())
  const stored = await sql<{ name: string }[]>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
    union select attname from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relnamespace = 'public'::regnamespace and a.attnum > 0`
  const books = [...Object.keys(LedgerAccount), ...Object.keys(TransferKind)]
  const glossary = textOf('docs/glossary.md')
  assert.deepEqual(
    books.filter((word) => !glossary.includes(`\`${word}\``)),
    [],
  )
  const known = new Set([...stored.map(({ name }) => name), ...books])
  const named = [...glossary.matchAll(/`([a-z]+(?:_[a-z]+)+)`/g)].map((match) => match[1]!)
  assert.deepEqual(
    named.filter((name) => !known.has(name)),
    [],
  )
})
