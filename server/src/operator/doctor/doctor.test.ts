import assert from 'node:assert/strict'
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { HDKey } from '@scure/bip32'
import { startTestService, testDatabase } from '../../../test/harness.ts'
import { startMailServer } from '../../../test/notifications/mail-server.ts'
import { readConfig } from '../../config/config.ts'
import type { Sql } from '../../database/database.ts'
import { loginsOf } from '../../database/logins.ts'
import { hasRedis, RedisForTests } from '../../http/rate-limits/redis-for-tests.ts'
import { asOwner, cardwright, type Environment, environmentOf, temporaryFolder } from '../operator-fixture.ts'
import { checkChains } from './chain-check.ts'
import { checkSkew } from './database-checks.ts'
import type { Finding } from './finding.ts'
import { checkDisk, checkNode } from './machine-checks.ts'

const folder = temporaryFolder()
const keyFile = { CARDWRIGHT_DATA_DIR: folder, CARDWRIGHT_MASTER_KEY: '' }
const service = await startTestService(keyFile)
const env = { ...environmentOf(loginsOf(service.connection).service), ...keyFile }
const owner = asOwner(service.connection)

before(async () => {
  const api = await service.fundedWorkspace(100)
  const card = (await api.post('/cards', { bin_id: 'bin_visa_us_prepaid_1', amount: 10 })).body
  await api.get(`/cards/${card.id}/details`)
})

async function examine(more: Environment = {}): Promise<{ code: number | null; findings: Finding[] }> {
  const { code, out, err } = await cardwright(['doctor', '--json'], { ...env, ...more })
  assert.equal(err, '')
  return { code, findings: JSON.parse(out) }
}

async function finds(check: string, state: Finding['state'], text: RegExp, more: Environment = {}): Promise<void> {
  const { code, findings } = await examine(more)
  const found = findings.filter((finding) => finding.check === check && finding.state === state)
  assert.ok(
    found.some((finding) => text.test(finding.text) && (state === 'ok' || finding.cure)),
    JSON.stringify(findings, null, 2),
  )
  if (state === 'problem') assert.equal(code, 1)
}

test('a sound service has no finding, in words and as JSON', async () => {
  const { code, findings } = await examine()
  assert.equal(code, 0)
  assert.deepEqual(
    findings.filter((finding) => finding.state !== 'ok'),
    [],
  )
  const { out } = await cardwright(['doctor'], env)
  assert.match(out, /✓ ok {7}vault: the master key opens its 6 data keys/)
})

test('planted problems of the machine are found', async () => {
  await finds('configuration', 'problem', /PORT must be/, { PORT: 'x' })
  await finds('database', 'problem', /cannot be reached/, { DATABASE_URL: 'postgres://u:p@127.0.0.1:1/db' })
  chmodSync(folder, 0o755)
  await finds('data folder', 'warning', /can be listed by other users \(mode 755\)/)
  chmodSync(folder, 0o777)
  await finds('data folder', 'problem', /can be written by other users/)
  chmodSync(folder, 0o700)
  chmodSync(join(folder, 'master.key'), 0o440)
  await finds('key file', 'problem', /is open to other users \(mode 440\)/)
  chmodSync(join(folder, 'master.key'), 0o400)
})

test('a master key that is missing, wrong or half rotated is found', async () => {
  const empty = join(folder, 'empty')
  mkdirSync(empty, { mode: 0o700 })
  await finds('vault', 'problem', /does not exist/, { CARDWRIGHT_DATA_DIR: empty })
  await finds('vault', 'problem', /which is not at hand/, {
    CARDWRIGHT_MASTER_KEY: Buffer.alloc(32, 1).toString('base64'),
  })
  const versions = { 1: Buffer.alloc(32, 1).toString('base64') }
  writeFileSync(join(empty, 'master.key'), JSON.stringify({ versions }), { mode: 0o400 })
  await finds('vault', 'problem', /does not open under master key version 1/, { CARDWRIGHT_DATA_DIR: empty })
  const half = join(folder, 'half')
  mkdirSync(half, { mode: 0o700 })
  const { versions: first } = JSON.parse(readFileSync(join(folder, 'master.key'), 'utf8'))
  const second = Buffer.alloc(32, 2).toString('base64')
  writeFileSync(join(half, 'master.key'), JSON.stringify({ versions: { ...first, 2: second } }), { mode: 0o400 })
  await finds('vault', 'warning', /6 of 6 data keys are wrapped by an older master key/, { CARDWRIGHT_DATA_DIR: half })
  const fresh = environmentOf(await testDatabase())
  await finds('vault', 'problem', /there is no master key/, { ...fresh, CARDWRIGHT_MASTER_KEY: '' })
})

