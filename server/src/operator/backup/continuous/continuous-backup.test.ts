// The real service, its real archive, and restores into other folders. A restore to a moment has everything that was
// acknowledged before it, and nothing that came after it.

import assert from 'node:assert/strict'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { MASTER_KEY } from '../../../../test/harness.ts'
import { BIN, shop } from '../../../../test/money/books.ts'
import { KEY, ServiceProcess } from '../../../../test/money/service-process.ts'
import { cardwright, fails, succeeds, temporaryFolder } from '../../../../test/operator/operator-fixture.ts'
import { until } from '../../../../test/until.ts'

const place = temporaryFolder()
const archive = join(place, 'archive')
const processes: ServiceProcess[] = []
after(() => Promise.all(processes.map((each) => each.remove())))

function serviceProcess(): ServiceProcess {
  const made = new ServiceProcess({ env: { CARDWRIGHT_MASTER_KEY: MASTER_KEY } })
  processes.push(made)
  return made
}

const environmentIn = (folder: string) => ({ CARDWRIGHT_DATA_DIR: folder, CARDWRIGHT_MASTER_KEY: MASTER_KEY })

// biome-ignore lint/suspicious/noExplicitAny: answers have many shapes, and each test checks its own
type Body = Record<string, any>

async function call(service: ServiceProcess, path: string, body?: object): Promise<{ status: number; body: Body }> {
  const response = await fetch(`${service.url}/v1${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${KEY}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  return { status: response.status, body: (await response.json()) as Body }
}

async function newCard(service: ServiceProcess): Promise<string> {
  const { status, body } = await call(service, '/cards', { bin_id: BIN, amount: 100 })
  assert.equal(status, 201)
  return body.id
}

/** Authorizes without a pause until it is stopped, and returns the ids of the acknowledged authorizations. */
function spend(service: ServiceProcess, card: string): { acknowledged: string[]; stop(): Promise<void> } {
  const acknowledged: string[] = []
  let isOver = false
  const worker = async () => {
    while (!isOver) {
      const { status, body } = await call(service, '/sandbox/authorizations', {
        card_id: card,
        amount: 0.01,
        merchant: shop,
      })
      assert.equal(status, 201)
      acknowledged.push(body.transaction.id)
    }
  }
  const workers = [worker(), worker(), worker(), worker()]
  return {
    acknowledged,
    async stop() {
      isOver = true
      await Promise.all(workers)
    },
  }
}

const original = serviceProcess()
const env = environmentIn(original.folder)
let spentDuringBackup: string[] = []
let spender = ''
let first = ''
let second = ''
let between = ''

before(async () => {
  // As root, PostgreSQL runs under another uid, which must be able to reach the archive.
  chmodSync(place, 0o711)
  await original.start()
  spender = await newCard(original)
  const load = spend(original, spender)
  await until('the load runs', () => load.acknowledged.length > 20)
  const said = await succeeds(['backup', '--to', archive, '--continuous'], env)
  assert.match(
    said,
    /Any moment from \S+Z on can be restored.*\nThe backup does not contain the key that a restore needs: the value of/,
  )
  await load.stop()
  spentDuringBackup = load.acknowledged
  first = await newCard(original)
  between = await momentAfterNow()
  second = await newCard(original)
  // A clean stop archives the last segment.
  await original.stop()
})

/** A moment after everything that was acknowledged so far, and before everything that is requested from now on. */
async function momentAfterNow(): Promise<string> {
  const now = Date.now() + 1
  await until('the clock moves on', () => Date.now() > now + 1)
  return new Date(now).toISOString()
}

/** Restores into a new folder, where the audit must find no fault, and starts a service on it. */
async function restored(time: string, from = archive): Promise<{ service: ServiceProcess; said: string }> {
  const service = serviceProcess()
  const ended = await cardwright(['restore', from, '--at', time], environmentIn(service.folder))
  assert.equal(ended.code, 0, ended.err + ended.out)
  assert.match(ended.out, /✓ card balances/)
  assert.match(ended.out, /checked: no fault\./)
  await service.start()
  return { service, said: ended.out + ended.err }
}

async function statusesOf(service: ServiceProcess, cards: string[]): Promise<number[]> {
  return Promise.all(cards.map(async (card) => (await call(service, `/cards/${card}`)).status))
}

test('the folder of a continuous backup has a manifest and contains no key', () => {
  const [id] = readdirSync(join(archive, 'base'))
  const manifest = JSON.parse(readFileSync(join(archive, 'base', id!, 'manifest.json'), 'utf8'))
  assert.deepEqual(Object.keys(manifest.files), ['base.tar.gz', 'backup_manifest'])
  assert.equal(manifest.master_versions.length, 1)
  assert.match(manifest.postgresql, /^18\./)
  assert.equal(existsSync(join(archive, 'wal', `${manifest.last_segment}.gz`)), true)
  assert.equal(statSync(join(archive, 'base', id!)).mode & 0o777, 0o700)
})

test('a restore to a moment between two operations has the first and not the second', async () => {
  const { service, said } = await restored(between)
  assert.match(said, /the last transaction is of /)
  assert.deepEqual(await statusesOf(service, [first, second]), [200, 404])
  const there = await call(service, `/transactions/${spentDuringBackup.at(-1)}`)
  assert.equal(there.status, 200)
  const { body } = await call(service, `/cards/${spender}`)
  assert.equal(Math.round(body.held * 100), spentDuringBackup.length, 'each acknowledged authorization, once')
  // The service accepts writes, and no card number is used twice: numbers from after the moment are skipped.
  assert.equal((await call(service, `/cards/${await newCard(service)}`)).status, 200)
  assert.ok((await service.audit()).isClean)
  await service.stop()
})

test('a restore to the latest moment has both operations, and the restored service is not archived', async () => {
  const { service } = await restored('latest')
  assert.deepEqual(await statusesOf(service, [first, second]), [200, 200])
  const said = await succeeds(['doctor'], environmentIn(service.folder))
  assert.match(said, /✓ ok\s+archive: the log is not archived/)
  const inUse = await fails(['restore', archive, '--at', 'latest'], environmentIn(service.folder))
  assert.match(inUse, /holds a database already, which a running service or command is using.*nothing was changed/)
  await service.stop()
  const full = await fails(['restore', archive, '--at', 'latest'], environmentIn(service.folder))
  assert.match(full, /holds a database already, and it is not touched/)
  const again = await fails(['backup', '--to', archive, '--continuous'], environmentIn(service.folder))
  assert.match(again, /holds the archive of a database that is not writing to it now; choose an empty folder/)
})

/** A copy of the archive with the same owner. */
function copyOfArchive(name: string): string {
  const copy = join(place, name)
  cpSync(archive, copy, { recursive: true, preserveTimestamps: true })
  const { uid, gid } = statSync(join(archive, 'wal'))
  for (const file of ['', ...readdirSync(join(copy, 'wal'))]) chownSync(join(copy, 'wal', file), uid, gid)
  return copy
}

const segmentsIn = (folder: string) =>
  readdirSync(join(folder, 'wal'))
    .filter((name) => /^[0-9A-F]{24}\.gz$/.test(name))
    .sort()

test('restore leaves out a last segment that was cut off, and restores everything before it', async () => {
  const cut = copyOfArchive('cut-off')
  const last = join(cut, 'wal', segmentsIn(cut).at(-1)!)
  truncateSync(last, statSync(last).size >> 1)
  writeFileSync(join(cut, 'wal', '0000000100000000000000AA.gz.part'), 'half')
  const { service, said } = await restored('latest', cut)
  assert.match(said, /segment [0-9A-F]{24} of the log is cut off and was left out/)
  assert.deepEqual(await statusesOf(service, [spender]), [200])
  await service.stop()
})

test('restore --at says why it cannot restore, and leaves no database', async (t) => {
  const folder = temporaryFolder()
  chmodSync(folder, 0o711)
  const [id] = readdirSync(join(archive, 'base'))
  const damaged = copyOfArchive('damaged')
  truncateSync(join(damaged, 'base', id!, 'base.tar.gz'), 100_000)
  const withGap = copyOfArchive('with-a-gap')
  writeFileSync(join(withGap, 'wal', '0000000100000000000000AA.gz'), '')
  const refusals: [name: string, from: string, time: string, message: RegExp][] = [
    [
      'before the base',
      archive,
      '2020-01-01T00:00:00Z',
      /the oldest base backup .* ended at \S+Z; an earlier moment cannot/,
    ],
    ['after the archive', archive, new Date().toISOString(), /is after the end of the archive: .* was archived at/],
    ['in the future', archive, '2100-01-01T00:00:00Z', /lies in the future/],
    ['of another folder', folder, 'latest', /is not the folder of a continuous backup/],
    [
      'a base backup that was cut off',
      damaged,
      'latest',
      /base\.tar\.gz is not a whole base backup: .*; nothing was changed/,
    ],
    [
      'a log with a gap',
      withGap,
      'latest',
      /gap after segment \w+: the log from 0000000100000000000000AA on cannot be used/,
    ],
  ]
  const { first_segment } = JSON.parse(readFileSync(join(archive, 'base', id!, 'manifest.json'), 'utf8'))
  const altered = copyOfArchive('altered')
  writeFileSync(join(altered, 'wal', `${first_segment}.gz`), 'not a segment')
  const lastArchivedAt = statSync(join(archive, 'wal', segmentsIn(archive).at(-1)!)).mtime.toISOString()
  refusals.push(
    ['a damaged segment', altered, 'latest', /segment \w+ of the log is damaged \(1 of \d+\).*nothing was changed/],
    [
      'after the last transaction',
      archive,
      lastArchivedAt,
      /nothing in the archive is as late as .*: its last transaction is of/,
    ],
  )
  const restoring = (from: string, time: string, more: object = {}, code = 1) =>
    fails(['restore', from, '--at', time], { ...environmentIn(folder), ...more }, code)
  for (const [name, from, time, message] of refusals)
    await t.test(name, async () => {
      // A time in the future is a wrong call; everything else is found in the folder.
      assert.match(await restoring(from, time, {}, name === 'in the future' ? 2 : 1), message)
      assert.equal(existsSync(join(folder, 'postgres')), false)
    })
  const withoutKey = { CARDWRIGHT_MASTER_KEY: '' }
  assert.match(await restoring(archive, 'latest', withoutKey), /key file .*master\.key: does not exist/)
  const otherKey = { CARDWRIGHT_MASTER_KEY: Buffer.alloc(32, 8).toString('base64') }
  assert.match(
    await restoring(archive, 'latest', otherKey),
    /give the master key this database was made with; nothing was changed\n$/,
  )
  assert.equal(existsSync(join(folder, 'postgres')), false)
  const external = { ...environmentIn(folder), DATABASE_URL: 'postgres://127.0.0.1:1/x' }
  for (const words of [
    ['restore', archive, '--at', 'latest'],
    ['backup', '--to', archive, '--continuous'],
  ])
    assert.match(await fails(words, external), /for the embedded database; .*pg_basebackup.*pgBackRest/)
})

test('backup names the wrong combination of options', async () => {
  const calls: [string[], RegExp][] = [
    [[], /needs FILE, or --to DIR --continuous/],
    [['--continuous'], /needs --to DIR/],
    [['FILE', '--to', archive, '--continuous'], /takes no argument "FILE"/],
    [['--to', archive], /--to needs --continuous/],
    [['FILE', '--keep', '2'], /--keep needs --continuous/],
    [['FILE', '--stop'], /--stop needs --continuous/],
    [['--to', archive, '--continuous', '--keep', '0'], /--keep must be a whole number/],
  ]
  for (const [words, message] of calls) assert.match(await fails(['backup', ...words], env, 2), message)
})

test('backup --keep removes older base backups and their log, and --stop stops archiving', async () => {
  const [old] = readdirSync(join(archive, 'base'))
  const said = await succeeds(['backup', '--to', archive, '--continuous', '--keep', '1'], env)
  assert.match(said, new RegExp(`Removed: ${old}, and the log that only they needed`))
  const left = readdirSync(join(archive, 'base'))
  assert.deepEqual([left.length, left.includes(old!)], [1, false])
  const { first_segment } = JSON.parse(readFileSync(join(archive, 'base', left[0]!, 'manifest.json'), 'utf8'))
  assert.equal(segmentsIn(archive)[0], `${first_segment}.gz`)
  const other = await fails(['backup', '--to', join(place, 'other'), '--continuous'], env)
  assert.match(other, /the log is archived to another folder; end that first with: backup --continuous --stop/)
  assert.match(await succeeds(['backup', '--continuous', '--stop'], env), /no longer archived/)
  assert.match(await succeeds(['backup', '--continuous', '--stop'], env), /nothing to stop/)
})
