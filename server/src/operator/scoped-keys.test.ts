import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testDatabase } from '../../test/harness.ts'
import { asOwner, environmentOf, fails, succeeds } from '../../test/operator/operator-fixture.ts'

const connection = await testDatabase()
const env = environmentOf(connection)
const owner = asOwner(connection)
const address = ['--line1', '1 Road', '--city', 'Dover', '--state', 'DE', '--zip', '19901', '--country', 'us']
await succeeds(['accounts', 'create', '--name', 'Acme', '--holder-name', 'Jo Acme', ...address], env)

type ListedKey = { id: string } & Record<string, unknown>
const listed = async (): Promise<ListedKey[]> => JSON.parse(await succeeds(['keys', 'list', '--json'], env))

test('an agent key with all limits can be created, listed and narrowed, but never widened', async () => {
  const bounds = ['--own-cards', '--budget', '200/month', '--expires', '30d', '--ip', '192.0.2.0/24,2001:db8::/32']
  const made = JSON.parse(await succeeds(['keys', 'create', '--agent', ...bounds, '--name', 'Shopper', '--json'], env))
  assert.equal(made.kind, 'agent')
  const [key] = await listed()
  const { kind, own_cards, budget, ip_allow, cards } = key!
  assert.deepEqual(
    { kind, own_cards, budget, ip_allow, cards },
    {
      kind: 'agent',
      own_cards: true,
      budget: { amount: 200, window: 'month' },
      ip_allow: ['192.0.2.0/24', '2001:db8::/32'],
      cards: null,
    },
  )
  assert.deepEqual(key!.scopes, made.scopes)
  const days = (Date.parse(String(key!.expires_at)) - Date.now()) / 86_400_000
  assert.ok(days > 29.9 && days <= 30, `${days} days`)
  assert.match(await succeeds(['keys', 'list'], env), /agent, 5 scopes, own cards, 200\.00\/month, from 2 networks/)

  const narrower = [
    '--scope',
    'cards:read',
    '--scope',
    'transactions:read',
    '--budget',
    '50/month',
    '--ip',
    '192.0.2.7',
  ]
  assert.equal(await succeeds(['keys', 'narrow', made.id, ...narrower], env), `${made.id} is narrowed.\n`)
  assert.match(
    await succeeds(['keys', 'list'], env),
    /agent, cards:read, transactions:read, own cards, 50\.00\/month, from 1/,
  )
  const wider = [
    [['--scope', 'cards:write'], /it does not have cards:write/],
    [['--budget', '51/month'], /its budget is 50\.00 USD/],
    [['--budget', '50/day'], /its budget is for each month/],
    [['--expires', '31d'], /it ends at/],
    [['--ip', '192.0.2.0/24'], /192\.0\.2\.0\/24 is not within its networks/],
  ] as const
  for (const [args, why] of wider) assert.match(await fails(['keys', 'narrow', made.id, ...args], env), why)
  await succeeds(['keys', 'revoke', made.id], env)
  assert.match(await fails(['keys', 'narrow', made.id, '--scope', 'cards:read'], env), /no key .* that is in use/)
  const entries = await owner`select action from audit_log order by sequence`
  assert.deepEqual(
    entries.map((entry) => entry.action),
    ['key.create', 'key.narrow', 'key.revoke'],
  )
})

test('an agent key uses its own cards, and every card only with --all-cards', async () => {
  const make = async (...options: string[]) => {
    const { id } = JSON.parse(await succeeds(['keys', 'create', '--agent', ...options, '--json'], env))
    return (await listed()).find((key) => key.id === id)!
  }
  const plain = await make()
  assert.equal(plain.own_cards, true)
  assert.deepEqual(plain.scopes, [
    'cards:read',
    'transactions:read',
    '3ds:read',
    'spend_requests:read',
    'spend_requests:write',
  ])
  assert.equal((await make('--all-cards')).own_cards, false)
  assert.equal((await make('--scope', 'cards:read,cards:write')).own_cards, true)
  const all = ['keys', 'create', '--all-cards']
  assert.match(await fails(all, env, 2), /--all-cards is only for --agent/)
  assert.match(await fails([...all, '--agent', '--own-cards'], env, 2), /cannot be combined with --own-cards or --card/)
})

test('an agent key can have a policy for spend requests', async () => {
  const policy = ['--auto-approve', '20/100', '--auto-merchant', 'acme*', '--confirm-above', '50']
  const { id } = JSON.parse(await succeeds(['keys', 'create', '--agent', ...policy, '--json'], env))
  const [row] =
    await owner`select spend_policy from api_keys where name = 'Sandbox key' order by created_at desc limit 1`
  assert.match(id, /^key_/)
  assert.deepEqual(row!.spend_policy, {
    auto_approve: { per_request: 2_000, per_day: 10_000 },
    merchants: [{ name: 'acme*' }],
    confirm_above: 5_000,
  })
  assert.match(await fails(['keys', 'create', '--auto-approve', '20/100'], env), /A policy is for an agent key/)
  const narrow = (...options: string[]) => ['keys', 'narrow', id, ...options]
  await succeeds(narrow('--auto-approve', '10/50', '--auto-merchant', 'acme books*', '--confirm-above', '20'), env)
  assert.match(await succeeds(['keys', 'list'], env), /alone 10\.00, 50\.00\/day/)
  assert.match(await fails(narrow('--auto-approve', '10/51'), env), /never widened: it is 50\.00 USD/)
  assert.match(await fails(narrow('--auto-merchant', 'acme*'), env), /not within the merchants of its policy/)
  assert.match(await fails(narrow('--confirm-above', '21'), env), /never widened: it is 20\.00 USD/)
  await succeeds(narrow('--auto-approve', 'none'), env)
  assert.match(await fails(narrow('--auto-approve', '1/1'), env), /a person decides on every spend request of it/)
  const { spend_policy } = (await listed()).find((key) => key.id === id)!
  assert.deepEqual(spend_policy, { auto_approve: null, merchants: [{ name: 'acme books*' }], confirm_above: 20 })
  const args = ['keys', 'create', '--agent', '--auto-approve']
  assert.match(await fails([...args, '20'], env, 2), /--auto-approve must be like 20\/100/)
  assert.match(await fails([...args, '100/20'], env), /cannot be worth more than a whole day/)
})

test('keys create names the wrong option and creates no key', async () => {
  const before = (await listed()).length
  assert.match(await fails(['keys', 'create', '--scope', 'cards:steal'], env), /"cards:steal" is no scope/)
  assert.match(await fails(['keys', 'create', '--budget', '200'], env, 2), /--budget must be like 200\/month/)
  assert.match(await fails(['keys', 'create', '--budget', '5/hour'], env), /"budget\.window" must be one of: day/)
  assert.match(await fails(['keys', 'create', '--expires', 'soon'], env), /must be a time in ISO 8601/)
  assert.match(await fails(['keys', 'create', '--expires', '2020-01-01T00:00:00Z'], env), /must lie in the future/)
  assert.match(await fails(['keys', 'create', '--ip', 'home'], env), /A network is written like/)
  assert.match(await fails(['keys', 'create', '--card', 'card_x'], env), /No such card/)
  assert.match(
    await fails(['keys', 'create', '--read-only', '--agent'], env, 2),
    /cannot be combined with --scope or --agent/,
  )
  assert.match(await fails(['keys', 'narrow', 'key_x', '--scope', 'cards:read'], env), /is not the id of a key/)
  assert.equal((await listed()).length, before)
})
