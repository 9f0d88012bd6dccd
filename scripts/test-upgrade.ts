// npm run test:upgrade     an upgrade without a stop, with the sources of the release before (server/migrations/released.json)
//
// 1. The release before serves, with its own schema. This version migrates under load, then serves beside it; money moves
//    through both, under shared idempotency keys. No request fails, and the audit of this version is clean.
// 2. The tests of money of the release before pass on the schema of this version.
//
// It needs the history of the repository, and npm's cache or registry for the packages of the release before. Where the history
// is missing it says so and ends well, except with CI=true.

import { execFileSync, spawnSync } from 'node:child_process'
import { globSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import released from '../server/migrations/released.json' with { type: 'json' }
import { makeMigratedDatabase, startThrowawayPostgres, type ThrowawayPostgres } from './throwaway-postgres.ts'
import { upgradeUnderLoad } from './upgrade-under-load.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
/** The kill tests start their own databases, with the schema of their own version. */
const OWN_DATABASE = /\/kill\.test\.ts$/

const commit = findCommit(released.ref)
if (commit === undefined) {
  console.log(
    `﹣ the sources of ${released.version} (${released.ref}) are not in this clone: git fetch --unshallow --tags`,
  )
  process.exit(process.env.CI === 'true' ? 1 : 0)
}
process.exitCode = (await withWorktree(commit, proveUpgrade)) ? 0 : 1

function findCommit(ref: string): string | undefined {
  const found = spawnSync('git', ['rev-parse', '--verify', '--quiet', `${ref}^{commit}`], {
    cwd: root,
    encoding: 'utf8',
  })
  return found.status === 0 ? found.stdout.trim() : undefined
}

async function withWorktree(commit: string, act: (before: string) => Promise<boolean>): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'cardwright-before-'))
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, stdio: 'ignore' })
  const before = join(folder, 'sources')
  try {
    git('worktree', 'add', '--detach', before, commit)
    installPackages(before)
    return await act(before)
  } finally {
    git('worktree', 'remove', '--force', before)
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * The previous release gets its own packages, since this version may have dropped some of them. Its dashboard, its Node and
 * its embedded PostgreSQL are not needed, so no scripts are run.
 */
function installPackages(before: string): void {
  const args = ['ci', '--workspace=server', '--ignore-scripts', '--omit=optional', '--prefer-offline']
  const { status, stderr } = spawnSync('npm', args, { cwd: before, encoding: 'utf8' })
  if (status !== 0) throw new Error(`the packages of ${released.version} could not be installed: ${stderr}`)
}

async function proveUpgrade(before: string): Promise<boolean> {
  const server = await startThrowawayPostgres()
  try {
    const isSmooth = await upgradeUnderLoad(server, before)
    return (await passMoneyTests(server, before)) && isSmooth
  } finally {
    await server.remove()
  }
}

/**
 * Removes the migrations that only this version knows from the record, as if the process had been started before them.
 * A release from before the rules for upgrades can then start too.
 */
async function passMoneyTests(server: ThrowawayPostgres, before: string): Promise<boolean> {
  const owner = await makeMigratedDatabase(server, 'cardwright_template')
  const known = Object.keys(released.migrations)
  await owner`delete from schema_migrations where name <> all(${known})`
  await owner.end()
  const files = globSync('server/test/money/*.test.ts', { cwd: before }).filter((file) => !OWN_DATABASE.test(file))
  const { status } = spawnSync(process.execPath, ['--test', '--test-concurrency=1', ...files], {
    cwd: before,
    env: { ...process.env, CARDWRIGHT_TEST_SERVER: JSON.stringify(server.connection) },
    stdio: 'inherit',
  })
  console.log(
    `${status === 0 ? '✔' : '✖'} ${files.length} files of tests of money of ${released.version}, on the schema of this version`,
  )
  return status === 0
}
