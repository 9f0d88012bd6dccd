// `cardwright mcp`: the same tools over standard input and output, with the official client in both eras.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { environmentFor, fails, MAIN, run } from '../../../cli/test/cli-fixture.ts'
import { startTestService } from '../harness.ts'
import { namesOf, newClient, refused, used } from './mcp-clients.ts'

const service = await startTestService()
const { key } = await service.workspace()

async function started(era: 'modern' | 'legacy') {
  const env = Object.entries(environmentFor({ url: service.url, key })).filter(([, value]) => value !== undefined)
  const client = newClient(era)
  const transport = {
    command: process.execPath,
    args: [MAIN, 'mcp'],
    env: Object.fromEntries(env) as Record<string, string>,
  }
  await client.connect(new StdioClientTransport(transport))
  after(() => client.close())
  return client
}

for (const era of ['modern', 'legacy'] as const)
  test(`cardwright mcp offers the tools of the service (${era})`, async () => {
    const client = await started(era)
    assert.ok((await namesOf(client)).includes('create_spend_request'), 'create_spend_request is missing')
    assert.match(client.getInstructions() ?? '', /whoami/)
    assert.equal((await used(client, 'whoami')).environment, 'sandbox')
    assert.equal((await refused(client, 'get_card', { card_id: 'card_x' })).error, 'card_not_found')
  })

test('a canceled call does not affect other calls', async () => {
  const client = await started('modern')
  const ending = new AbortController()
  const waiting = client.callTool(
    { name: 'wait_for_passcode', arguments: { card_id: 'card_x' } },
    { signal: ending.signal },
  )
  ending.abort()
  await assert.rejects(waiting)
  assert.equal((await used(client, 'whoami')).environment, 'sandbox')
})

test('a rejected key and invalid JSON are reported as protocol errors', async () => {
  const ask = JSON.stringify({ jsonrpc: '2.0', id: 7, method: 'ping' })
  const { out, code } = await run(
    ['mcp'],
    environmentFor({ url: service.url, key: 'sk_test_wrong' }),
    `${ask}\nnot JSON\n`,
  )
  const answers = out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  const byId = new Map(answers.map(({ id, error }) => [id, error]))
  assert.equal(code, 0)
  assert.match(byId.get(7).message, /^unauthorized: /)
  assert.equal(byId.get(null).code, -32_700)
  assert.ok(!out.includes('sk_test_'), 'the output contains the key')
})

test('cardwright mcp without a key says how to set one', async () => {
  assert.match(await fails(['mcp'], environmentFor({ url: service.url }), 2), /cardwright login/)
})
