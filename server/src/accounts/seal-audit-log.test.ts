// Audit chains that were written before the log was keyed are closed once by a keyed entry. From then on they cannot be
// changed either.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { MASTER_KEY, testDatabase } from '../../test/harness.ts'
import { asOwner } from '../../test/operator/operator-fixture.ts'
import { type Database, openDatabase } from '../database/database.ts'
import { loginsOf } from '../database/logins.ts'
import { newUuid, type Uuid } from '../ids.ts'
import { dataKeyTable } from '../vault/data-key-table.ts'
import { masterKeyFromBase64 } from '../vault/key-provider.ts'
import { openVault } from '../vault/vault.ts'
import { withAuditKey } from './audit-key.ts'
import { type AuditRow, START, unkeyedHash } from './audit-log.ts'
import { sealAuditLog, verifySealing } from './seal-audit-log.ts'
import { verifyAuditLog } from './verify-audit-log.ts'

const BUCKET = 5
const connection = await testDatabase()
const owner = asOwner(connection)
const plain: Database = openDatabase(loginsOf(connection).service, { read: 2, write: 2 })
after(() => plain.close())
const vault = await openVault(masterKeyFromBase64(MASTER_KEY), dataKeyTable(plain))
const database = withAuditKey(plain, () => vault)

/** Writes a chain in the format of the versions before the key. */
async function oldChain(entries: number): Promise<Uuid> {
  const lineage = newUuid()
  let hash: Buffer = START
  for (let n = 1; n <= entries; n++) {
    const row: AuditRow = {
      sequence: BigInt(n),
      at: new Date(1_700_000_000_000 + n),
      actor: 'key_x',
      action: 'card.reveal',
      subject: `card_${n}`,
      origin: '127.0.0.1',
      request_id: '',
    }
    hash = unkeyedHash(hash, row)
    await owner`insert into audit_log ${owner({ ...row, bucket: BUCKET, lineage_id: lineage, hash } as never)}`
  }
  await owner`insert into audit_chains (bucket, lineage_id, sequence, hash) values (${BUCKET}, ${lineage}, ${entries}, ${hash})`
  return lineage
}

const sound = await oldChain(3)
const broken = await oldChain(3)
const empty = await oldChain(0)
await owner`update audit_log set actor = 'other' where lineage_id = ${broken} and sequence = 2`

const faultsOf = async (lineage: Uuid) =>
  (await verifyAuditLog(database.read, vault, BUCKET)).faults.filter((fault) => fault.includes(lineage))

test('the audit reports a log that is not sealed yet', async () => {
  assert.match((await verifySealing(database.read, vault)).join(), /never sealed with the key of the vault/)
  assert.match((await faultsOf(sound)).join(), /no entry of it carries the key/)
})

test('sealing verifies old chains and closes each with a keyed entry, once', async () => {
  const sealing = await sealAuditLog(database, vault, new Date())
  assert.deepEqual([sealing!.chains, sealing!.entries, sealing!.faults.length], [2, 6n, 1])
  assert.deepEqual(await verifySealing(database.read, vault), [])
  assert.deepEqual(await faultsOf(sound), [])
  assert.deepEqual(await faultsOf(empty), [])
  const [seal] = await owner`select actor, action, subject from audit_log where lineage_id = ${sound} and sequence = 4`
  assert.deepEqual([seal!.actor, seal!.action], ['system', 'audit.seal'])
  assert.match(seal!.subject, /^3 entries, which hold, up to [0-9a-f]{64}$/)
  assert.equal(await sealAuditLog(database, vault, new Date()), undefined)
})

test('a chain that was already broken stays broken, and its seal records that', async () => {
  assert.match((await faultsOf(broken)).join(), /entry 2 does not follow from entry 1/)
  const [seal] = await owner`select subject from audit_log where lineage_id = ${broken} and sequence = 4`
  assert.match(seal!.subject, /which do not hold/)
})

test('sealed entries cannot be rewritten, even if all hashes are recomputed', async () => {
  const rows = await owner<
    (AuditRow & { hash: Buffer })[]
  >`select * from audit_log where lineage_id = ${sound} order by sequence`
  let hash: Buffer = START
  for (const row of rows.slice(0, 3)) {
    const changed = { ...row, subject: 'card_other' }
    hash = unkeyedHash(hash, changed)
    await owner`update audit_log set subject = 'card_other', hash = ${hash} where lineage_id = ${sound} and sequence = ${row.sequence}`
  }
  assert.match((await faultsOf(sound)).join(), /entry 4 does not follow from entry 3/)
})

test('a keyless chain that appears after the sealing is not sealed, and the record of the sealing cannot be forged', async () => {
  const late = await oldChain(2)
  assert.equal(await sealAuditLog(database, vault, new Date()), undefined)
  assert.match((await faultsOf(late)).join(), /no entry of it carries the key/)
  await owner`update audit_sealing set entries = entries + 1`
  assert.match((await verifySealing(database.read, vault)).join(), /is not by the key of the vault/)
})
