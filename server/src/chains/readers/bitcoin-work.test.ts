import assert from 'node:assert/strict'
import { hash as digest } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import fc from 'fast-check'
import { pino } from 'pino'
import { bitcoinReader } from './bitcoin.ts'
import { MAIN_GENESIS } from './bitcoin-address.ts'
import { mainHeaders } from './bitcoin-main-headers.ts'
import {
  bitsOf,
  checkTarget,
  checkWork,
  type Header,
  mainRules,
  nextBits,
  PERIOD_BLOCKS,
  parseHeader,
  startsPeriod,
  targetOf,
  testRules,
} from './bitcoin-work.ts'

type Period = [first: Header, parent: Header, next: Header]

/** The header of the first block of the main chain. */
const GENESIS = Buffer.from(
  '0100000000000000000000000000000000000000000000000000000000000000000000003ba3edfd7a7b12b27ac72c3e67768f617fc81bc3888a51323a9fb8aa4b1e5e4a29ab5f49ffff001d1dac2b7c',
  'hex',
)
const early = { easiest: targetOf(0x1d00ffff), followsTargets: true }

test('a header is parsed and has the proof of work that it claims', () => {
  const header = parseHeader(GENESIS)
  assert.deepEqual(header, { hash: MAIN_GENESIS, parentHash: '0'.repeat(64), time: 1_231_006_505, bits: 0x1d00ffff })
  checkWork(header, early)
})

test('a header whose hash misses its target, or whose target is too easy, is rejected', () => {
  const changed = Buffer.from(GENESIS)
  changed.writeUInt32LE(changed.readUInt32LE(76) + 1, 76)
  assert.throws(() => checkWork(parseHeader(changed), early), /has no proof of work/)
  assert.throws(() => checkWork(parseHeader(GENESIS), mainRules), /a target that is too easy/)
  for (const bits of [0, 0x1d800001, 0x01003456])
    assert.throws(() => checkWork({ ...parseHeader(GENESIS), bits }, testRules), /too easy/, bits.toString(16))
})

test('bits and targets convert into each other', () => {
  for (const bits of [0x1d00ffff, 0x1b0404cb, 0x17034219, 0x207fffff, 0x05009234])
    assert.equal(bitsOf(targetOf(bits)), bits)
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: 2n ** 255n }), (target) => {
      const kept = targetOf(bitsOf(target))
      assert.ok(kept <= target && (target - kept) * 32_768n <= target, `${kept} of ${target}`)
      assert.equal(bitsOf(kept), bitsOf(target))
    }),
  )
})

/** Periods of the main chain, and the upper and lower bound by the rules of the network. */
const periods: [first: number, last: number, bits: number, next: number][] = [
  [1_261_130_161, 1_262_152_739, 0x1d00ffff, 0x1d00d86a],
  [1_231_006_505, 1_233_061_996, 0x1d00ffff, 0x1d00ffff],
  [1_279_008_237, 1_279_297_671, 0x1c05a3f4, 0x1c0168fd],
  [1_263_163_443, 1_269_211_443, 0x1c387f6f, 0x1d00e1fd],
]

for (const [first, last, bits, next] of periods) {
  test(`after a period at ${bits.toString(16)} that took ${last - first} s the bits are ${next.toString(16)}`, () => {
    const header = { hash: '', parentHash: '', bits }
    assert.equal(nextBits({ ...header, time: last }, { ...header, time: first }), next)
  })
}

/** Returns the header of the main chain at this height, after a check of its proof of work. */
function mainHeader(height: number): Header {
  const header = parseHeader(Buffer.from(mainHeaders[height]!, 'hex'))
  checkWork(header, early)
  return header
}

for (const start of [554_400, 556_416, 558_432, 560_448]) {
  const [first, parent, next] = [start, start + PERIOD_BLOCKS - 1, start + PERIOD_BLOCKS].map(mainHeader) as Period
  test(`the main chain's block ${start + PERIOD_BLOCKS} has the target that follows from the period before it`, () => {
    assert.equal(next.parentHash, parent.hash)
    assert.deepEqual([startsPeriod(start), startsPeriod(start + PERIOD_BLOCKS - 1)], [true, false])
    assert.equal(nextBits(parent, first).toString(16), next.bits.toString(16))
    checkTarget(next, nextBits(parent, first))
    // The network counts 2,015 intervals. With the 2,016 that one would expect, the target would be different.
    if (start > 554_400) assert.notEqual(nextBits(parent, { ...first, time: mainHeader(start - 1).time }), next.bits)
    assert.throws(() => checkTarget({ ...next, bits: parent.bits }, nextBits(parent, first)), /names another target/)
  })
}

test('a real block of an earlier period is rejected as the first block of this period', () => {
  const parent = mainHeader(558_431)
  assert.throws(() => nextBits(parent, mainHeader(554_400)), /names another target/)
})

/** Mines a block of one transaction without inputs or outputs, as far as its bits require. */
function inventBlock(parent: string, bits: number): { hash: string; bytes: Buffer; header: Buffer } {
  const transaction = Buffer.from('01000000000000000000', 'hex')
  const header = Buffer.alloc(80)
  Buffer.from(parent, 'hex').reverse().copy(header, 4)
  merkleRootOf(transaction).copy(header, 36)
  header.writeUInt32LE(bits, 72)
  for (let nonce = 0; BigInt(`0x${parseHeader(header).hash}`) > targetOf(bits) && nonce < 1_000; nonce++)
    header.writeUInt32LE(nonce, 76)
  const bytes = Buffer.concat([header, Buffer.from([1]), transaction])
  return { hash: parseHeader(header).hash, bytes, header }
}

function merkleRootOf(transaction: Buffer): Buffer {
  // The root of a single transaction is its id.
  return digest('sha256', digest('sha256', transaction, 'buffer'), 'buffer')
}

/** Starts a node that claims to be of the main network and has two invented blocks. */
async function startLiar(genesis: string, bits: number) {
  const parent = inventBlock('0'.repeat(64), bits)
  const block = inventBlock(parent.hash, bits)
  const answers: Record<string, (first: unknown) => unknown> = {
    getblockhash: (height) => (height === 0 ? genesis : block.hash),
    getblock: () => block.bytes.toString('hex'),
    getblockheader: () => parent.header.toString('hex'),
  }
  const server = createServer(async (request, response) => {
    const { id, method, params } = JSON.parse(Buffer.concat(await request.toArray()).toString())
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ jsonrpc: '2.0', id, result: answers[method]!(params[0]) }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  after(() => server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const reader = bitcoinReader({ urls: [url], log: pino({ level: 'silent' }) })
  after(() => reader.close())
  return { reader, block }
}

test('a block of the main network with a target that is too easy is rejected', async () => {
  const { reader } = await startLiar(MAIN_GENESIS, 0x207fffff)
  await assert.rejects(
    reader.block(800_001, async () => new Set()),
    /a target that is too easy/,
  )
})

test('a block of the main network with the true target and without the work is rejected', async () => {
  const { reader } = await startLiar(MAIN_GENESIS, 0x17034219)
  await assert.rejects(
    reader.block(800_001, async () => new Set()),
    /has no proof of work/,
  )
})

test('a test network may have easy targets, but its blocks still need the work for them', async () => {
  const easy = await startLiar(`${'0'.repeat(63)}1`, 0x207fffff)
  assert.equal((await easy.reader.block(5, async () => new Set()))!.hash, easy.block.hash)
  const hard = await startLiar(`${'0'.repeat(63)}1`, 0x1d00ffff)
  await assert.rejects(
    hard.reader.block(5, async () => new Set()),
    /has no proof of work/,
  )
})
