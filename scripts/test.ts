// npm test [path …]
// Starts one PostgreSQL for all tests, makes the template database that each test file clones, and runs the
// test runner of Node on the files found (or on those named).

import { spawn } from 'node:child_process'
import { globSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from '../server/src/database/database.ts'
import { openEmbeddedPostgres } from '../server/src/database/embedded/embedded-postgres.ts'
import { migrate } from '../server/src/database/migrate.ts'

const silent = { info() {}, warn() {}, error: console.error }
const folder = mkdtempSync(join(tmpdir(), 'cardwright-test-'))
// The tests of crashes start servers of their own, with fsync; here a lost disk cache loses nothing of value.
const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', shared_buffers: '256MB', max_connections: '300' }

const server = await openEmbeddedPostgres({ dataDir: folder, purpose: 'service', log: silent, settings })
let status = 1
try {
  await makeTemplate()
  status = await runTests(testFiles(process.argv.slice(2)))
} finally {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}
process.exit(status)

async function makeTemplate(): Promise<void> {
  const admin = connect({ ...server.connection, database: 'postgres' }, { max: 1 })
  await admin.unsafe('create database cardwright_template')
  const owner = connect({ ...server.connection, database: 'cardwright_template' }, { max: 1 })
  await migrate(owner as never)
  await owner.end()
  await admin.end()
}

function testFiles(paths: string[]): string[] {
  const all = paths.length > 0 ? paths : ['server', 'scripts']
  return all.flatMap((path) => (statSync(path).isDirectory() ? globSync(`${path}/**/*.test.ts`, { exclude: (name) => name === 'node_modules' }) : [path])).sort()
}

function runTests(files: string[]): Promise<number> {
  const env = { ...process.env, CARDWRIGHT_TEST_SERVER: JSON.stringify(server.connection) }
  const child = spawn(process.execPath, ['--test', '--test-reporter=spec', ...files], { stdio: 'inherit', env })
  return new Promise((resolve) => child.on('exit', (code) => resolve(code ?? 1)))
}
