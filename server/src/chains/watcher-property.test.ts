// For any history of blocks, reorganisations, crashes and competing watchers: a deposit that stays on the chain deep
// enough is credited once, and nothing else is credited unless an incident reports it to an operator.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { arrival, type Customer, catchUp, FakeChain, startWatching } from '../../test/chains/watcher-fixture.ts'
import { currencies } from '../currencies/currencies.ts'
import type { Database } from '../database/database.ts'
import { expireDueEverywhere } from '../due/expire-everywhere.ts'
import type { Uuid } from '../ids.ts'
import type { Arrival } from './chain-reader.ts'
import { reverseOrphaned } from './reverse-orphaned.ts'
import { watchOnce } from './watch-once.ts'
import type { Watcher } from './watcher.ts'

const scene = await startWatching()
const { service } = scene

class Crash extends Error {}

/** Where a round is cut off: before, inside or after its n-th transaction, or at the n-th call to the node. */
type Cut = { at: number; place: 'before' | 'inside' | 'after' | 'node' } | undefined

type Step =
  | { do: 'pay'; who: number; amount: number; inMempool: boolean }
  | { do: 'mine'; fromMempool: number }
  | { do: 'drop mempool' }
  | { do: 'reorganise'; depth: number; keep: number; seed: number }
  | { do: 'round'; who: number; cut: Cut }
  | { do: 'race'; at: number; depth: number }
  | { do: 'lapse' }
  | { do: 'reverse' }
  | { do: 'price'; isThere: boolean }
  | { do: 'time'; hours: number }

const cut: fc.Arbitrary<Cut> = fc.option(
  fc.record({
    at: fc.integer({ min: 0, max: 12 }),
    place: fc.constantFrom('before' as const, 'inside' as const, 'after' as const, 'node' as const),
  }),
  { nil: undefined },
)

const steps = fc.array(
  fc.oneof(
    {
      weight: 5,
      arbitrary: fc.record({
        do: fc.constant('pay' as const),
        who: fc.nat(1),
        amount: fc.constantFrom(5_000, 10_000, 1_000_000),
        inMempool: fc.boolean(),
      }),
    },
    { weight: 5, arbitrary: fc.record({ do: fc.constant('mine' as const), fromMempool: fc.nat(3) }) },
    { weight: 1, arbitrary: fc.constant<Step>({ do: 'drop mempool' }) },
    {
      weight: 3,
      arbitrary: fc.record({
        do: fc.constant('reorganise' as const),
        depth: fc.integer({ min: 1, max: 6 }),
        keep: fc.nat(100),
        seed: fc.nat(),
      }),
    },
    { weight: 8, arbitrary: fc.record({ do: fc.constant('round' as const), who: fc.nat(1), cut }) },
    {
      weight: 3,
      arbitrary: fc.record({ do: fc.constant('race' as const), at: fc.integer({ min: 0, max: 12 }), depth: fc.nat(4) }),
    },
    { weight: 2, arbitrary: fc.constant<Step>({ do: 'lapse' }) },
    { weight: 1, arbitrary: fc.constant<Step>({ do: 'reverse' }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('price' as const), isThere: fc.boolean() }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('time' as const), hours: fc.integer({ min: 1, max: 25 }) }) },
  ) as fc.Arbitrary<Step>,
  { minLength: 5, maxLength: 40 },
)

/** Wraps a database whose connection is lost where the plan says so. */
function dying(database: Database, plan: { cut: Cut; count: number }): Database {
  return {
    ...database,
    async transaction(body) {
      const isHere = plan.cut !== undefined && plan.cut.place !== 'node' && plan.count++ === plan.cut.at
      if (isHere && plan.cut!.place === 'before') throw new Crash()
      const result = await database.transaction(async (tx, withCommit) => {
        const inner = await body(tx, withCommit)
        if (isHere && plan.cut!.place === 'inside') throw new Crash()
        return inner
      })
      if (isHere && plan.cut!.place === 'after') throw new Crash()
      return result
    },
  }
}

async function roundWith(chain: FakeChain, watcher: Watcher, cut: Cut): Promise<void> {
  const plan = { cut, count: 0 }
  let asked = 0
  chain.onCall = () => {
    if (cut?.place === 'node' && asked++ === cut.at) throw new Crash()
  }
  await watchOnce({ ...watcher, database: dying(watcher.database, plan) }).catch((error) => {
    if (!(error instanceof Crash)) throw error
  })
  chain.onCall = () => {}
}

/**
 * In the middle of one watcher's round the chain is reorganised, the lease expires, and the other watcher runs a whole
 * round.
 */
async function race(
  chain: FakeChain,
  [slow, quick]: Watcher[],
  { at, depth }: { at: number; depth: number },
): Promise<void> {
  let asked = 0
  chain.onCall = async () => {
    if (asked++ !== at) return
    if (depth > 0) reorganise(chain, { depth, keep: 50, seed: at })
    await scene.lapse()
    await watchOnce(quick!)
  }
  await watchOnce(slow!)
  chain.onCall = () => {}
}

