// A node that was reinstalled has fewer blocks than were read. The watcher can only wait for it.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { arrival, catchUp, FakeChain, startWatching } from '../../test/chains/watcher-fixture.ts'

const scene = await startWatching()
const BTC = 100_000_000n

test('the watcher waits for a node that is below every stored block, and neither halts nor expires anything', async () => {
  await scene.forgetChains()
  const chain = new FakeChain('bitcoin')
  chain.mineEmpty(20)
  const watcher = scene.watcher(chain)
  await catchUp(watcher)
  const customer = await scene.customer()
  chain.mine(arrival(customer.btc, BTC))
  const before = await catchUp(watcher)
  chain.drop(20)
  const during = await catchUp(watcher)
  assert.deepEqual(
    [during.isHolder, during.cursor!.height, during.cursor!.hash],
    [true, before.cursor!.height, before.cursor!.hash],
  )
  const [cursor] = await scene.owner<{ halted: string | null }[]>`select halted from chain_cursors`
  assert.equal(cursor!.halted, null)
  const { data } = (await customer.api.get('/wallet/deposits')).body
  assert.deepEqual(
    data.map(({ status, confirmations }: { status: string; confirmations: number }) => [status, confirmations]),
    [['pending', 1]],
  )
})
