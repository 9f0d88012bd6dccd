import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { pino } from 'pino'
import { type Fault, startFaultyNode } from '../../../test/chains/nodes/faulty-node.ts'
import { amount, hash, text, whole } from './answer-shape.ts'
import { JsonRpc, type JsonRpcOptions, type NodeCalls } from './json-rpc.ts'

const silent = pino({ level: 'silent' })

type Behaviour = { chain?: string; height?: number; fault?: (method: string) => Fault }

/** A node that knows its chain, its height and how to greet. */
function startNode({ chain = 'a chain', height = 10, fault }: Behaviour = {}) {
  const answers: Record<string, Fault> = {
    chain: { result: chain },
    tip: { result: height },
    greet: { result: 'hello' },
  }
  return startFaultyNode(undefined, ({ method }) => fault?.(method) ?? answers[method])
}

function rpcOver(urls: string[], options: Partial<JsonRpcOptions> = {}): JsonRpc {
  const identify = (node: NodeCalls) => node.call('chain', [], text)
  const rpc = new JsonRpc({ urls, log: silent, identify, maxBehind: 2, timeoutMs: 2_000, slowMs: 100, ...options })
  after(() => rpc.close())
  return rpc
}

const greet = (node: NodeCalls) => node.call('greet', [], text)
const askTip = async (node: NodeCalls) => ({ height: await node.call('tip', [], whole) })

const faults: [string, Fault, RegExp][] = [
  ['refuses', { error: { code: -1, message: 'no' } }, /greet: no \(-1\)/],
  ['answers another shape', { result: 7 }, /greet: expected a string, got a number/],
  ['answers no JSON', { body: '<html>' }, /greet: the answer is not JSON/],
  ['answers nothing', { body: '' }, /greet: the answer is not JSON/],
  ['answers neither result nor error', { body: '{"id":2}' }, /greet: the answer has neither result nor error/],
  ['answers another request', { body: '{"id":77,"result":"hello"}' }, /greet: the answer is to another request/],
  ['answers a list', { body: '[]' }, /greet: expected an object, got an array/],
  ['is busy', { status: 503 }, /greet: HTTP status 503/],
  ['cuts the connection', 'cut', /greet: \w/],
  ['does not answer', 'hang', /no answer in/],
]
for (const [what, fault, message] of faults) {
  test(`a node that ${what} is passed over, and the next one answers`, async () => {
    const bad = await startNode({ fault: (method) => (method === 'greet' ? fault : undefined) })
    const good = await startNode()
    const rpc = rpcOver([bad.url, good.url])
    assert.equal(await rpc.use(greet), 'hello')
    assert.match(rpc.nodes()[0]!.lastError!, message)
    assert.deepEqual(
      rpc.nodes().map(({ healthy }) => healthy),
      [false, true],
    )
    const asked = bad.calls.length
    assert.equal(await rpc.use(greet), 'hello')
    assert.equal(bad.calls.length, asked, 'it is not asked again at once')
  })
}

test('a dead node costs nothing but its refusal', async () => {
  const dead = await startNode()
  await dead.close()
  const rpc = rpcOver([dead.url, (await startNode()).url])
  assert.equal(await rpc.use(greet), 'hello')
  assert.match(rpc.nodes()[0]!.lastError!, /ECONNREFUSED/)
})

test('when no node answers the error names the node and the method', async () => {
  const bad = await startNode({ fault: (method) => (method === 'greet' ? { status: 500 } : undefined) })
  await assert.rejects(rpcOver([bad.url]).use(greet), { message: `${bad.url}: greet: HTTP status 500` })
})

test('the only node is asked again although it failed', async () => {
  let isBroken = true
  const node = await startNode({ fault: (method) => (isBroken && method === 'greet' ? { status: 500 } : undefined) })
  const rpc = rpcOver([node.url])
  await assert.rejects(rpc.use(greet))
  isBroken = false
  assert.equal(await rpc.use(greet), 'hello')
  assert.deepEqual(rpc.nodes(), [{ url: node.url, healthy: true, lastError: undefined }])
})

test('the tip is that of a node which keeps up, and the laggard is not used', async () => {
  const behind = await startNode({ height: 5 })
  const good = await startNode({ height: 10 })
  const rpc = rpcOver([behind.url, good.url])
  assert.deepEqual(await rpc.tip(askTip), { height: 10 })
  assert.equal(await rpc.use(greet), 'hello')
  assert.ok(good.calls.includes('greet') && !behind.calls.includes('greet'))
  assert.match(rpc.nodes()[0]!.lastError!, /behind/)
  behind.fault = ({ method }) => ({ result: { tip: 10, chain: 'a chain', greet: 'caught up' }[method] })
  assert.deepEqual(await rpc.tip(askTip), { height: 10 })
  assert.equal(await rpc.use(greet), 'caught up')
})

test('a little behind is not lagging', async () => {
  const rpc = rpcOver([(await startNode({ height: 9 })).url, (await startNode({ height: 10 })).url])
  assert.deepEqual(await rpc.tip(askTip), { height: 9 })
})

test('a hanging node does not hold up the tip', async () => {
  const hanging = await startNode({ fault: () => 'hang' })
  const rpc = rpcOver([hanging.url, (await startNode()).url], { timeoutMs: 60_000 })
  assert.deepEqual(await rpc.tip(askTip), { height: 10 })
})