function reorganise(chain: FakeChain, { depth, keep, seed }: { depth: number; keep: number; seed: number }): void {
  const count = Math.min(depth, chain.blocks.length - 1)
  const dropped = chain.drop(count)
  const isKept = (index: number) => (seed + index * 37) % 100 < keep
  const kept = dropped.filter((_, index) => isKept(index))
  for (let n = 0; n < count; n++) chain.mine(...kept.filter((_, index) => index % count === n))
  chain.mine()
}

async function play(
  chain: FakeChain,
  watchers: Watcher[],
  customers: Customer[],
  all: Arrival[],
  step: Step,
): Promise<void> {
  if (step.do === 'pay') {
    const payment = arrival(customers[step.who]!.btc, BigInt(step.amount))
    all.push(payment)
    if (step.inMempool) chain.mempool.push(payment)
    else chain.mine(payment)
  } else if (step.do === 'mine') chain.mine(...chain.mempool.slice(0, step.fromMempool))
  else if (step.do === 'drop mempool') chain.mempool = []
  else if (step.do === 'reorganise') reorganise(chain, step)
  else if (step.do === 'round') await roundWith(chain, watchers[step.who]!, step.cut)
  else if (step.do === 'race') {
    await race(chain, watchers, step)
  } else if (step.do === 'lapse') await scene.lapse()
  else if (step.do === 'reverse') await reverseOpen(customers)
  else if (step.do === 'price') scene.state.rate = step.isThere ? '50000' : undefined
  else {
    scene.pass(step.hours * 3_600_000)
    await expireDueEverywhere(service.services, scene.clock())
  }
}

/** Reverses every credit whose deposit is no longer on the chain, as an operator would. */
async function reverseOpen(customers: Customer[]): Promise<void> {
  const open = await scene.owner<{ bucket: number; deposit_id: Uuid }[]>`
    select bucket, deposit_id from deposit_incidents
    where closed_at is null and workspace_id = any(${customers.map((customer) => customer.workspaceId)})`
  for (const { bucket, deposit_id } of open)
    await service.services.database.transaction((tx) =>
      reverseOrphaned(tx, { bucket, uuid: deposit_id }, scene.clock()),
    )
}

type Stored = { tx_hash: string; status: number; state: number; credits: number; open: number }

/** Reversed deposits are left out, because the chain shows a later payment as a new deposit. */
function readStored(customers: Customer[]) {
  return scene.owner<Stored[]>`
    select d.tx_hash, d.status, a.state,
      (select count(*)::integer from transfers t where t.bucket = d.bucket and t.operation_id = d.id and t.kind = 1 and t.credit in (4, 5)) as credits,
      (select count(*)::integer from deposit_incidents i where i.bucket = d.bucket and i.deposit_id = d.id and i.closed_at is null) as open
    from deposits d left join chain_arrivals a on a.deposit_id = d.id
    where d.reversed_at is null and d.workspace_id = any(${customers.map((customer) => customer.workspaceId)})`
}

test('a deposit that stays on the chain is credited exactly once, and no other deposit is', async () => {
  const depth = service.config.chains.confirmations.btc
  await fc.assert(
    fc.asyncProperty(steps, async (history) => {
      await scene.forgetChains()
      scene.state.rate = '50000'
      const chain = new FakeChain('bitcoin', 8)
      const watchers = [scene.watcher(chain), scene.watcher(chain)]
      const customers = [await scene.customer(), await scene.customer()]
      await catchUp(watchers[0]!)
      const all: Arrival[] = []
      for (const step of history) await play(chain, watchers, customers, all, step)
      // At the end prices are available, blocks follow, and one watcher runs undisturbed.
      scene.state.rate = '50000'
      scene.pass(60_000)
      chain.mineEmpty(depth)
      await scene.lapse()
      for (let n = 0; n < 3; n++) await catchUp(watchers[1]!)

      const stored = new Map((await readStored(customers)).map((row) => [row.tx_hash, row]))
      const onChain = new Set(chain.blocks.slice(0, chain.blocks.length - depth + 1).flatMap((block) => block.arrivals))
      for (const payment of all) {
        const row = stored.get(payment.txHash)
        const isEnough = payment.amount >= currencies.btc.minimum
        const told = JSON.stringify({ payment: payment.txHash, row }, (_, value) =>
          typeof value === 'bigint' ? String(value) : value,
        )
        if (onChain.has(payment) && isEnough)
          assert.deepEqual([row?.status, row?.state, row?.credits, row?.open], [2, 2, 1, 0], `stays: ${told}`)
        else if (row?.credits)
          // It was credited before a reorganisation deeper than its depth removed it, and an operator was informed.
          assert.deepEqual([row.status, row.state, row.credits, row.open], [2, 5, 1, 1], `orphaned: ${told}`)
        else assert.notEqual(row?.status, 2, `never credited: ${told}`)
        if (!isEnough) assert.ok(!row?.credits, `too small: ${told}`)
      }
      assert.ok(stored.size <= all.length, `${stored.size} of ${all.length}`)
    }),
    { numRuns: Number(process.env.PROPERTY_RUNS ?? 30), endOnFailure: false },
  )
  await service.audit()
})
