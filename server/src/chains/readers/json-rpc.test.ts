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

/** Starts a node that answers with its chain, its height and a greeting. */
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
  ['answers with another type', { result: 7 }, /greet: expected a string, got a number/],
  ['answers with invalid JSON', { body: '<html>' }, /greet: the answer is not JSON/],
  ['answers with an empty body', { body: '' }, /greet: the answer is not JSON/],
  ['answers without result and error', { body: '{"id":2}' }, /greet: the answer has neither result nor error/],
  ['answers another request', { body: '{"id":77,"result":"hello"}' }, /greet: the answer is to another request/],
  ['answers with a list', { body: '[]' }, /greet: expected an object, got an array/],
  ['is busy', { status: 503 }, /greet: HTTP status 503/],
  ['cuts the connection', 'cut', /greet: \w/],
  ['does not answer', 'hang', /no answer in/],
]
for (const [what, fault, message] of faults) {
  test(`a node that ${what} is skipped, and the next node answers`, async () => {
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
    assert.equal(bad.calls.length, asked, 'the failed node was asked again immediately')
  })
}

test('a node that refuses connections is skipped without a wait', async () => {
  const dead = await startNode()
  await dead.close()
  const rpc = rpcOver([dead.url, (await startNode()).url])
  assert.equal(await rpc.use(greet), 'hello')
  assert.match(rpc.nodes()[0]!.lastError!, /ECONNREFUSED/)
})

test('the error names the node and the method if no node answers', async () => {
  const bad = await startNode({ fault: (method) => (method === 'greet' ? { status: 500 } : undefined) })
  await assert.rejects(rpcOver([bad.url]).use(greet), { message: `${bad.url}: greet: HTTP status 500` })
})

test('the only node is asked again although it has failed', async () => {
  let isBroken = true
  const node = await startNode({ fault: (method) => (isBroken && method === 'greet' ? { status: 500 } : undefined) })
  const rpc = rpcOver([node.url])
  await assert.rejects(rpc.use(greet))
  isBroken = false
  assert.equal(await rpc.use(greet), 'hello')
  assert.deepEqual(rpc.nodes(), [{ url: node.url, healthy: true, lastError: undefined }])
})

test('the tip comes from a node that is up to date, and a lagging node is not used', async () => {
  const behind = await startNode({ height: 5 })
  const good = await startNode({ height: 10 })
  const rpc = rpcOver([behind.url, good.url])
  assert.deepEqual(await rpc.tip(askTip), { height: 10 })
  assert.equal(await rpc.use(greet), 'hello')
  assert.ok(good.calls.includes('greet') && !behind.calls.includes('greet'), `${good.calls} and ${behind.calls}`)
  assert.match(rpc.nodes()[0]!.lastError!, /behind/)
  behind.fault = ({ method }) => ({ result: { tip: 10, chain: 'a chain', greet: 'caught up' }[method] })
  assert.deepEqual(await rpc.tip(askTip), { height: 10 })
  assert.equal(await rpc.use(greet), 'caught up')
})

test('a node that is only a little behind is still used', async () => {
  const rpc = rpcOver([(await startNode({ height: 9 })).url, (await startNode({ height: 10 })).url])
  assert.deepEqual(await rpc.tip(askTip), { height: 9 })
})

test('a hanging node does not delay the tip', async () => {
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
  assert.ok(!other.calls.includes('greet'), other.calls.join())
})

test('a refused optional call does not mark the node as unhealthy', async () => {
  const node = await startNode()
  const rpc = rpcOver([node.url])
  await assert.rejects(
    rpc.use((each) => each.call('unknown', [], text), { isOptional: true }),
    /Method not found/,
  )
  assert.equal(rpc.nodes()[0]!.healthy, true)
})

test('credentials of a node URL are sent in a header and appear in no message', async () => {
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

test('an invalid node URL is rejected with an error that does not contain it', () => {
  for (const address of ['secret', 'ftp://a:secret@host', '//secret@host']) {
    assert.throws(
      () => rpcOver([address]),
      (error: Error) => !error.message.includes('secret') && /http:/.test(error.message),
    )
  }
})

test('a redirect is rejected, because it would take the credentials along', async () => {
  const good = await startNode()
  const server = createServer((_request, response) => response.writeHead(307, { location: good.url }).end())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  after(() => server.close())
  await assert.rejects(rpcOver([`http://a:b@127.0.0.1:${(server.address() as AddressInfo).port}`]).use(greet))
  assert.deepEqual(good.calls, [])
})

test('an answer above the size limit is not read to its end', async () => {
  const node = await startNode({ fault: (method) => (method === 'greet' ? { result: 'x'.repeat(5_000) } : undefined) })
  await assert.rejects(rpcOver([node.url], { maxBytes: 1_000 }).use(greet), /larger than 1000 bytes/)
})

test('a batch returns its answers in the order of the calls, with an error in place of a failed one', async () => {
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

test('calls are made one by one if the node refuses batches', async () => {
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

test('amounts above 2^53 are read exactly', async () => {
  const node = await startNode({
    fault: (method) =>
      method === 'greet' ? { body: '{"id":2,"result":[9007199254740993, 1, 18446744073709551615]}' } : undefined,
  })
  const amounts = await rpcOver([node.url]).use((each) => each.call('greet', [], (value) => (value as []).map(amount)))
  assert.deepEqual(amounts, [9007199254740993n, 1n, 18446744073709551615n])
})

test('a hash that is not 64 hex digits is rejected', () => {
  assert.throws(() => hash('0x12'), /expected 64 hex digits, got a string/)
  assert.throws(() => hash(null), /got null/)
})
