// A person who can write to the database, as the service or as the owner of the tables, cannot forge a valid audit log.

import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { pino } from 'pino'
import { startTestService } from '../../test/harness.ts'
import {
  asOwner,
  cardwright,
  environmentOf,
  fails,
  succeeds,
  temporaryFolder,
} from '../../test/operator/operator-fixture.ts'
import { AuditAnchor, findStatement, type HeadStatement, readHeads, stateHeads } from '../accounts/audit-heads.ts'
import { type AuditHead, type AuditRow, START, unkeyedHash } from '../accounts/audit-log.ts'
import { parseId } from '../ids.ts'
import { startWorker } from '../worker.ts'
import { runAudit } from './run-audit.ts'

const service = await startTestService()
const { database, vault } = service.services
const owner = asOwner(service.connection)

/** A workspace whose chain has `entries` entries. */
async function watched(entries: number): Promise<{ head: AuditHead; reveal(): Promise<void> }> {
  const api = await service.fundedWorkspace(100)
  const { id } = (await api.post('/cards', { bin_id: 'bin_visa_us_prepaid_1', amount: 10 })).body
  const reveal = async () => assert.equal((await api.get(`/cards/${id}/details`)).status, 200)
  for (let n = 0; n < entries; n++) await reveal()
  const { bucket, uuid } = parseId('card', id)!
  const [head] = await owner<AuditHead[]>`
    select a.* from audit_chains a join workspaces w using (bucket, lineage_id)
    join cards c on c.bucket = w.bucket and c.workspace_id = w.id where c.bucket = ${bucket} and c.id = ${uuid}`
  return { head: head!, reveal }
}

async function faults(shipped: HeadStatement[] = []): Promise<string> {
  const result = await runAudit(database, vault, statementsOf(shipped))
  return result.checks.flatMap((check) => check.faults).join('\n')
}

async function* statementsOf(statements: HeadStatement[]): AsyncGenerator<HeadStatement> {
  yield* statements
}

async function heads(): Promise<HeadStatement[]> {
  const statements: HeadStatement[] = []
  for await (const rows of readHeads(database.read)) statements.push(...stateHeads(vault, rows, new Date()))
  return statements
}

/** Changes the database, runs the check, and then restores the rows of the chain. */
async function afterAttack(
  head: AuditHead,
  attack: () => Promise<unknown>,
  shipped?: HeadStatement[],
): Promise<string> {
  const chain = owner`where lineage_id = ${head.lineage_id}`
  const [entries, ends] = [
    await owner`select * from audit_log ${chain}`,
    await owner`select * from audit_chains ${chain}`,
  ]
  try {
    await attack()
    return await faults(shipped)
  } finally {
    await owner`delete from audit_log ${chain}`
    await owner`delete from audit_chains ${chain}`
    if (entries.length > 0) await owner`insert into audit_log ${owner(entries as never)}`
    await owner`insert into audit_chains ${owner(ends as never)}`
  }
}

/** Gives the entries from `first` on hashes that need no key, and the chain the last of them. */
async function recompute({ lineage_id }: AuditHead, first: bigint): Promise<void> {
  const rows = await owner<(AuditRow & { hash: Buffer })[]>`
    select * from audit_log where lineage_id = ${lineage_id} order by sequence`
  let hash: Buffer = START
  for (const row of rows) {
    hash = row.sequence < first ? row.hash : unkeyedHash(hash, row)
    await owner`update audit_log set hash = ${hash} where lineage_id = ${lineage_id} and sequence = ${row.sequence}`
  }
  await owner`update audit_chains set hash = ${hash} where lineage_id = ${lineage_id}`
}

test('the audit finds a rewritten entry although all later hashes were recomputed', async () => {
  const { head } = await watched(4)
  const rewrite = () =>
    owner`update audit_log set actor = 'nobody' where lineage_id = ${head.lineage_id} and sequence = 2`
  const tail = await afterAttack(head, async () => {
    await rewrite()
    await recompute(head, 2n)
  })
  assert.match(tail, /entry 2 does not follow from entry 1/)
  const whole = await afterAttack(head, async () => {
    await rewrite()
    await recompute(head, 1n)
  })
  assert.match(whole, /no entry of it carries the key of the vault/)
  assert.equal(await faults(), '')
})

test('the audit finds a chain that was forged before the first entry of the service', async () => {
  const { head, reveal } = await watched(0)
  const forged: AuditRow = {
    sequence: 1n,
    at: new Date(),
    actor: 'x',
    action: 'card.reveal',
    subject: 'y',
    origin: '',
    request_id: '',
  }
  const hash = unkeyedHash(START, forged)
  const found = await afterAttack(head, async () => {
    await owner`insert into audit_log ${owner({ ...forged, bucket: head.bucket, lineage_id: head.lineage_id, hash } as never)}`
    await owner`update audit_chains set sequence = 1, hash = ${hash} where lineage_id = ${head.lineage_id}`
    await reveal()
  })
  assert.match(found, /the 1 entries before entry 2 carry no key and were never sealed/)
})

test('the audit finds an entry that was moved to another chain', async () => {
  const [{ head: from }, { head: to }] = [await watched(1), await watched(0)]
  const found = await afterAttack(to, async () => {
    await owner`insert into audit_log select bucket, ${to.lineage_id}, sequence, at, actor, action, subject, origin, request_id, hash
      from audit_log where lineage_id = ${from.lineage_id}`
    await owner`update audit_log set bucket = ${to.bucket} where lineage_id = ${to.lineage_id}`
    await owner`update audit_chains set sequence = 1, hash = ${from.hash} where lineage_id = ${to.lineage_id}`
  })
  assert.match(found, /entry 1 does not follow from entry 0/)
})

