import * as fs from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { makeFolder } from './durable-file.ts'
import { EmbeddedPostgresError } from './embedded-postgres-error.ts'
import { type Account, obstacleTo, READ, TRAVERSE } from './run-as.ts'

export type Binaries = { initdb: string; postgres: string; major: number }

/** The platform's PostgreSQL, at a place from which the account can run it. */
export function findBinaries(account: Account, fallbackHome: string): Binaries {
  const { native, version } = installedPackage()
  const usable = runnableBy(native, account) ? native : copyForOthers(native, version, fallbackHome)
  return {
    initdb: join(usable, 'bin/initdb'),
    postgres: join(usable, 'bin/postgres'),
    major: Number.parseInt(version, 10),
  }
}

function installedPackage(): { native: string; version: string } {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    const root = fs.realpathSync(dirname(dirname(fileURLToPath(import.meta.resolve(name)))))
    const { version } = JSON.parse(fs.readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
    return { native: join(root, 'native'), version }
  } catch (error) {
    const text = `There is no bundled PostgreSQL for this machine: the package ${name} is not installed (run npm ci again, without --omit=optional; Linux and macOS on x64 and arm64 have one). Otherwise set DATABASE_URL to a PostgreSQL of your own (15 to 18).`
    throw new EmbeddedPostgresError(text, { cause: error })
  }
}

/** The whole package was installed with one umask, so checking a few files is enough. */
function runnableBy(native: string, account: Account): boolean {
  const samples: [string, number][] = [
    ['bin/postgres', READ | TRAVERSE],
    ['bin/initdb', READ | TRAVERSE],
    ['lib', READ | TRAVERSE],
    ['share', READ | TRAVERSE],
  ]
  return samples.every(([path, wanted]) => obstacleTo(join(native, path), account, wanted) === undefined)
}

/** Another uid cannot run programs in a checkout under a private home. We must not open that home, so the programs are copied. */
function copyForOthers(native: string, version: string, fallbackHome: string): string {
  const target = join(fallbackHome, `postgresql-${version}`)
  if (fs.existsSync(target)) return target
  makeFolder(fallbackHome, 0o755)
  const temporary = fs.mkdtempSync(`${target}.new-`)
  try {
    fs.cpSync(native, temporary, { recursive: true, verbatimSymlinks: true })
    openToAll(temporary)
    fs.renameSync(temporary, target)
  } catch (error) {
    fs.rmSync(temporary, { recursive: true, force: true })
    if (!fs.existsSync(target)) throw error // otherwise another start was faster, and its copy is as good
  }
  return target
}

function openToAll(path: string): void {
  const file = fs.lstatSync(path)
  if (file.isSymbolicLink()) return
  const runnable = file.isDirectory() || (file.mode & 0o100) !== 0
  fs.chmodSync(path, runnable ? 0o755 : 0o644)
  if (file.isDirectory()) for (const name of fs.readdirSync(path)) openToAll(join(path, name))
}
