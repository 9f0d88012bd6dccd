// Tests that the published package works where it is installed, and that its examples run.

import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { startTestService } from '../../../server/test/harness.ts'
import { webhooks } from '../src/index.ts'
import { installPacked, root, start } from './packed.ts'

const { folder, packed, files } = installPacked()
const service = await startTestService({}, { worker: true })
const { key } = await service.fundedWorkspace()

test('the package contains only the build, the licence and the README', () => {
  assert.deepEqual(files.filter((path) => !/^dist\/(esm|cjs)\/(generated\/)?[a-z-]+\.(js|d\.ts)$/.test(path)).sort(), [
    'LICENSE',
    'README.md',
    'dist/cjs/package.json',
    'package.json',
  ])
})

test('publint and are-the-types-wrong report no problem', () => {
  const program = (name: string) => join(root, 'node_modules/.bin', name)
  execFileSync(program('publint'), ['run', '--strict', packed], { stdio: 'pipe' })
  execFileSync(program('attw'), [packed], { stdio: 'pipe' })
})

test('the package can be imported and required', () => {
  const show = "console.log(new Cardwright({ apiKey: 'sk_test_x' }).environment, typeof webhooks.verify)"
  const names = '{ Cardwright, webhooks }'
  writeFileSync(join(folder, 'imports.mjs'), `import ${names} from '@cardwright/sdk'\n${show}`)
  writeFileSync(join(folder, 'requires.cjs'), `const ${names} = require('@cardwright/sdk')\n${show}`)
  for (const file of ['imports.mjs', 'requires.cjs']) {
    assert.equal(execFileSync(process.execPath, [file], { cwd: folder }).toString().trim(), 'sandbox function')
  }
})

test('the types compile in a module and in a CommonJS script under the strictest settings', () => {
  const text = `import { Cardwright, type Card, type CardStatus, type CardwrightEvent, type DeclineReason, type DepositStatus,
      type EventType, InsufficientFundsError } from '@cardwright/sdk'
    const client = new Cardwright({ apiKey: 'sk_test_x', timeoutMs: undefined })
    export async function use(event: CardwrightEvent): Promise<Card | string | undefined> {
      for await (const card of client.cards.list({ status: 'active', label: undefined })) console.log(card.last4)
      if (event.type === 'card.frozen') return event.data.reason
      const { data, response } = await client.cards.create({ bin_id: 'x', amount: 5 }).withRawResponse()
      const merchant = { name: 'Acme', mcc: '7311', country: 'US' }
      await client.sandbox.authorizations.create({ card_id: 'x', amount: 5, merchant })
      await client.sandbox.authorizations.create({ pan: '4242424242424242', cvv: '123', amount: 5, merchant })
      // @ts-expect-error: both a card and a number are given
      await client.sandbox.authorizations.create({ card_id: 'x', pan: '4242424242424242', amount: 5, merchant })
      // @ts-expect-error: neither a card nor a number is given
      await client.sandbox.authorizations.create({ amount: 5, merchant })
      // @ts-expect-error: neither a settlement nor a card is given
      await client.sandbox.refunds.create({ amount: 5 })
      const reason: DeclineReason = 'card_frozen'
      const kinds: [EventType, CardStatus, DepositStatus] = ['card.frozen', 'active', 'pending']
      console.log(reason, kinds, await client.request<{ ok: boolean }>('POST', '/new', { body: { a: 1 } }))
      // @ts-expect-error: the field does not exist
      await client.cards.create({ bin_id: 'x', amount: 5, lable: 'x' })
      return response.status === 201 ? data : new InsufficientFundsError({}).param
    }\n`
  for (const file of ['use.mts', 'use.cts']) writeFileSync(join(folder, file), text)
  const settings = '--noEmit --strict --exactOptionalPropertyTypes --noUncheckedIndexedAccess --module nodenext'.split(
    ' ',
  )
  const types = ['--target', 'es2022', '--types', 'node', '--typeRoots', join(root, 'node_modules/@types')]
  const tsc = join(root, 'node_modules/.bin/tsc')
  execFileSync(tsc, [...settings, ...types, 'use.mts', 'use.cts'], { cwd: folder, stdio: 'inherit' })
})

// The examples share a workspace and run in this order: the last one adds up the money that the first one spent.
for (const [file, last] of [
  ['issue-and-spend.mjs', /refused: .* \(req_/],
  ['read-passcode.mjs', /challenge completed/],
  ['reconcile.mjs', /^2 cards, 0 differences, 42.5 of 42.5 spent$/m],
] as const) {
  test(`the example ${file} runs to its end and prints no card number`, async () => {
    const env = { CARDWRIGHT_API_KEY: key, CARDWRIGHT_BASE_URL: `${service.url}/v1` }
    const { code, output } = await start(folder, file, env).ended
    assert.equal(code, 0, output)
    assert.match(output, last)
    assert.doesNotMatch(output, /\b\d{16}\b/, 'a card number was printed')
    await service.audit()
  })
}

for (const file of ['webhooks-http.mjs', 'webhooks-express.mjs', 'webhooks-fastify.mjs']) {
  test(`the example ${file} accepts a signed event and rejects a forged one`, async () => {
    const secret = `whsec_${Buffer.alloc(32, 3).toString('base64')}`
    const running = start(folder, file, { WEBHOOK_SECRET: secret, PORT: '0' })
    const url = await running.said(/listening on (\S+)/)
    const body = JSON.stringify({ id: 'evt_1', type: 'card.frozen', sequence: 9, data: {} })
    const headers = await webhooks.signTestPayload(body, secret)
    assert.equal((await fetch(url, { method: 'POST', body, headers })).status, 204)
    assert.equal(await running.said(/^9 card\.frozen evt_1$/m), '9 card.frozen evt_1')
    const forged = await fetch(url, { method: 'POST', body: body.replace('9', '8'), headers })
    assert.deepEqual([forged.status, await forged.text()], [400, 'bad_signature'])
    const { 'webhook-signature': _, ...stripped } = headers
    const downgraded = await fetch(url, { method: 'POST', body, headers: stripped })
    assert.deepEqual([downgraded.status, await downgraded.text()], [400, 'missing_header'])
    running.stop()
    await running.ended
  })
}