test('the audit finds a chain that the login of the service has set back', async () => {
  const { head } = await watched(3)
  const [second] = await owner<{ hash: Buffer }[]>`
    select hash from audit_log where lineage_id = ${head.lineage_id} and sequence = 2`
  const found = await afterAttack(head, () =>
    database.transaction(
      (tx) =>
        tx`update audit_chains set sequence = 2, hash = ${second!.hash} where bucket = ${head.bucket} and lineage_id = ${head.lineage_id}`,
    ),
  )
  assert.match(found, /goes on to entry 3 after its end at 2/)
})

test('the audit finds a missing chain', async () => {
  const { head } = await watched(1)
  assert.match(
    await afterAttack(head, async () => {
      await owner`delete from audit_log where lineage_id = ${head.lineage_id}`
      await owner`delete from audit_chains where lineage_id = ${head.lineage_id}`
    }),
    /its chain is gone/,
  )
})

/** Cuts a chain, as the owner of the tables, to an earlier valid end. Nothing in the database shows it. */
async function cut({ lineage_id }: AuditHead, sequence: bigint): Promise<void> {
  await owner`delete from audit_log where lineage_id = ${lineage_id} and sequence > ${sequence}`
  await owner`update audit_chains c set sequence = l.sequence, hash = l.hash from audit_log l
    where l.lineage_id = c.lineage_id and c.lineage_id = ${lineage_id} and l.sequence = ${sequence}`
}

test('a chain that was cut is still valid, and only heads stored elsewhere reveal the cut', async () => {
  const { head, reveal } = await watched(3)
  const shipped = await heads()
  assert.equal(await afterAttack(head, () => cut(head, 1n)), '')
  assert.match(
    await afterAttack(head, () => cut(head, 1n), shipped),
    /entry 3, which was its last at .*, is gone: the log was cut/,
  )
  const rewritten = await afterAttack(
    head,
    async () => {
      await cut(head, 2n)
      await reveal()
    },
    shipped,
  )
  assert.match(rewritten, /entry 3, which was its last at .*, is another now: the log was rewritten/)
  await reveal()
  assert.equal(await faults(shipped), '')
})

test('the audit refuses heads that were altered or made without the key', async () => {
  const { head } = await watched(1)
  const [statement] = (await heads()).filter(({ heads }) => heads.some((each) => each.lineage === head.lineage_id))
  const altered = { ...statement!, heads: statement!.heads.filter((each) => each.lineage !== head.lineage_id) }
  assert.match(await faults([altered]), /is not by the key of this service, or was altered/)
  for (const broken of [{}, null, { heads: 1 }, { heads: [{}], at: 1, mac: 2 }])
    assert.match(await faults([broken as never]), /is not by the key/)
})

test('the service logs the heads that have changed since its last log line', async () => {
  const lines: string[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) })
  const anchor = new AuditAnchor({ database, vault, clock: () => new Date(), log })
  const lineages = () => lines.splice(0).flatMap((line) => findStatement(line)!.heads.map((each) => each.lineage))
  const { head, reveal } = await watched(1)
  await anchor.record()
  assert.ok(lineages().includes(head.lineage_id), `${head.lineage_id} is not among ${lineages()}`)
  await anchor.record()
  assert.deepEqual(lineages(), [])
  await reveal()
  await anchor.record()
  const shipped = lines.map((line) => findStatement(line)!)
  assert.deepEqual(lineages(), [head.lineage_id])
  assert.equal(await faults(shipped), '')
  assert.match(await afterAttack(head, () => cut(head, 1n), shipped), /is gone/)
})

test('a worker that stops logs the heads', async () => {
  const lines: string[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) })
  const { head, reveal } = await watched(1)
  const stop = startWorker({ ...service.services, log })
  await reveal()
  await stop()
  const last = lines
    .flatMap((line) => findStatement(line)?.heads ?? [])
    .findLast((each) => each.lineage === head.lineage_id)
  assert.equal(last!.sequence, 2)
})

test('audit heads prints the heads, and audit --heads compares them', async () => {
  const env = environmentOf(service.connection)
  const { head } = await watched(2)
  const file = join(temporaryFolder(), 'heads')
  writeFileSync(file, await succeeds(['audit', 'heads'], env))
  const sound = await succeeds(['audit', '--heads', file], env)
  assert.match(sound, /✓ the audit log holds every head that was kept elsewhere/)
  const [last] = await owner`select * from audit_log where lineage_id = ${head.lineage_id} and sequence = 2`
  await cut(head, 1n)
  const { code, out } = await cardwright(['audit', '--heads', file], env)
  await owner`insert into audit_log ${owner(last as never)}`
  await owner`update audit_chains set sequence = 2, hash = ${last!.hash} where lineage_id = ${head.lineage_id}`
  assert.equal(code, 1)
  assert.match(out, /✗ the audit log holds every head .*\n {4}audit log of lineage .* is gone: the log was cut/)
  writeFileSync(file, '{"level":30,"msg":"listening"}\n')
  assert.match(await fails(['audit', '--heads', file], env), /contains no line of audit heads/)
})
