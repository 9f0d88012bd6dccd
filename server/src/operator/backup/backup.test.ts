import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { gunzipSync, gzipSync } from 'node:zlib'
import { type Api, startTestService, testDatabase } from '../../../test/harness.ts'
import {
  asOwner,
  environmentOf,
  fails,
  get,
  serveOn,
  succeeds,
  temporaryFolder,
} from '../../../test/operator/operator-fixture.ts'

const folder = temporaryFolder()
const file = join(folder, 'cardwright.backup')
const service = await startTestService()
const env = environmentOf(service.connection)
const owner = asOwner(service.connection)
let api: Api
const paths: string[] = []

/** Texts that COPY must escape, an event from long ago, and the counter of a BIN that is no longer offered. */
before(async () => {
  api = await service.fundedWorkspace(500)
  for (const label of ['plain', 'tab\tline\nback\\slash "quote" ✓', '\\N']) {
    const { body } = await api.post('/cards', {
      bin_id: 'bin_visa_us_prepaid_1',
      amount: 10,
      label,
      metadata: { note: label },
    })
    paths.push(`/cards/${body.id}`, `/cards/${body.id}/details`)
  }
  await api.post(`${paths[0]}/freeze`)
  paths.push('/cards', '/wallet/balance')
  await owner`select ensure_partitions(now() - interval '20 weeks', 0)`
  await owner`
    update events set id = (lpad(to_hex((extract(epoch from now() - interval '20 weeks') * 1000)::bigint), 12, '0')
      || substr(replace(id::text, '-', ''), 13))::uuid
    where sequence = 1`
  await owner`create sequence card_numbers_retired_bin as bigint minvalue 0 start 0 no cycle`
  await owner`select setval('card_numbers_retired_bin', 41)`
})

const reads = (url: string) => Promise.all(paths.map((path) => get(url, api.key, path)))

test('backup writes one private file that names the required key and contains no key', async () => {
  const said = await succeeds(['backup', file], env)
  assert.match(
    said,
    /rows of \d+ tables.*read back and found complete\.\nThe backup does not contain the key that a restore needs: the value of CARDWRIGHT_MASTER_KEY/s,
  )
  assert.equal(statSync(file).mode & 0o777, 0o600)
  assert.deepEqual(readdirSync(folder), ['cardwright.backup'])
  const [header] = gunzipSync(readFileSync(file)).toString().split('\n')
  const { tables, schema } = JSON.parse(header!)
  assert.equal(tables.find((table: { name: string }) => table.name === 'cards').rows, 3)
  assert.equal(typeof schema.version, 'number')
  const [pan] = (await reads(service.url)).map((body) => body.pan).filter(Boolean)
  assert.ok(!gunzipSync(readFileSync(file)).includes(pan!))
  assert.match(await fails(['backup', file], env), /exists already; a backup never overwrites/)
})

test('backup refuses to overwrite an unfinished backup', async () => {
  writeFileSync(join(folder, 'other.part'), '')
  assert.match(await fails(['backup', join(folder, 'other')], env), /another backup is running or was interrupted/)
  assert.ok(existsSync(join(folder, 'other.part')))
})

test('a restored database returns exactly the same data and passes the audit', async () => {
  const fresh = await testDatabase()
  // A start or a command may have written BINs and keys already; those of the backup replace them.
  await serveOn(fresh, {})
  const said = await succeeds(['restore', file], environmentOf(fresh))
  assert.match(said, /is restored: \d+ rows\.\n\n✓ card balances/)
  assert.match(said, /checked: no fault\./)
  const url = await serveOn(fresh, {})
  assert.deepEqual(await reads(url), await reads(service.url))

  const restored = asOwner(fresh)
  const [old] = await restored`
    select count(*)::integer as events from events where tableoid::regclass::text =
      'events_' || to_char(date_trunc('week', (now() - interval '20 weeks') at time zone 'utc'), 'YYYYMMDD')`
  assert.equal(old!.events, 1)
  const [retired] = await restored`select last_value::integer as value from card_numbers_retired_bin`
  assert.equal(retired!.value, 10_041)
  assert.match(await fails(['restore', file], environmentOf(fresh)), /the database is not empty \(accounts has rows\)/)
})

