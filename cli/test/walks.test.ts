// `--all` reads every page, even if the filtered property changes while it reads.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestService } from '../../server/test/harness.ts'
import { newCard } from '../../server/test/money/books.ts'
import { environmentFor, json, receive } from './cli-fixture.ts'

const CARDS = 20
const service = await startTestService()
const api = await service.fundedWorkspace(CARDS)
for (let made = 0; made < CARDS; made += 1) await newCard(api, 1)
const env = environmentFor({ url: service.url, key: api.key })

/** A proxy between the program and the service, which freezes every listed card before it passes the page on. */
async function freezingProxy(): Promise<string> {
  const { port } = await receive(async (request, response) => {
    const answer = await fetch(service.url + request.url, {
      headers: { authorization: request.headers.authorization! },
    })
    const text = await answer.text()
    for (const { id } of JSON.parse(text).data) await api.post(`/cards/${id}/freeze`)
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(text)
  })
  return `http://127.0.0.1:${port}/v1`
}

test('--all lists every active card although each is frozen as soon as it is listed', async () => {
  const walked = { ...env, CARDWRIGHT_BASE_URL: await freezingProxy() }
  const { data } = await json(['cards', 'list', '--status', 'active', '--per-page', '3', '--all'], walked)
  assert.equal(new Set(data.map(({ id }: { id: string }) => id)).size, CARDS)
  assert.equal((await json(['cards', 'list', '--status', 'frozen'], env)).pagination.total, CARDS)
})

test('--all follows the cursor of a list, or its page numbers if it has no cursor', async () => {
  const first = await json(['cards', 'list', '--per-page', '12'], env)
  const second = await json(['cards', 'list', '--per-page', '12', '--cursor', first.pagination.next_cursor], env)
  assert.deepEqual([second.data.length, second.pagination.next_cursor], [CARDS - 12, null])
  const { data } = await json(['cards', 'list', '--sort', 'balance', '--per-page', '7', '--all'], env)
  assert.equal(data.length, CARDS)
  await service.audit()
})
