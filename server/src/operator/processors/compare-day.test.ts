import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { compareDay, isEqual, type OurPost, sumOf } from './compare-day.ts'

const post = (reference: string, amount: bigint, isOfDay = true): OurPost => ({ reference, amount, isOfDay })
const named = (posts: readonly OurPost[]) => ({ ...sumOf(posts), posts: posts.map(({ reference }) => reference) })

const somePosts = fc.uniqueArray(
  fc.record({
    reference: fc.uuid(),
    amount: fc.bigInt({ min: -1_000_000n, max: 1_000_000n }).filter((amount) => amount !== 0n),
    isOfDay: fc.boolean(),
  }),
  { selector: ({ reference }) => reference, minLength: 1, maxLength: 30 },
)

test('equal postings agree, on whichever day they arrived here', () => {
  fc.assert(fc.property(somePosts, (posts) => assert.ok(isEqual(compareDay(named(posts), posts)))))
})

test('a difference of a cent, or a posting that only one side has, is reported', () => {
  fc.assert(
    fc.property(somePosts, fc.nat(), (posts, n) => {
      const one = posts[n % posts.length]!
      const others = posts.filter((each) => each !== one)
      const dearer = [...others, { ...one, amount: one.amount + (one.amount > 0n ? 1n : -1n) }]
      assert.ok(!isEqual(compareDay(named(posts), dearer)))
      const missingHere = compareDay(named(posts), others)
      assert.deepEqual(missingHere.missingHere, [one.reference])
      assert.ok(!isEqual(missingHere))
      const missingThere = compareDay(named(others), posts)
      assert.deepEqual(missingThere.missingThere, one.isOfDay ? [one.reference] : [])
    }),
  )
})

test('mistakes that cancel out in the sum are found by their ids', () => {
  const theirs = named([post('a', 500n), post('b', 700n)])
  const compared = compareDay(theirs, [post('a', 500n), post('c', 700n)])
  assert.deepEqual([compared.missingHere, compared.missingThere], [['b'], ['c']])
})

test('without ids from the processor, the postings of our day are compared', () => {
  const ours = [post('a', 500n), post('b', -200n), post('c', 900n, false)]
  assert.ok(isEqual(compareDay({ gross: 500n, refunds: 200n }, ours)))
  assert.ok(!isEqual(compareDay({ gross: 501n, refunds: 200n }, ours)))
})
