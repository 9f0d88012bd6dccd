// After a deadlock, a serialization failure or a key that another process stores at the same moment, the transaction
// was rolled back. It runs again, and the caller gets a response instead of an error.

import assert from 'node:assert/strict'
import { parseId } from '../../src/ids.ts'
import { until } from '../until.ts'
import { inOneBatch, key, type Scene, test } from './batch-scene.ts'
import { hasLeftItsLane, holdLock, newCard, type Owner, ok, summaryOf, waitingFor } from './books.ts'

const CARDS = 6

/**
 * Sets how long the service's connections wait before they look for a deadlock. The test's own connections never look
 * first.
 */
async function lookForDeadlocksAfter(owner: Owner, ms: number): Promise<void> {
  const [{ name }] = (await owner`select current_database() as name`) as unknown as [{ name: string }]
  await owner.unsafe(`alter database ${name} set deadlock_timeout = '${ms}ms'`)
}

const placeOf = (card: string) => parseId('card', card)!

/**
 * Locks the row of the workspace, lets the service lock the card and wait, and then locks the card, so that the service
 * is the victim.
 */
async function deadlockWith<T>(
  { owner }: Scene,
  card: string,
  send: () => Promise<T>,
  during = async () => {},
): Promise<T> {
  const { bucket, uuid } = placeOf(card)
  const connection = await owner.reserve()
  await connection`set deadlock_timeout = '60s'`
  await connection`begin`
  const [{ pid }] = (await connection`
    select pg_backend_pid() as pid from workspaces where bucket = ${bucket}
      and id = (select workspace_id from cards where bucket = ${bucket} and id = ${uuid}) for update`) as unknown as [
    { pid: number },
  ]
  const sent = send()
  await until('the service waits', async () => (await waitingFor(owner, pid)).length > 0)
  await during()
  await connection`select 1 from cards where bucket = ${bucket} and id = ${uuid} for update`
  await connection`rollback`
  connection.release()
  return sent
}

test('a batch that is the victim of a deadlock runs again and answers every request', async (scene) => {
  const { service, owner } = scene
  await lookForDeadlocksAfter(owner, 100)
  const api = await service.fundedWorkspace(500)
  const cards: string[] = []
  for (let n = 0; n < CARDS; n++) cards.push(await newCard(api, 10))
  const answers = await deadlockWith(scene, cards[0]!, () =>
    inOneBatch(
      scene,
      cards.map((card) => () => api.post(`/cards/${card}/fund`, { amount: 1 }, key())),
    ),
  )
  for (const answer of answers) ok(answer)
  for (const card of cards) assert.equal((await summaryOf(api, card)).balance, 11)
  await service.audit()
})

test('an operation on a connection of its own that is the victim of a deadlock runs again', async (scene) => {
  const { service, owner } = scene
  // This is longer than a lane waits, so that the operation has left its lane when the deadlock is found.
  await lookForDeadlocksAfter(owner, 1_000)
  const api = await service.fundedWorkspace(500)
  const card = await newCard(api, 10)
  const answer = await deadlockWith(
    scene,
    card,
    () => api.post(`/cards/${card}/fund`, { amount: 1 }, key()),
    () => until('the operation has left its lane', () => hasLeftItsLane(owner)).then(() => {}),
  )
  ok(answer)
  assert.equal((await summaryOf(api, card)).balance, 11)
  await service.audit()
})

/**
 * Makes the next inserts of transfers fail with this SQL state. A sequence counts the failures, because it is not
 * rolled back.
 */
async function failTransfers(owner: Owner, state: string, times: number): Promise<void> {
  await owner.unsafe(`
    create sequence failures;
    create function fail_some() returns trigger language plpgsql security definer as $$
    begin
      if nextval('failures') <= ${times} then
        raise exception 'could not serialize access' using errcode = '${state}';
      end if;
      return null;
    end $$;
    create trigger fail_some after insert on transfers for each statement execute function fail_some();`)
}

for (const [state, what] of [
  ['40001', 'a serialization failure'],
  ['40P01', 'a deadlock'],
] as const) {
  test(`${what} in each of three attempts is not visible in the response`, async (scene) => {
    const { service, owner } = scene
    const api = await service.fundedWorkspace(500)
    const card = await newCard(api, 10)
    await failTransfers(owner, state, 3)
    ok(await api.post(`/cards/${card}/fund`, { amount: 1 }, key()))
    assert.equal((await summaryOf(api, card)).balance, 11)
    await service.audit()
  })
}

test('an operation that fails at every attempt returns 503, and the other operations of its batch succeed', async (scene) => {
  const { service, owner } = scene
  const api = await service.fundedWorkspace(500)
  const [card, other] = [await newCard(api, 10), await newCard(api, 10)]
  await failTransfers(owner, '40001', 1_000)
  const headers = key()
  const answers = await inOneBatch(scene, [
    () => api.post(`/cards/${card}/fund`, { amount: 1 }, headers),
    () => api.post(`/cards/${other}/freeze`, {}),
  ])
  assert.deepEqual(
    answers.map(({ status }) => status),
    [503, 200],
  )
  assert.equal((await summaryOf(api, card)).balance, 10)
  await owner`select setval('failures', 1000)`
  ok(await api.post(`/cards/${card}/fund`, { amount: 1 }, headers))
  assert.equal((await summaryOf(api, card)).balance, 11)
  await service.audit()
})

test('a blocked operation whose key another process stores in the meantime gets the response of that key', async (scene) => {
  const { service, owner } = scene
  const api = await service.fundedWorkspace(500)
  const card = await newCard(api, 10)
  const headers = key()
  const rename = () => api.patch(`/cards/${card}`, { label: 'Renamed' }, headers)
  const first = ok(await rename())
  const stored = await owner`delete from idempotency_keys returning *`
  assert.equal(stored.length, 1)
  const { bucket, uuid } = placeOf(card)
  const cardLock = await holdLock(
    owner,
    (tx) => tx`
    select 1 from cards where bucket = ${bucket} and id = ${uuid} for update`,
  )
  const another = await owner.reserve()
  await another`begin`
  await another`insert into idempotency_keys ${another(stored)}`
  const [{ pid }] = (await another`select pg_backend_pid() as pid`) as unknown as [{ pid: number }]
  const sent = rename()
  await until('the operation has left its lane', () => hasLeftItsLane(owner))
  await cardLock.release()
  await until('the operation waits for the key', async () => (await waitingFor(owner, pid)).length > 0)
  await another`commit`
  another.release()
  const answer = await sent
  assert.deepEqual(ok(answer), first)
  assert.equal(answer.headers.get('idempotent-replayed'), 'true')
  await service.audit()
})