test('planted problems of the database are found', async () => {
  await owner`grant update on transfers to cardwright_service`
  await finds('service role', 'problem', /can update transfers/)
  await owner`revoke update on transfers from cardwright_service`
  await finds('service login', 'warning', /owns the tables/, { ...environmentOf(service.connection), ...keyFile })

  const [last] =
    await owner`delete from schema_migrations where version = (select max(version) from schema_migrations) returning *`
  await finds('schema', 'warning', /not yet applied: \d{4}_/)
  await owner`insert into schema_migrations ${owner({ ...last!, checksum: 'other' })}`
  await finds('schema', 'problem', /was changed after it had been applied/)
  await owner`update schema_migrations set checksum = ${last!.checksum} where version = ${last!.version}`

  const partitions = await owner<
    { name: string }[]
  >`select inhrelid::regclass::text as name from pg_inherits where inhparent = 'events'::regclass order by 1`
  for (const { name } of partitions.slice(2)) await owner.unsafe(`drop table ${name}`)
  const soon = (await examine()).findings.find((finding) => finding.check === 'event partitions')!
  assert.notEqual(soon.state, 'ok')
  await owner`select ensure_partitions(now(), 4)`
})

test('books that do not balance and an audit log that lost its end are found', async () => {
  await owner`update workspaces set wallet_cents = wallet_cents + 1 where wallet_cents > 0`
  await finds('books', 'problem', /debits and credits differ by -1 cents/)
  await owner`update workspaces set wallet_cents = wallet_cents - 1 where wallet_cents > 0`
  await owner.unsafe('create table saved as table audit_log; delete from audit_log').simple()
  await finds('books', 'problem', /its last entry is missing or altered/)
  await owner.unsafe('insert into audit_log select * from saved; drop table saved').simple()
  assert.equal((await examine()).code, 0)
})

test('what is risky beside live keys is a warning', async () => {
  await service.workspace('production')
  await finds('BINs', 'warning', /example BINs are offered while live keys exist/)
  await finds('public address', 'warning', /CARDWRIGHT_PUBLIC_URL is not set while live keys exist/)
  await finds('public address', 'ok', /cards\.example/, { CARDWRIGHT_PUBLIC_URL: 'https://cards.example' })
  await finds('rate limits', 'warning', /RATE_LIMIT_PER_HOUR$/, { RATE_LIMIT_PER_HOUR: '0' })
  assert.equal((await examine()).code, 0)
})

test('halves of a configuration, a halted chain and a bad pool are found', async () => {
  const ETH_XPUB = HDKey.fromMasterSeed(Buffer.alloc(32, 1)).derive("m/44'/60'/0'").publicExtendedKey
  const check = async (env: Environment) => {
    const [finding] = await checkChains(readConfig(env), owner as unknown as Sql)
    return `${finding!.state} ${finding!.text}`
  }
  const nodes = { ETHEREUM_RPC_URLS: 'http://127.0.0.1:1', SOLANA_RPC_URLS: 'http://127.0.0.1:1' }
  assert.match(await check({}), /^ok nothing waits/)
  assert.match(await check({ ETH_XPUB }), /^warning ETH_XPUB is set and ETHEREUM_RPC_URLS is not/)
  assert.match(await check({ ETH_XPUB, ...nodes }), /^ok nothing waits/)
  const missing = { ...nodes, SOL_ADDRESS_POOL: join(folder, 'no-pool.json') }
  assert.match(await check(missing), /^problem SOL_ADDRESS_POOL: the file it names cannot be read/)
  await owner`
    insert into chain_cursors (network, chain_id, height, hash, tip_height, moved_at, halted) values (1, 'x', 1, 'x', 1, now(), 'too deep')`
  await finds('chains', 'problem', /bitcoin is halted: too deep/)
  await owner`delete from chain_cursors`
})

test('a mail server is looked at when it is configured: whether it answers, and takes the password', async () => {
  const mail = await startMailServer()
  const SMTP_FROM = 'cards@example.com'
  await finds('mail', 'ok', /answers/, { SMTP_URL: mail.url, SMTP_FROM })
  await finds('mail', 'problem', /does not take mail \(EAUTH, 535\)/, {
    SMTP_URL: mail.url.replace(/:[^:@/]+@/, ':wrong@'),
    SMTP_FROM,
  })
  await finds('mail', 'problem', /does not take mail \(E\w+\)/, { SMTP_URL: 'smtp://127.0.0.1:1', SMTP_FROM })
  assert.equal(mail.mails.length, 0)
})

test('Redis is looked at when it is configured', { skip: !hasRedis() }, async () => {
  const redis = new RedisForTests()
  await finds('Redis', 'problem', /cannot be reached/, { REDIS_URL: 'redis://127.0.0.1:1' })
  await redis.start()
  await finds('Redis', 'ok', /answers/, { REDIS_URL: `unix://${redis.url}` })
  await redis.remove()
})

test('node, disk and clock are checked by how far they are off', () => {
  const states = [checkNode('26.10.0', '26.10.0'), checkNode('26.9.1', '26.10.0'), checkNode('20.20.2', '26.10.0')].map(
    (finding) => finding.state,
  )
  assert.deepEqual(states, ['ok', 'warning', 'problem'])
  assert.deepEqual(
    [5e9, 5e8, 1e8].map((free) => checkDisk('/', free).state),
    ['ok', 'warning', 'problem'],
  )
  assert.deepEqual(
    [500, -5_000, 100_000].map((skew) => checkSkew(skew).state),
    ['ok', 'warning', 'problem'],
  )
})
