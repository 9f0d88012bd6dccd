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

test('the glossary has a word for every table, ledger account and kind of transfer', async () => {
  const sql = connect(await testDatabase(), { max: 1 })
  after(() => sql.end())
  const tables = await sql<{ name: string }[]>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition order by relname`
  const words = [...tables.map((table) => table.name), ...Object.keys(LedgerAccount), ...Object.keys(TransferKind)]
  const glossary = textOf('docs/glossary.md')
  assert.deepEqual(
    words.filter((word) => !glossary.includes(`\`${word}\``)),
    [],
  )
})
