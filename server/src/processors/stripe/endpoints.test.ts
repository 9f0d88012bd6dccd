import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { MAX_ENDPOINTS } from '../../../test/processors/stripe-routes.ts'
import { openStripeWorld } from '../../../test/processors/stripe-world.ts'
import { ProcessorRefused } from '../processor.ts'
import { isLiveKey } from './check.ts'
import { stripeOf, stripeWith } from './stripe-for-tests.ts'

const ask = async () => assert.fail('nothing is asked here')
const world = await openStripeWorld({ seed: 2, clock: () => new Date(), ask })
after(() => world.close())
const stripe = stripeOf(world)
const { endpoints } = world.state
const addresses = {
  decisions: 'https://cards.example.com/processors/stripe-main/decisions',
  events: 'https://cards.example.com/processors/stripe-main/events',
}
const problemsOf = async (processor = stripe) =>
  (await processor.check(addresses)).map(({ problem, hint }) => {
    assert.ok(hint)
    return problem
  })

beforeEach(() => {
  endpoints.length = 0
  world.faults.length = 0
})

test('connecting enrols an address for questions and one for updates, and brings their secrets', async () => {
  const { secrets } = await stripe.connect(addresses)
  assert.deepEqual(
    endpoints.map(({ url, enabled_events, api_version }) => ({ url, enabled_events, api_version })),
    [
      {
        url: addresses.decisions,
        enabled_events: ['issuing_authorization.request'],
        api_version: '2026-08-26.dahlia',
      },
      {
        url: addresses.events,
        enabled_events: [
          'issuing_authorization.created',
          'issuing_authorization.updated',
          'issuing_transaction.created',
          'issuing_card.updated',
          'issuing_cardholder.created',
          'issuing_cardholder.updated',
        ],
        api_version: '2026-08-26.dahlia',
      },
    ],
  )
  assert.deepEqual(
    secrets,
    endpoints.map(({ secret }) => secret),
  )
  assert.deepEqual(await problemsOf(), [])
})

test('by the secrets that connecting brought, and by no other, its messages are accepted', async () => {
  const { secrets } = await stripe.connect(addresses)
  const connected = stripeWith({ signingSecrets: () => secrets })
  world.state.tell('issuing_card.updated', { id: 'ic_1', object: 'issuing.card', status: 'inactive' })
  const [message] = world.take()
  connected.verify(message!.headers, Buffer.from(message!.body), new Date())
  assert.deepEqual(connected.read(Buffer.from(message!.body)), [{ type: 'card', cardRef: 'ic_1', state: 'frozen' }])
})

test('connecting again replaces what was there, and leaves the endpoints of others alone', async () => {
  await stripe.connect(addresses)
  const other = { ...endpoints[0]!, id: 'we_other', url: 'https://elsewhere.example.com/' }
  endpoints.push(other)
  const { secrets } = await stripe.connect(addresses)
  assert.equal(endpoints.length, 3)
  assert.ok(endpoints.includes(other))
  assert.deepEqual(
    endpoints.filter((each) => each !== other).map(({ secret }) => secret),
    secrets,
  )
})

const moved = {
  decisions: addresses.decisions.replace('cards.example.com', 'new.example.com'),
  events: addresses.events.replace('cards.example.com', 'new.example.com'),
}
const former = [addresses.decisions, addresses.events]

test('after a change of address the old endpoints are reported, and removed by connecting again', async () => {
  await stripe.connect(addresses)
  const old = endpoints.map(({ id }) => id)
  const problems = (await stripe.check({ ...moved, former })).map(({ problem }) => problem)
  for (const id of old)
    assert.ok(
      problems.includes(`The webhook endpoint ${id} of our former address cards.example.com is still there.`),
      problems.join('\n'),
    )
  const { notes, remaining, secrets } = await stripe.connect({ ...moved, former })
  assert.deepEqual(
    notes.toSorted(),
    old.map((id) => `The webhook endpoint ${id} of cards.example.com is removed.`),
  )
  assert.deepEqual(remaining, [])
  assert.deepEqual(
    endpoints.map(({ url, secret }) => ({ url, secret })),
    [
      { url: moved.decisions, secret: secrets[0] },
      { url: moved.events, secret: secrets[1] },
    ],
  )
  assert.deepEqual(await stripe.check({ ...moved, former }), [])
})

test('the same path at another address is not ours unless we enrolled it, or the operator says so', async () => {
  await stripe.connect(addresses)
  await stripe.connect(moved)
  assert.equal(endpoints.length, 4, 'it may be another Cardwright')
  const { notes } = await stripe.connect({ ...moved, takeOver: true })
  assert.equal(notes.length, 2)
  assert.ok(endpoints.every(({ url }) => url === moved.decisions || url === moved.events))
})

