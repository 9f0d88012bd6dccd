// A command in the wrong place must not create a service there and then report that it is empty.

import assert from 'node:assert/strict'
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { testDatabase } from '../../test/harness.ts'
import {
  asOwner,
  cardwright,
  type Environment,
  environmentOf,
  fails,
  temporaryFolder,
} from '../../test/operator/operator-fixture.ts'
import { connect } from '../database/database.ts'
import { commands } from './commands.ts'

const files = temporaryFolder()
const account = ['--name', 'N', '--holder-name', 'H', '--line1', 'L', '--city', 'C', '--state', 'S', '--zip', '1']
const backupFile = join(files, 'backup.gz')

/** Every command that works on a database, with its required options. Commands that may create a database are listed below. */
const COMMANDS: string[][] = [
  ['keys', 'create'],
  ['keys', 'list'],
  ['keys', 'narrow', `key_${'0'.repeat(28)}`, '--scope', 'cards:read'],
  ['keys', 'revoke', `key_${'0'.repeat(28)}`],
  ['accounts', 'create', ...account, '--country', 'US'],
  ['accounts', 'list'],
  ['users', 'invite', 'a@example.com', '--role', 'owner'],
  ['users', 'list'],
  ['users', 'reset-link', 'a@example.com'],
  ['migrate'],
  ['upgrade', '--check'],
  ['database', 'distribute'],
  ['database', 'shards'],
  ['database', 'move-bucket', '1', '--to', 'localhost:5433'],
  ['audit'],
  ['audit', 'heads'],
  ['rotate-keys'],
  ['rotate-keys', '--seal-only'],
  ['backup', backupFile],
  ['chains', 'status'],
  ['chains', 'rescan', 'bitcoin', '--from', '1'],
  ['deposits', 'held'],
  ['deposits', 'release', `dep_${'0'.repeat(28)}`],
  ['deposits', 'reverse', `dep_${'0'.repeat(28)}`],
  ['processors', 'list'],
  ['doctor'],
]
const CREATES = ['restore']
const NEEDS_NO_DATABASE = ['addresses pool', 'network describe']
// They fail first because processors.json does not name the processor; server/test/processors/operator.test.ts runs them.
const NEEDS_A_PROCESSOR = ['processors connect', 'processors check', 'processors sync', 'processors reconcile']
// It reads the pool before it opens the database; deposits.test.ts runs it.
const NEEDS_A_FILE = ['addresses trust']

test('the lists above name every command', () => {
  const covered = [
    ...COMMANDS.map((words) => words.join(' ')),
    ...CREATES,
    ...NEEDS_NO_DATABASE,
    ...NEEDS_A_FILE,
    ...NEEDS_A_PROCESSOR,
  ]
  for (const { name } of commands)
    assert.ok(
      covered.some((each) => `${each} `.startsWith(`${name} `)),
      name,
    )
})

/** What a command says when it fails. The doctor prints what it finds. */
async function refusal(words: string[], env: Environment): Promise<string> {
  const { code, out, err } = await cardwright(words, env)
  assert.equal(code, 1, `${words.join(' ')}: ${out}${err}`)
  return `${out}${err}`
}

const NOBODY = /[Nn]o Cardwright service lives /

test('every command leaves a data folder without a database unchanged, and says that no service lives there', async () => {
  const folder = temporaryFolder()
  const missing = join(files, 'not', 'there')
  for (const words of COMMANDS) {
    for (const dataDir of [folder, missing]) {
      const said = await refusal(words, { CARDWRIGHT_DATA_DIR: dataDir })
      assert.match(said, NOBODY, words.join(' '))
      assert.match(said, new RegExp(`${dataDir}.*CARDWRIGHT_DATA_DIR`), words.join(' '))
    }
    assert.deepEqual(readdirSync(folder), [], words.join(' '))
    assert.equal(existsSync(join(files, 'not')), false, words.join(' '))
  }
  assert.equal(existsSync(backupFile), false)
})

test('backup, audit and doctor end with 1 where there is no service', async () => {
  const folder = temporaryFolder()
  const ended = [['backup', backupFile], ['audit'], ['doctor']].map((words) =>
    cardwright(words, { CARDWRIGHT_DATA_DIR: folder }),
  )
  for (const { code, out, err } of await Promise.all(ended)) {
    assert.equal(code, 1, out + err)
    assert.match(out + err, NOBODY)
    assert.doesNotMatch(err, /\n\s+at /)
  }
  assert.deepEqual(readdirSync(folder), [])
})

test('a folder with other files is not used as a data folder', async () => {
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'notes.txt'), 'mine')
  assert.match(await refusal(['backup', backupFile], { CARDWRIGHT_DATA_DIR: folder }), /the folder holds no database/)
  assert.deepEqual(readdirSync(folder), ['notes.txt'])
})

test('only migrate creates the schema in an empty database', async () => {
  const connection = await testDatabase()
  const admin = asOwner({ ...connection, database: 'postgres' } as never)
  const database = `${(connection as { database: string }).database}_bare`
  await admin.unsafe(`create database ${database}`)
  const bare = connect({ ...connection, database } as never, { max: 1 })
  const env = { ...environmentOf(connection), DATABASE_URL: `postgres:///${database}` }
  try {
    for (const words of COMMANDS.filter(([first]) => first !== 'migrate')) {
      const said = await refusal(words, env)
      assert.match(said, NOBODY, words.join(' '))
      assert.match(said, /DATABASE_URL/, words.join(' '))
      assert.equal((await bare`select from pg_class where relnamespace = 'public'::regnamespace`).length, 0)
    }
  } finally {
    await bare.end()
    await admin.unsafe(`drop database ${database} with (force)`)
  }
})

test('restore creates no database for an invalid backup', async () => {
  const folder = join(files, 'restored')
  writeFileSync(join(files, 'nonsense.gz'), 'nonsense')
  await fails(['restore', join(files, 'nonsense.gz')], { CARDWRIGHT_DATA_DIR: folder })
  assert.equal(existsSync(folder), false)
})
