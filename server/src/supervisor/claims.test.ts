import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { ClaimTable } from './claims.ts'

const PATIENT_MS = 60_000

test('a key has at most one owner at a time, whatever owners claim, release or end', async () => {
  const steps = fc.array(
    fc.record({ owner: fc.integer({ min: 0, max: 3 }), act: fc.constantFrom('claim', 'release', 'end') }),
    { maxLength: 60 },
  )
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      const table = new ClaimTable<number>()
      let owners: number[] = []
      for (const { owner, act } of all) {
        if (act === 'claim' && !owners.includes(owner)) {
          const granted = table.claim(owner, 'key', PATIENT_MS)
          if (granted === true) owners.push(owner)
          else void granted.then((isGranted) => isGranted && owners.push(owner))
        } else if (act === 'release') {
          // A release by another owner changes nothing.
          const isOwner = owners.includes(owner)
          if (isOwner) owners = []
          table.release(owner, 'key')
        } else if (act === 'end') {
          if (owners.includes(owner)) owners = []
          table.releaseAll(owner)
        }
        await Promise.resolve()
        await Promise.resolve()
        assert.ok(owners.length <= 1, `owned by ${owners}`)
      }
      for (const owner of [0, 1, 2, 3]) table.releaseAll(owner)
    }),
  )
})

test('waiting claims are granted in their order of arrival', async () => {
  const table = new ClaimTable<string>()
  assert.equal(table.claim('a', 'key', PATIENT_MS), true)
  const order: string[] = []
  const waits = ['b', 'c', 'd'].map(async (owner) => {
    assert.equal(await table.claim(owner, 'key', PATIENT_MS), true)
    order.push(owner)
    table.release(owner, 'key')
  })
  table.release('a', 'key')
  await Promise.all(waits)
  assert.deepEqual(order, ['b', 'c', 'd'])
  assert.equal(table.claim('e', 'key', PATIENT_MS), true)
})

test('a claim that waits too long returns false and is not granted later', async () => {
  const table = new ClaimTable<string>()
  table.claim('a', 'key', PATIENT_MS)
  assert.equal(await table.claim('b', 'key', 1), false)
  table.release('a', 'key')
  assert.equal(table.claim('c', 'key', PATIENT_MS), true)
})
