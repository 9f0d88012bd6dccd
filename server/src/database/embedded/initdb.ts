import { spawn } from 'node:child_process'
import { chmodSync, lchownSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Cluster } from './cluster.ts'
import { giveTo, syncFolder } from './durable-file.ts'
import { cannotRun, EmbeddedPostgresError, explainOutput } from './embedded-postgres-error.ts'
import { type Account, identity, isRoot, namedStandIn, obstacleTo, READ, TRAVERSE } from './run-as.ts'

/** The prefix of folders in which a cluster is being made. */
export const TEMPORARY = 'postgres.new-'
const CLEARING_ROUNDS = 100
const CLEARING_PAUSE_MS = 20
const NOT_STARTED = -1
const NO_NAME = /could not look up effective user ID/

/** Made beside its final place and renamed at the end: a crash half-way leaves nothing that looks like a cluster. */
export async function makeCluster(cluster: Cluster, isDurable: boolean): Promise<void> {
  const workshop = mkdtempSync(join(cluster.home, TEMPORARY))
  try {
    await runInitdb(cluster, workshop, isDurable)
    giveTreeTo(join(workshop, 'data'), cluster.account)
    renameSync(join(workshop, 'data'), cluster.folder)
    syncFolder(cluster.home)
  } finally {
    rmSync(workshop, { recursive: true, force: true })
  }
}

/**
 * Removes what a killed start left behind. Its initdb may still be writing there. A removal then deletes only a part, that
 * initdb fails because files are missing, and a later removal deletes the rest, at the next start if need be.
 */
export async function clearWorkshops(home: string): Promise<void> {
  for (let round = 0; round < CLEARING_ROUNDS; round++) {
    const names = readdirSync(home).filter((name) => name.startsWith(TEMPORARY))
    if (names.length === 0) return
    for (const name of names) tryToRemove(join(home, name))
    await sleep(CLEARING_PAUSE_MS)
  }
}

function tryToRemove(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true })
  } catch {} // not empty after all
}

type Way = { account: Account; prefix: string[] }

/**
 * initdb, unlike postgres, looks up the name of its uid, which a private uid or one given to a container does not have. Root
 * then runs it under an unprivileged account that has a name, and changes the owner of the files afterwards. Anybody else can
 * do the same in a user namespace, if the kernel permits those.
 */
function waysToRun(cluster: Cluster): Way[] {
  const ways: Way[] = [{ account: cluster.account, prefix: [] }]
  const standIn = namedStandIn()
  if (!standIn) return ways
  const obstacle =
    obstacleTo(cluster.home, standIn, TRAVERSE) ?? obstacleTo(cluster.binaries.initdb, standIn, READ | TRAVERSE)
  if (isRoot() && !obstacle) ways.push({ account: standIn, prefix: [] })
  const mapped = ['unshare', '--user', `--map-user=${standIn.uid}`, `--map-group=${standIn.gid}`]
  if (process.platform === 'linux') ways.push({ account: cluster.account, prefix: mapped })
  return ways
}

async function runInitdb(cluster: Cluster, workshop: string, isDurable: boolean): Promise<void> {
  let last = ''
  for (const { account, prefix } of waysToRun(cluster)) {
    preparePassword(cluster, workshop, account)
    const command = [...prefix, ...initdbCommand(cluster, workshop), isDurable ? '--sync-method=fsync' : '--no-sync']
    const { code, output } = await run(command, account)
    if (code === 0) return
    if (code === NOT_STARTED && prefix.length === 0) throw cannotRun(output)
    last = prefix.length === 0 ? output : last // keeps the output of the plain run, since nobody needs to know why there is no namespace
    if (prefix.length === 0 && !NO_NAME.test(output)) break
  }
  if (NO_NAME.test(last)) throw new EmbeddedPostgresError(nameless(cluster.account.uid))
  throw explainOutput('initdb', last, cluster.dataDir)
}

function preparePassword(cluster: Cluster, workshop: string, account: Account): void {
  rmSync(join(workshop, 'data'), { recursive: true, force: true })
  writeFileSync(join(workshop, 'password'), cluster.password, { mode: 0o600 })
  giveTo(join(workshop, 'password'), account)
  chmodSync(workshop, 0o700)
  giveTo(workshop, account)
}

function initdbCommand(cluster: Cluster, workshop: string): string[] {
  return [
    cluster.binaries.initdb,
    `--pgdata=${join(workshop, 'data')}`,
    `--username=${cluster.role}`,
    `--pwfile=${join(workshop, 'password')}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    // The builtin provider orders by code point and folds case by Unicode, and no upgrade of the C library changes it.
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--data-checksums',
    '--no-instructions',
  ]
}

function run([program = '', ...args]: string[], account: Account): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    let output = ''
    const env = { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' }
    const child = spawn(program, args, { ...identity(account), cwd: '/', env, stdio: ['ignore', 'pipe', 'pipe'] })
    child.stdout.on('data', (chunk: Buffer) => (output += chunk))
    child.stderr.on('data', (chunk: Buffer) => (output += chunk))
    child.once('error', (error) => resolve({ code: NOT_STARTED, output: error.message }))
    child.once('close', (code) => resolve({ code: code ?? 1, output }))
  })
}

export function giveTreeTo(path: string, account: Account): void {
  if (!isRoot()) return
  lchownSync(path, account.uid, account.gid)
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    const child = join(path, entry.name)
    if (entry.isDirectory()) giveTreeTo(child, account)
    else lchownSync(child, account.uid, account.gid)
  }
}

function nameless(uid: number): string {
  return `PostgreSQL's initdb cannot work under uid ${uid}, which has no entry in /etc/passwd. Run this once as a user that has one, add an entry, run it as root, or set DATABASE_URL to a PostgreSQL of your own (15 to 18).`
}
