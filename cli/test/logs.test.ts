import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { apiOf } from '../../server/test/harness.ts'
import { environmentFor, fails, json, start, succeeds } from './cli-fixture.ts'
import { restartableService } from './restartable-service.ts'
import { interrupted, lineOf } from './running-program.ts'

const service = await restartableService()
const newApi = async () => apiOf(service.url, await service.key())
type Api = Awaited<ReturnType<typeof newApi>>
const envOf = (api: Api) => environmentFor({ url: service.url, key: api.key })

/** The program and its lines. `says` resolves when a line contains the text. */
function tailed(api: Api, ...options: string[]) {
  const child = start(['logs', 'tail', ...options], envOf(api))
  const heard = { said: '' }
  child.stdout.on('data', (chunk) => {
    heard.said += chunk
  })
  const lines = () => heard.said.split('\n').slice(0, -1)
  const says = async (part: string) => {
    while (!lines().some((line) => line.includes(part))) await once(child.stdout, 'data')
  }
  return { child, lines, says }
}

async function tailing(api: Api, ...options: string[]) {
  const tail = tailed(api, ...options)
  await lineOf(tail.child, /^Waiting for requests/, 'stderr')
  return tail
}

const pathOf = (line: string) => line.split(/ {2,}/)[3]

test('logs list shows a page with filters, as a table and as JSON', async () => {
  const api = await newApi()
  const env = envOf(api)
  await api.get('/bins')
  const { headers } = await api.get('/cards/card_none')
  const table = await succeeds(['logs', 'list'], env)
  assert.match(table, /^ARRIVED +STATUS +METHOD +PATH +ERROR +MS +REQUEST +BY\n/)
  assert.match(table, /^\S+ \S+Z +404 +GET +\/v1\/cards\/card_none +card_not_found +\d+ +req_\w+ +key_\w+$/m)
  const { data, pagination } = await json(['logs', 'list', '--status', '4xx', '--method', 'GET', '--path', 'CARD'], env)
  assert.deepEqual([data.length, data[0].error, pagination.total], [1, 'card_not_found', 1])
  const id = headers.get('x-request-id')!
  assert.equal((await json(['logs', 'list', '--request', id], env)).data[0].request_id, id)
  assert.deepEqual((await json(['logs', 'list', '--from', '9999-01-01'], env)).data, [])
  assert.equal((await json(['logs', 'list', '--source', 'api_key'], env)).data[0].source, 'api_key')
  assert.deepEqual((await json(['logs', 'list', '--source', 'dashboard'], env)).data, [])
})

test('logs tail shows each new request once and in order, without its own requests', async () => {
  const api = await newApi()
  await api.get('/before')
  const { child, lines, says } = await tailing(api)
  for (let n = 0; n < 150; n++) await api.get(`/n/${n}`)
  await says('/n/149')
  await api.get('/last')
  await says('/last')
  assert.deepEqual(lines().map(pathOf), [...Array.from({ length: 150 }, (_, n) => `/v1/n/${n}`), '/v1/last'])
  await interrupted(child)
})

test('logs tail filters requests and prints a line for people', async () => {
  const api = await newApi()
  const { child, lines, says } = await tailing(api, '--status', '4xx', '--path', '/cards')
  await api.get('/cards')
  await api.get('/nowhere')
  await api.get('/cards/card_none')
  await says('card_none')
  assert.equal(lines().length, 1)
  assert.match(
    lines()[0]!,
    /^\S+ \S+Z {2}404 {2}GET {5}\/v1\/cards\/card_none {2}card_not_found {2}\d+ ms {2}req_\w{32}$/,
  )
  await interrupted(child)
})

test('logs tail --from starts in the past, and --json prints one line for each request', async () => {
  const api = await newApi()
  for (const path of ['/one', '/two']) await api.get(path)
  const { child, lines, says } = tailed(api, '--from', new Date(Date.now() - 60_000).toISOString(), '--json')
  await says('/two')
  await api.get('/three')
  await says('/three')
  assert.deepEqual(
    lines().map((line) => JSON.parse(line).path),
    ['/v1/one', '/v1/two', '/v1/three'],
  )
  await interrupted(child)
})

test('logs tail waits while the service restarts, and continues where it stopped', async () => {
  const api = await newApi()
  const { child, lines, says } = await tailing(api)
  await api.get('/first')
  await says('/first')
  const away = lineOf(child, /does not answer/, 'stderr')
  const back = lineOf(child, /is back/, 'stderr')
  await api.get('/unseen-before-the-stop')
  await service.stop()
  await away
  await service.start()
  await back
  await api.get('/after')
  await says('/after')
  assert.deepEqual(lines().map(pathOf), ['/v1/first', '/v1/unseen-before-the-stop', '/v1/after'])
  await interrupted(child)
})

test('logs fails immediately for a filter that the service refuses', async () => {
  const env = envOf(await newApi())
  for (const command of ['list', 'tail'])
    assert.match(await fails(['logs', command, '--status', 'bad'], env), /invalid_request: .+\n {2}parameter {2}status/)
})
