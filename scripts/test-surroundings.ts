// Resources that the processes of a run share: a PostgreSQL with a migrated template database, a browser, Node's compile
// cache, and a folder in memory for temporary files.

import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { makeCitusTemplate } from './citus-cluster.ts'
import { compilePackages } from './compile-packages.ts'
import { compilePrograms } from './compile-programs.ts'
import { keepFilesInMemory } from './files-in-memory.ts'
import { needsDatabase } from './import-graph.ts'
import { startOldestPostgres } from './oldest-postgres.ts'
import { needsBrowser } from './test-parts.ts'
import { makeMigratedDatabase, startThrowawayPostgres } from './throwaway-postgres.ts'

/** Runs `act` with everything that these files need. Processes find the resources by environment variables. */
export async function withSurroundings(files: string[], act: () => Promise<void>): Promise<void> {
  const undo: (() => unknown)[] = []
  try {
    undo.push(keepFilesInMemory())
    undo.push(shareCompiledCode())
    undo.push(await shareBundles(files))
    if (needsDatabase(files)) {
      await compileService()
      undo.push(await shareDatabase())
    }
    if (needsBrowser(files)) undo.push(await shareBrowser())
    await act()
  } finally {
    for (const step of undo.reverse()) await step()
  }
}

function shareCompiledCode(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'cardwright-compiled-'))
  process.env.NODE_COMPILE_CACHE = folder
  return () => rmSync(folder, { recursive: true, force: true })
}

// The folder is inside the repository, so that bundles find the files of installed packages.
const BUNDLES = 'server/.data'

/** Bundles programs and packages that take long to load into fewer files. */
async function shareBundles(files: string[]): Promise<() => void> {
  mkdirSync(BUNDLES, { recursive: true })
  const folder = resolve(mkdtempSync(join(BUNDLES, 'bundles-')))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  try {
    const packages = needsDatabase(files) ? compilePackages(folder) : {}
    await Promise.all([packages, compilePrograms(files, folder)])
    process.env.CARDWRIGHT_TEST_PROGRAMS = folder
    process.env.CARDWRIGHT_TEST_PACKAGES = JSON.stringify(await packages)
    return remove
  } catch (error) {
    remove()
    throw error
  }
}

/** Node stores compiled code only when a process ends by itself. A service that a test kills does not store it. */
async function compileService(): Promise<void> {
  const load = "await import('./server/src/start/start.ts'); process.exit()"
  await promisify(execFile)(process.execPath, ['--import', './scripts/compiled-packages.ts', '--eval', load])
}

const TEMPLATE = 'cardwright_template'

async function shareDatabase(): Promise<() => Promise<void>> {
  const { CITUS_DATABASE_URL: citus } = process.env
  if (citus) {
    process.env.CARDWRIGHT_TEST_SERVER = JSON.stringify(await makeCitusTemplate(citus, TEMPLATE))
    return async () => {}
  }
  const server = process.env.CARDWRIGHT_OLDEST_POSTGRES ? await startOldestPostgres() : await startThrowawayPostgres()
  try {
    await (await makeMigratedDatabase(server, TEMPLATE)).end()
  } catch (error) {
    await server.remove()
    throw error
  }
  process.env.CARDWRIGHT_TEST_SERVER = JSON.stringify(server.connection)
  return () => server.remove()
}

async function shareBrowser(): Promise<() => Promise<void>> {
  const { serveBrowser } = await import('../dashboard/test/browser.ts')
  const browser = await serveBrowser()
  process.env.CARDWRIGHT_TEST_BROWSER = browser.wsEndpoint()
  return () => browser.close()
}