test('taking over leaves others their other events, and disables an endpoint that has none', async () => {
  await stripe.connect(addresses)
  const [question] = endpoints
  const url = 'https://elsewhere.example.com/secret-path'
  const alone = { ...question!, id: 'we_alone', url }
  const both = { ...question!, id: 'we_both', url, enabled_events: ['issuing_authorization.request', 'charge.failed'] }
  endpoints.push(alone, both)
  const { notes } = await stripe.connect({ ...addresses, takeOver: true })
  assert.deepEqual(notes.toSorted(), [
    'The webhook endpoint we_alone of elsewhere.example.com is no longer asked.',
    'The webhook endpoint we_both of elsewhere.example.com is no longer asked.',
  ])
  assert.equal(alone.status, 'disabled')
  assert.deepEqual([both.status, both.enabled_events], ['enabled', ['charge.failed']])
  assert.deepEqual(await problemsOf(), [])
})

test('a former endpoint that cannot be removed is named, and stays known', async () => {
  await stripe.connect(addresses)
  endpoints[0]!.id = 'we_gone\u002fnever'
  const { notes, remaining } = await stripe.connect({ ...moved, former })
  assert.ok(notes.includes('The webhook endpoint we_gone/never of cards.example.com could not be removed.'))
  assert.deepEqual(remaining, [addresses.decisions])
})

test('where Stripe allows none beside the old one, the old one goes first', async () => {
  await stripe.connect(addresses)
  const old = endpoints.map(({ id }) => id)
  while (endpoints.length < MAX_ENDPOINTS) {
    endpoints.push({ ...endpoints[0]!, id: `we_${endpoints.length}`, url: 'https://elsewhere.example.com/' })
  }
  const { secrets } = await stripe.connect(addresses)
  assert.ok(endpoints.every(({ id }) => !old.includes(id)))
  assert.deepEqual(
    endpoints.slice(-2).map(({ secret }) => secret),
    secrets,
  )
})

test('a no without an old endpoint to blame stays a no', async () => {
  await stripe.connect(addresses)
  const [other] = endpoints.splice(0)
  for (let count = 0; count < MAX_ENDPOINTS; count++)
    endpoints.push({ ...other!, id: `we_${count}`, url: 'https://a.b/' })
  await assert.rejects(stripe.connect(addresses), ProcessorRefused)
  assert.equal(endpoints.length, MAX_ENDPOINTS)
})

test('an old endpoint that cannot be removed costs no secret, and is told by the check', async () => {
  await stripe.connect(addresses)
  endpoints.pop()
  endpoints.push({ ...endpoints[0]!, id: 'we_gone\u002fnever' })
  const { secrets } = await stripe.connect(addresses)
  assert.equal(secrets.length, 2)
  assert.deepEqual(await problemsOf(), ['2 webhook endpoints bring us questions at one address.'])
})

test('the check tells what is missing, disabled or incomplete', async () => {
  assert.deepEqual(await problemsOf(), [
    'No webhook endpoint brings us questions.',
    'No webhook endpoint brings us updates.',
  ])
  await stripe.connect(addresses)
  endpoints[0]!.status = 'disabled'
  endpoints[1]!.enabled_events = ['issuing_card.updated', 'issuing_transaction.created']
  assert.deepEqual(await problemsOf(), [
    'The webhook endpoint for questions is disabled.',
    'The webhook endpoint for updates leaves out issuing_authorization.created, issuing_authorization.updated, issuing_cardholder.created, issuing_cardholder.updated.',
  ])
  endpoints[0]!.status = 'enabled'
  endpoints[1]!.enabled_events = ['*']
  assert.deepEqual(await problemsOf(), [])
  endpoints[0]!.enabled_events = ['*']
  assert.deepEqual(await problemsOf(), ['The webhook endpoint for questions leaves out issuing_authorization.request.'])
  assert.deepEqual(await stripe.check(undefined), [])
})

test('the check tells of another who is asked the same questions', async () => {
  await stripe.connect(addresses)
  const rival = { ...endpoints[0]!, id: 'we_rival', url: 'https://elsewhere.example.com/' }
  endpoints.push(rival)
  assert.deepEqual(await problemsOf(), [
    'The webhook endpoint we_rival of another address is asked the same questions.',
  ])
  rival.status = 'disabled'
  assert.deepEqual(await problemsOf(), [])
})

test('the check tells of a key that is refused, of silence, and of a secret that is missing', async () => {
  const { baseUrl, apiKey } = world
  assert.deepEqual(await problemsOf(stripeWith({ baseUrl, apiKey: 'rk_wrong' })), [
    'Stripe refuses our key: Invalid API Key provided: (key)',
  ])
  world.faults.push('fail')
  assert.deepEqual(await problemsOf(), ['Stripe does not answer: GET /v1/balance: Something went wrong.'])
  await stripe.connect(addresses)
  assert.deepEqual(await problemsOf(stripeWith({ baseUrl, apiKey, signingSecrets: () => [] })), [
    'No signing secret is known: every message is refused.',
  ])
})

test('a key of one mode in an entry of the other is told', async () => {
  assert.deepEqual(['sk_live_1', 'rk_live_1', 'sk_test_1', 'whatever'].map(isLiveKey), [true, true, false, undefined])
  const test = stripeWith({ baseUrl: world.baseUrl, apiKey: 'sk_test_1', environment: 'production' })
  assert.equal((await problemsOf(test))[0], 'The API key is for test mode, and the entry says production.')
})