test('a node of another chain is never used', async () => {
  const first = await startNode({ chain: 'main' })
  const other = await startNode({ chain: 'test' })
  const rpc = rpcOver([first.url, other.url])
  assert.equal(await rpc.use(greet), 'hello')
  await first.close()
  await assert.rejects(rpc.use(greet))
  assert.match(rpc.nodes()[1]!.lastError!, /another chain/)
  assert.ok(!other.calls.includes('greet'))
})

test('an optional question that is refused does not count against the node', async () => {
  const node = await startNode()
  const rpc = rpcOver([node.url])
  await assert.rejects(
    rpc.use((each) => each.call('unknown', [], text), { isOptional: true }),
    /Method not found/,
  )
  assert.equal(rpc.nodes()[0]!.healthy, true)
})

test('credentials go in a header, and into no message', async () => {
  const heard: (string | undefined)[] = []
  const server = createServer((request, response) => {
    heard.push(request.headers.authorization)
    response.writeHead(500).end(`{"error":{"code":1,"message":"key hunter22 of /v3/topsecret?key=alsosecret"},"id":1}`)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  after(() => server.close())
  const { port } = server.address() as AddressInfo
  const lines: string[] = []
  const log = pino({ level: 'trace' }, { write: (line) => void lines.push(line) })
  const rpc = rpcOver([`http://alice:hunter22@127.0.0.1:${port}/v3/topsecret?key=alsosecret`], { log })
  const error = (await rpc.use(greet).catch((error) => error)) as Error
  assert.deepEqual(heard, [`Basic ${btoa('alice:hunter22')}`])
  const said = JSON.stringify([lines, rpc.nodes(), error.message])
  assert.match(said, new RegExp(`http://127.0.0.1:${port}/…`))
  assert.doesNotMatch(said, /hunter22|topsecret|alsosecret|alice/)
})

test('an address that is none is refused without being repeated', () => {
  for (const address of ['secret', 'ftp://a:secret@host', '//secret@host']) {
    assert.throws(
      () => rpcOver([address]),
      (error: Error) => !error.message.includes('secret') && /http:/.test(error.message),
    )
  }
})

test('a redirect is refused: it would take the credentials along', async () => {
  const good = await startNode()
  const server = createServer((_request, response) => response.writeHead(307, { location: good.url }).end())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  after(() => server.close())
  await assert.rejects(rpcOver([`http://a:b@127.0.0.1:${(server.address() as AddressInfo).port}`]).use(greet))
  assert.deepEqual(good.calls, [])
})

test('an answer beyond the bound is not read to its end', async () => {
  const node = await startNode({ fault: (method) => (method === 'greet' ? { result: 'x'.repeat(5_000) } : undefined) })
  await assert.rejects(rpcOver([node.url], { maxBytes: 1_000 }).use(greet), /larger than 1000 bytes/)
})

test('a batch answers in the order asked, refusals in their place', async () => {
  const server = createServer(async (request, response) => {
    let said = ''
    for await (const chunk of request) said += chunk
    const body = JSON.parse(said)
    const one = ({ id, method, params }: { id: number; method: string; params: number[] }) =>
      method === 'chain'
        ? { id, result: 'a chain' }
        : params[0] === 3
          ? { id, error: { code: -5, message: 'no such thing' } }
          : { id, result: `${params[0]}` }
    response.end(JSON.stringify(Array.isArray(body) ? body.map(one).reverse() : one(body)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  after(() => server.close())
  const rpc = rpcOver([`http://127.0.0.1:${(server.address() as AddressInfo).port}`])
  const calls = Array.from({ length: 250 }, (_, n) => ({ method: 'number', params: [n] }))
  const answers = await rpc.use((node) => node.batch(calls, text))
  assert.deepEqual(
    answers.map((answer) => (answer instanceof Error ? answer.code : answer)),
    calls.map((_, n) => (n === 3 ? -5 : `${n}`)),
  )
})

test('where batches are refused, calls are made one by one', async () => {
  const node = await startNode()
  const server = createServer(async (request, response) => {
    let said = ''
    for await (const chunk of request) said += chunk
    if (said.startsWith('[')) return response.end('{"id":null,"error":{"code":-32600,"message":"no batches"}}')
    response.end(await (await fetch(node.url, { method: 'POST', body: said })).text())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  after(() => server.close())
  const rpc = rpcOver([`http://127.0.0.1:${(server.address() as AddressInfo).port}`])
  const calls = Array.from({ length: 20 }, () => ({ method: 'greet', params: [] }))
  assert.deepEqual(await rpc.use((each) => each.batch(calls, text)), new Array(20).fill('hello'))
})

test('amounts beyond 2^53 arrive exactly', async () => {
  const node = await startNode({
    fault: (method) =>
      method === 'greet' ? { body: '{"id":2,"result":[9007199254740993, 1, 18446744073709551615]}' } : undefined,
  })
  const amounts = await rpcOver([node.url]).use((each) => each.call('greet', [], (value) => (value as []).map(amount)))
  assert.deepEqual(amounts, [9007199254740993n, 1n, 18446744073709551615n])
})

test('a hash is 64 hex digits, whatever the node says', () => {
  assert.throws(() => hash('0x12'), /expected 64 hex digits, got a string/)
  assert.throws(() => hash(null), /got null/)
})
