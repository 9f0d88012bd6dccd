// node node-request-time.mjs <client> <address> <requests>: prints the median time of a request, in microseconds.

const [, , name, address, requests] = process.argv
const { port } = new URL(address)

const clients = {
  async fetch() {
    return async () => (await fetch(`${address}/v1/cards/card_1`)).json()
  },
  async '@cardwright/sdk'() {
    const { Cardwright } = await import('@cardwright/sdk')
    const client = new Cardwright({ apiKey: 'sk_test_bench', baseUrl: `${address}/v1` })
    return () => client.cards.get('card_1')
  },
  async lithic() {
    const { default: Lithic } = await import('lithic')
    const client = new Lithic({ apiKey: 'bench', baseURL: address })
    return () => client.cards.retrieve('card_1')
  },
  async stripe() {
    const { default: Stripe } = await import('stripe')
    const client = new Stripe('sk_test_bench', { host: '127.0.0.1', port, protocol: 'http', telemetry: false })
    return () => client.issuing.cards.retrieve('card_1')
  },
}

const call = await clients[name]()
const WARM_UP = 500
for (let n = 0; n < WARM_UP; n += 1) await call()
const times = []
for (let n = 0; n < Number(requests); n += 1) {
  const started = performance.now()
  await call()
  times.push(performance.now() - started)
}
times.sort((a, b) => a - b)
console.log(times[times.length >> 1] * 1000)
process.exit() // open connections would keep the process alive
