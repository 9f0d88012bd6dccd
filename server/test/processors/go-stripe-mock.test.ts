// stripe-mock is published by Stripe: it checks every request against the description of one version of the API. It
// stores nothing and returns no secrets, so it verifies our requests but not their effects.

import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { after, before, test } from 'node:test'
import { newUuid } from '../../src/ids.ts'
import { type Processor, ProcessorRefused, ProcessorSilent } from '../../src/processors/processor.ts'
import { API_VERSION, get, openClient } from '../../src/processors/stripe/stripe-api.ts'
import { runProgram } from '../code-samples/samples.ts'
import { folderWith } from '../folder-with.ts'
import { textOf } from '../repository/repository-files.ts'
import { HOLDER, issueTo, newCardId, stripeWith } from './stripe-messages.ts'

const STRIPE_MOCK = 'github.com/stripe/stripe-mock@v0.203.0'
const apiKey = 'sk_test_123'
const folder = folderWith({})
let mock: ChildProcess
let baseUrl: string
let stripe: Processor

before(async () => {
  await runProgram('go', ['install', STRIPE_MOCK], folder, { GOBIN: folder, GOFLAGS: '-buildvcs=false' })
  const addresses = ['-http-addr', '127.0.0.1:0', '-https-addr', '127.0.0.1:0']
  mock = spawn(join(folder, 'stripe-mock'), [...addresses, '-strict-version-check'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  for await (const line of createInterface(mock.stdout!)) {
    const address = /HTTP at address: (\S+)/.exec(line)?.[1]
    if (address === undefined) continue
    baseUrl = `http://${address}`
    break
  }
  stripe = stripeWith({ baseUrl, apiKey, options: { holder_email: 'a@example.com', holder_phone: '+12025550123' } })
})

after(async () => {
  if (!mock || mock.exitCode !== null) return
  const ended = once(mock, 'exit')
  mock.kill()
  await ended
})

/** Asserts that the call is accepted, though the response may lack data that only a real account has. */
async function isAccepted(call: Promise<unknown>, lacks: RegExp = /^$/): Promise<void> {
  try {
    await call
  } catch (error) {
    assert.ok(error instanceof ProcessorSilent && lacks.test(error.message), String(error))
  }
}

test('stripe-mock accepts every request that we send', async () => {
  const addresses = { decisions: 'https://example.com/decisions', events: 'https://example.com/events' }
  await isAccepted(stripe.createHolder(HOLDER, newUuid()))
  assert.equal(await stripe.findHolder(newUuid()), undefined)
  await isAccepted(stripe.authorization('iauth_1'))
  const card = await issueTo(stripe, 'ich_1')
  assert.equal(card.network, 'visa')
  assert.equal(await stripe.find(newCardId(), 'ich_1'), undefined)
  await isAccepted(stripe.observe('ic_1'))
  for (const state of ['active', 'frozen', 'closed'] as const)
    await isAccepted(stripe.setState('ic_1', state, newUuid()))
  // stripe-mock leaves the numbers empty.
  await assert.rejects(stripe.reveal('ic_1'), /Stripe does not show the numbers/)
  await isAccepted(stripe.openRequirements())
  await isAccepted(stripe.since(undefined))
  await isAccepted(stripe.since('1700000000 evt_1'))
  await isAccepted(stripe.totals('2026-11-16'))
  assert.equal(await stripe.balance(), undefined)
  await isAccepted(stripe.connect(addresses), /: secret: not a text$/)
  // stripe-mock stores nothing, so connecting finds no former endpoint to remove. The removal is called separately.
  const client = openClient({ baseUrl, apiKey } as Parameters<typeof openClient>[0])
  await isAccepted(client.call({ method: 'DELETE', path: '/v1/webhook_endpoints/we_1' }))
  const named = new URLSearchParams({ 'enabled_events[]': 'issuing_card.updated' })
  await isAccepted(client.call({ method: 'POST', path: '/v1/webhook_endpoints/we_1', form: named }))
  const disabled = new URLSearchParams({ disabled: 'true' })
  await isAccepted(client.call({ method: 'POST', path: '/v1/webhook_endpoints/we_1', form: disabled }))
  await client.close()
  const problems = await stripe.check(addresses)
  assert.ok(
    problems.every(({ problem }) => !problem.startsWith('Stripe ')),
    JSON.stringify(problems),
  )
})

test('stripe-mock rejects an undocumented parameter, an undocumented value and another API version', async () => {
  const client = openClient({ baseUrl, apiKey } as Parameters<typeof openClient>[0])
  const isRefused = (path: string, parameters: Record<string, string>) =>
    assert.rejects(
      get(client, path, parameters, () => undefined),
      ProcessorRefused,
    )
  await isRefused('/v1/issuing/cards', { holder: 'ich_1' })
  await isRefused('/v1/issuing/cards', { status: 'frozen' })
  await isRefused('/v1/issuing/cardz', {})
  const old = await fetch(`${baseUrl}/v1/balance`, {
    headers: { authorization: `Bearer ${apiKey}`, 'stripe-version': '2024-06-20' },
  })
  assert.equal(old.status, 400)
  await old.body?.cancel()
  await client.close()
})

test('stripe-mock accepts the calls in the guide', async () => {
  const guide = textOf('docs/guides/processors/stripe.md').replaceAll('\\\n', ' ')
  assert.ok(guide.includes(API_VERSION), `the guide does not name ${API_VERSION}`)
  const calls = [...guide.matchAll(/curl https:\/\/api\.stripe\.com(\S+)(.*)/g)]
  assert.equal(calls.length, 9)
  for (const [, path, options] of calls) {
    const fields = [...options!.matchAll(/-d (?:"([^"]+)"|(\S+))/g)].map((match) => match[1] ?? match[2]!)
    const isPost = fields.length > 0 || options!.includes('-X POST')
    const body = new URLSearchParams(
      fields.map((field) => field.replace(/\$[A-Z]+/, 'ic_1').split('=') as [string, string]),
    )
    const answer = await fetch(baseUrl + path!.replace(/\$[A-Z]+/, 'id_1'), {
      method: isPost ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/x-www-form-urlencoded' },
      ...(isPost && { body }),
    })
    assert.equal(answer.status, 200, `${path}: ${await answer.text()}`)
  }
})
