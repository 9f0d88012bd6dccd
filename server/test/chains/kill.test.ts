// The whole service is killed with SIGKILL again and again while deposits arrive on three chains, blocks are
// reorganized, and nodes fail, hang, disappear and return. Afterwards every deposit is credited exactly once, to the
// smallest unit. `KILLS=10` kills ten times, during 500 deposits.

import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { after, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { apiOf } from '../harness.ts'
import { ServiceProcess } from '../money/service-process.ts'
import { until } from '../until.ts'
import { hasChainNodes, startBitcoinNode, startEthereumNode, startSolanaNode } from './nodes/chain-nodes.ts'
import { deploy } from './nodes/contracts.ts'
import { type Fault, startFaultyNode } from './nodes/faulty-node.ts'
import { startPriceServer } from './price-server.ts'
import { walletVariables } from './wallet-keys.ts'

const LIVES = Number(process.env.KILLS ?? 4)
const PAYMENTS_OF_A_LIFE = 10 // of each of five kinds
const MAX_LIFE_MS = 4_000
const SEEN_MS = 60_000
const SOON_MS = 300
const SETTLED_MS = 150_000
const DEEP_ENOUGH = 40
const GROWS_EVERY_MS = 1_000
const MAX_PAGES = 10
const LIVE_KEY = 'sk_live_killedWhileDepositsArrive'

// biome-ignore lint/suspicious/noExplicitAny: responses have many shapes, and each is checked where it is used
type Body = Record<string, any>

if (hasChainNodes()) {
  test('every deposit is credited exactly once although the service is killed at random moments', {
    timeout: 290_000,
  }, async (t) => {
    const [bitcoin, rival, ethereum, solana] = await Promise.all([
      startBitcoinNode(180),
      startBitcoinNode(0),
      startEthereumNode(),
      startSolanaNode(),
    ])
    await rival.follow(bitcoin)
    await solana.finalize()
    const before = {
      bitcoin: await unreliable(bitcoin.url),
      ethereum: await unreliable(ethereum.url),
      solana: await unreliable(solana.url),
    }
    const usdt = await deploy(ethereum, 'token.sol', 'Token', [10n ** 15n])
    const payer = await deploy(ethereum, 'payer.sol', 'Payer')
    const service = new ServiceProcess({
      main: 'server/test/chains/service-main.ts',
      env: {
        ...walletVariables(),
        BITCOIN_RPC_URLS: before.bitcoin.urls,
        ETHEREUM_RPC_URLS: before.ethereum.urls,
        SOLANA_RPC_URLS: before.solana.urls,
        USDT_CONTRACT: usdt.address,
        DEPOSIT_CREDITS_PER_HOUR_USD: '0',
        TEST_EXCHANGES: (await startPriceServer()).url,
        CARDWRIGHT_LIVE_KEY: LIVE_KEY,
      },
    })
    after(() => service.remove())
    await service.start()
    const ask = async (path: string): Promise<Body> => (await apiOf(service.url, LIVE_KEY).get(path)).body
    const { addresses } = await ask('/wallet/deposit-address')
    const readDeposits = async (): Promise<Body[]> => {
      const found: Body[] = []
      for (let page = 1; page <= MAX_PAGES; page++) {
        const { data } = await ask(`/wallet/deposits?page=${page}&per_page=100`)
        found.push(...data)
        if (data.length < 100) return found
      }
      throw new Error('there are more deposits than payments')
    }
    const countDeposits = async (filter = ''): Promise<number> =>
      (await ask(`/wallet/deposits?per_page=1${filter}`)).pagination.total
    const sent: string[] = []
    const hashes: string[] = []
    let turns = 0
    async function payAll(): Promise<void> {
      turns++
      const satoshis = 1_000_000 + turns
      const lamports = 10n ** 10n + BigInt(turns)
      const wei = 10n ** 18n + BigInt(turns) * 10n ** 9n
      const tokens = 50_000_000n + BigInt(turns)
      const note = (currency: string, txHash: string, amount: bigint, decimals: number) => {
        sent.push(`confirmed ${decimal(amount, decimals)} ${currency}`)
        hashes.push(txHash)
      }
      const payment = await bitcoin.sign([[addresses.btc, satoshis]])
      note('btc', await bitcoin.send(payment), BigInt(satoshis), 8)
      note('eth', await ethereum.pay(addresses.eth, wei), wei, 18)
      note('usdt', await usdt.send('transfer(address,uint256)', [addresses.usdt, tokens]), tokens, 6)
      // The contract forwards a quarter of the amount to the customer.
      const others = ethereum.accounts[5]!
      // A node without traces finds the payment through the balance and names it by its block, so its hash is not
      // recorded.
      await payer.send('payBoth(address,address)', [addresses.eth, others], 4n * wei)
      sent.push(`confirmed ${decimal(wei, 18)} eth`)
      note('sol', await solana.pay([[addresses.sol, lamports]]), lamports, 9)
      await solana.endSlot(turns % 3)
      await bitcoin.mine()
      if (turns % 4 !== 3) return rival.follow(bitcoin)
      // The rival does not know the payment, so its two blocks return the payment to the mempool.
      await rival.mine(2)
      await bitcoin.follow(rival)
      await bitcoin.send(payment)
    }
    const payTurns = async (count: number) => {
      for (let n = 0; n < count; n++) await payAll()
    }
    const goOn = async () => {
      await bitcoin.mine()
      await ethereum.mine(3)
      await solana.endSlot()
    }
    // A chain is read from its tip onward. A payment before that would be missed.
    await until('all chains are watched', async () => {
      await goOn()
      const said = await (await fetch(`${service.url}/metrics`)).text()
      return ['bitcoin', 'ethereum', 'solana'].every((network) =>
        said.includes(`cardwright_chain_height{chain="${network}"}`),
      )
    })
    // Half of the runs end at a random moment, the other half shortly after a new deposit was seen.
    let pending = 0
    for (let life = 0; life < LIVES; life++) {
      const known = await countDeposits()
      const paying = payTurns(PAYMENTS_OF_A_LIFE)
      const away = Object.values(before)[life % 3]!
      away.isAway = true
      setTimeout(() => {
        away.isAway = false
      }, randomInt(MAX_LIFE_MS))
      if (life % 2 === 0) await pause(randomInt(MAX_LIFE_MS))
      else {
        await until('something new is seen', async () => (await countDeposits()) > known, SEEN_MS)
        pending += await countDeposits('&status=pending')
        await pause(randomInt(SOON_MS))
      }
      await service.kill()
      await paying
      await service.start()
    }
    for (const node of Object.values(before)) node.isCalm = true
    const faults = Object.values(before).reduce((sum, { faults }) => sum + faults, 0)
    t.diagnostic(
      `${LIVES} kills, ${sent.length} payments, ${faults} faults of nodes; ${pending} deposits were pending a moment before a kill`,
    )
    assert.ok(pending > 0 && faults > 0, `${pending} pending deposits, ${faults} node faults`)
    assert.equal(sent.length, LIVES * PAYMENTS_OF_A_LIFE * 5)
    // After these blocks all payments are confirmed. A block is added now and then while the service catches up.
    for (let n = 0; n < DEEP_ENOUGH; n++) await goOn()
    let grownAt = performance.now()
    await until(
      'every payment credited',
      async () => {
        if (performance.now() - grownAt > GROWS_EVERY_MS) {
          await goOn()
          grownAt = performance.now()
        }
        return (await countDeposits('&status=confirmed')) >= sent.length
      },
      SETTLED_MS,
    ).catch(async (error) => {
      const found = await readDeposits()
      const counts = Map.groupBy(found, ({ currency, status }) => `${currency} ${status}`)
      t.diagnostic([...counts].map(([what, of]) => `${what}: ${of.length}`).join(', '))
      throw error
    })
    const deposits = await readDeposits()
    assert.deepEqual(
      deposits.map((each) => `${each.status} ${each.amount_crypto} ${each.currency}`).sort(),
      sent.sort(),
    )
    const found = new Set(deposits.map((each) => each.tx_hash))
    assert.deepEqual(
      hashes.filter((hash) => !found.has(hash)),
      [],
    )
    const cents = deposits.reduce((sum, { credited_usd }) => sum + Math.round(credited_usd * 100), 0)
    assert.equal(Math.round((await ask('/wallet/balance')).balance * 100), cents)
    const { isClean, said } = await service.audit()
    assert.ok(isClean, said)
  })
}

/**
 * Two addresses of one node that sometimes refuse, drop or hang calls, and are both unreachable while `isAway` is set.
 * Nothing fails once `isCalm` is set.
 */
async function unreliable(url: string) {
  const state = { urls: '', isAway: false, isCalm: false, faults: 0 }
  const fault = ({ method }: { method: string }): Fault => {
    if (state.isCalm) return undefined
    const chance = randomInt(1_000)
    if (!state.isAway && (chance >= 42 || method.startsWith('debug_'))) return undefined
    state.faults += 1
    if (state.isAway || chance < 20) return 'cut'
    if (chance < 30) return { status: 503 }
    return chance < 40 ? { error: { code: -32_000, message: 'busy' } } : 'hang'
  }
  const nodes = await Promise.all([startFaultyNode(url, fault), startFaultyNode(url, fault)])
  state.urls = nodes.map((node) => node.url).join(',')
  return state
}

function decimal(amount: bigint, decimals: number): string {
  const digits = amount.toString().padStart(decimals + 1, '0')
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`.replace(/\.?0+$/, '')
}
