// A Bitcoin node with its own regtest chain: bcoin, in memory, on the loopback interface. In addition to its RPC it has
// `fund`, which creates and signs a payment from the blocks that it mined.

import { announce, chainPackage } from './node-process.ts'

type Hash = string
type Coin = { hash: Hash; index: number; value: number; getAddress(): { toString(network: unknown): string } }
type Mtx = {
  addOutput(address: unknown, value: number): void
  addCoin(coin: Coin): void
  sign(ring: unknown): number
  toTX(): { rhash(): string; toRaw(): Buffer }
}
type Block = { txs: { hash(encoding: 'hex'): Hash; outputs: { value: number; script: { toRaw(): Buffer } }[] }[] }
type FullNode = {
  open(): Promise<void>
  chain: {
    height: number
    on(event: 'connect' | 'disconnect', heard: (entry: { height: number }, block: Block) => void): void
  }
  rpc: { add(name: string, call: (args: unknown[]) => Promise<unknown>, scope?: unknown): void }
  http: { http: { address(): { port: number } } }
}
type Bcoin = {
  FullNode: new (options: object) => FullNode
  Network: {
    get(name: string): { addressPrefix: { bech32: string }; minerWindow: number; activationThreshold: number }
  }
  KeyRing: { generate(network: unknown): { witness: boolean; getAddress(): { toString(network: unknown): string } } }
  MTX: new () => Mtx
  Coin: { fromTX(tx: unknown, index: number, height: number): Coin }
  Address: { fromString(text: string, network: unknown): unknown }
}

const MATURITY = 100
const FEE = 10_000

const { FullNode, Network, KeyRing, MTX, Coin, Address } = chainPackage<Bcoin>('bcoin')

// The address prefix is the one that the service uses on every test network, and segwit is active after 24 blocks
// instead of 432.
const network = Network.get('regtest')
network.addressPrefix.bech32 = 'tb'
network.minerWindow = 8
network.activationThreshold = 6

const [password = 'secret'] = process.argv.slice(2)
const ring = KeyRing.generate(network)
ring.witness = true
const own = ring.getAddress().toString(network)

const node = new FullNode({
  network: 'regtest',
  memory: true,
  listen: false,
  httpHost: '127.0.0.1',
  httpPort: 0,
  apiKey: password,
  replaceByFee: true,
  logLevel: 'none',
  workers: false,
})

/** Coins of blocks that this node mined itself and that are on the best chain. */
const mined: { coin: Coin; height: number }[] = []
node.chain.on('connect', ({ height }, block) => {
  const [coinbase] = block.txs
  const coin = Coin.fromTX(coinbase, 0, height)
  if (coin.getAddress().toString(network) === own) mined.push({ coin, height })
})
node.chain.on('disconnect', ({ height }) => {
  const kept = mined.filter((each) => each.height < height)
  mined.splice(0, mined.length, ...kept)
})

/** The address that blocks are mined to. */
node.rpc.add('ownaddress', async () => own)
/**
 * `fund [[address, satoshis]…] [take]` returns a signed payment that is not sent; `take` spends the same coin again.
 */
node.rpc.add('fund', async ([payments, take]) => {
  const at = take === undefined ? mined.findIndex(({ height }) => height + MATURITY <= node.chain.height) : -1
  const coin = take === undefined ? mined.splice(at, 1)[0]?.coin : spent[take as number]
  if (!coin || (take === undefined && at < 0)) throw new Error('there is no mature coin')
  const payment = new MTX()
  let rest = coin.value - FEE
  for (const [address, satoshis] of payments as [string, number][]) {
    payment.addOutput(Address.fromString(address, network), satoshis)
    rest -= satoshis
  }
  payment.addOutput(Address.fromString(own, network), rest)
  payment.addCoin(coin)
  if (payment.sign(ring) === 0) throw new Error('the payment could not be signed')
  const coinNumber = spent.push(coin) - 1
  const tx = payment.toTX()
  return { txid: tx.rhash(), hex: tx.toRaw().toString('hex'), take: coinNumber }
})
const spent: Coin[] = []

await node.open()
announce(`http://user:${password}@127.0.0.1:${node.http.http.address().port}`)