test('cards created after a restore get numbers that no lost card can have had', async () => {
  const fresh = await testDatabase()
  await succeeds(['restore', file, '--skip-numbers', '5'], environmentOf(fresh))
  const counter = async (sql: typeof owner) =>
    Number((await sql`select last_value from card_numbers_bin_visa_us_prepaid_1`)[0]!.last_value)
  assert.equal(await counter(asOwner(fresh)), (await counter(owner)) + 5)
})

/** Each file must be refused before anything changes. */
const whole = () => readFileSync(file)
const altered = (change: (text: string) => string) =>
  gzipSync(Buffer.from(change(gunzipSync(whole()).toString('latin1')), 'latin1'))
const damages: [string, () => Buffer, RegExp][] = [
  ['cut in the middle', () => whole().subarray(0, whole().length >> 1), /cut off or altered; nothing was changed/],
  ['cut by its last byte', () => whole().subarray(0, -1), /cut off or altered/],
  ['with a byte changed', () => flipped(whole(), whole().length >> 1), /cut off or altered/],
  [
    'with a balance changed and packed again',
    () => altered((text) => text.replace('Grace Test', 'Grace Best')),
    /cut off or altered/,
  ],
  [
    'with a row left out and packed again',
    () => altered((text) => text.replace(/(table cards \d+\n)[^\n]*\n/, '$1')),
    /cut off or altered/,
  ],
  ['with something after its end', () => altered((text) => `${text}more\n`), /cut off or altered/],
  ['that is no backup', () => gzipSync('hello\n'), /is not a backup made by Cardwright/],
  ['that is not even packed', () => Buffer.from('hello\n'), /cut off or altered/],
  [
    'of another format',
    () => altered((text) => text.replace('"cardwright_backup":1', '"cardwright_backup":2')),
    /is a backup of format 2; this version of Cardwright reads format 1/,
  ],
  [
    'of another schema',
    () => altered((text) => text.replace(/"schema":\{"version":\d+/, '"schema":{"version":1')),
    /restore it with the version that made it, then upgrade/,
  ],
]

function flipped(bytes: Buffer, position: number): Buffer {
  bytes[position]! ^= 1
  return bytes
}

test('restore refuses a damaged or foreign file and changes nothing', async (t) => {
  const fresh = await testDatabase()
  for (const [name, make, message] of damages) {
    await t.test(`one ${name}`, async () => {
      const path = join(folder, 'damaged')
      writeFileSync(path, make())
      assert.match(await fails(['restore', path], environmentOf(fresh)), message)
    })
  }
  assert.match(await fails(['restore', join(folder, 'nothing')], environmentOf(fresh)), /nothing does not exist/)
  const [row] = await asOwner(
    fresh,
  )`select (select count(*) from accounts) + (select count(*) from cards) + (select count(*) from bins) as rows`
  assert.equal(Number(row!.rows), 0)
})

test('restore changes nothing if the database refuses a row', async () => {
  const fresh = await testDatabase()
  const path = join(folder, 'refused')
  const text = gunzipSync(whole())
    .toString('latin1')
    .replace(/sha256 \w+\n$/, '')
  // A card whose workspace is missing: the checksum of the file is right, but the foreign key refuses the row.
  const broken = text.replace(/(table card_secrets \d+\n\d+\t)\w{8}/, '$1ffffffff')
  assert.notEqual(broken, text)
  const checksum = createHash('sha256').update(Buffer.from(broken, 'latin1')).digest('hex')
  writeFileSync(path, gzipSync(Buffer.from(`${broken}sha256 ${checksum}\n`, 'latin1')))
  assert.match(
    await fails(['restore', path], environmentOf(fresh)),
    /the database refused the rows of table card_secrets/,
  )
  const [row] = await asOwner(fresh)`select count(*)::integer as rows from accounts`
  assert.equal(row!.rows, 0)
})

test('restore changes nothing without the master key of the backup', async () => {
  const fresh = environmentOf(await testDatabase())
  const other = { ...fresh, CARDWRIGHT_MASTER_KEY: Buffer.alloc(32, 8).toString('base64') }
  assert.match(await fails(['restore', file], other), /give the master key this database was made with/)
  const none = { ...fresh, CARDWRIGHT_MASTER_KEY: '', CARDWRIGHT_DATA_DIR: folder }
  assert.match(
    await fails(['restore', file], none),
    /key file .*master\.key: does not exist; restore it from your backup/,
  )
  assert.ok(!existsSync(join(folder, 'master.key')))
})
