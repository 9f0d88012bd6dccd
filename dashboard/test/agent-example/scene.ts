// Everybody who takes part in the example: the service in a process of its own, a shop, the page of a person, the person in a
// browser, an agent with its key, and the checkout helper with another. Every byte that leaves one of the processes is kept.

import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { after } from 'node:test'
import { fileURLToPath } from 'node:url'
import { anotherKey, workspaceWith } from '../../../server/test/contract/assertions.ts'
import { type Answer, MASTER_KEY } from '../../../server/test/harness.ts'
import { environmentOf } from '../../../server/test/operator/operator-fixture.ts'
import { programFile } from '../../../server/test/program.ts'
import { until } from '../../../server/test/until.ts'
import { startReceiver } from '../../../server/test/webhooks/receiver.ts'
import { openDashboard, PASSWORD } from '../harness.ts'
import type { ProgramSettings } from './recorded-program.ts'
import { startProxy } from './recording-proxy.ts'

const fileAt = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const SHOP = fileAt('../../../docs/guides/examples/agent/shop.mjs')
const DESK = fileAt('../../../docs/guides/examples/agent/desk.mjs')
const RECORDED = fileAt('recorded-program.ts')
const CLI = programFile('cli/src/main.ts')
const SERVICE = programFile('server/src/main.ts')

const agentRights = { kind: 'agent', ownCards: true, budget: { amountCents: 20_000n, window: 'month' } } as const
const checkoutRights = { scopes: ['spend_requests:read', 'transactions:read', 'details:read'] } as const
const shopRights = { scopes: ['sandbox:write', 'cards:read'] } as const
/** Everything but `3ds.challenge`, whose purpose is to carry a passcode to its subscribers. */
const EVENTS = ['card.created', 'card.terminated', 'transaction.authorized', 'spend_request.created']
const MORE_EVENTS = ['spend_request.approved', 'spend_request.used']

type Environment = Record<string, string | undefined>

/** A program that runs until the test ends. Its output goes into `said`. */
function keep(said: string[], command: string[], env: Environment): ChildProcess {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const child = spawn(command[0]!, command.slice(1), {
    env: { PATH, NODE_COMPILE_CACHE, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  after(() => child.kill('SIGKILL'))
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => said.push(String(chunk)))
  return child
}

/** The address that a program of ours prints once it listens. */
async function addressOf(said: string[], pattern = /(http:\/\/127\.0\.0\.1:\d+)/): Promise<string> {
  return until(`an address: ${said.join('')}`, () => pattern.exec(said.join(''))?.[1])
}

export type Step = { step: string; approval_url?: string; card?: string; page?: string; outcome?: string }

export async function openScene() {
  const dashboard = await openDashboard({}, { worker: false })
  const boss = await workspaceWith(dashboard.service, 1000)
  const agent = await anotherKey(dashboard.service, boss, { rights: agentRights })
  const checkout = await anotherKey(dashboard.service, boss, { rights: checkoutRights })
  const merchant = await anotherKey(dashboard.service, boss, { rights: shopRights })
  const receiver = await startReceiver()
  const made: Answer = await boss.post('/webhooks', { url: receiver.url, events: [...EVENTS, ...MORE_EVENTS] })
  assert.equal(made.status, 201, JSON.stringify(made.body))

  const folder = mkdtempSync(join(tmpdir(), 'cardwright-agent-'))
  after(() => rmSync(folder, { recursive: true, force: true }))
  const proxies = {
    agent: await startProxy('agent'),
    checkout: await startProxy('checkout'),
    shop: await startProxy('shop'),
    person: await startProxy('person'),
  }
  const logged: string[] = []
  keep(logged, [process.execPath, SERVICE], {
    ...environmentOf(dashboard.service.connection),
    CARDWRIGHT_PUBLIC_URL: proxies.person.url,
    DEPOSIT_FEE_BPS: '0',
    WEBHOOK_ALLOW_LOOPBACK: 'true',
    LOG_LEVEL: 'trace',
    PORT: '0',
  })
  const url = await addressOf(logged, /"url":"(http:[^"]+)\/v1"/)
  for (const proxy of Object.values(proxies)) proxy.target = url

  const shopSaid: string[] = []
  keep(shopSaid, [process.execPath, SHOP], { CARDWRIGHT_BASE_URL: `${proxies.shop.url}/v1`, SHOP_KEY: merchant.key })
  const deskSaid: string[] = []
  keep(deskSaid, [process.execPath, DESK], {})
  const [shop, desk] = [await addressOf(shopSaid), await addressOf(deskSaid)]

  const { PATH, NODE_COMPILE_CACHE } = process.env
  const recorded = (name: string, command: string[], env: Environment): string => {
    const settings: ProgramSettings = {
      command,
      env: { PATH, NODE_COMPILE_CACHE, HOME: folder, ...env },
      record: join(folder, `${name}.said`),
    }
    writeFileSync(join(folder, `${name}.json`), JSON.stringify(settings), { mode: 0o600 })
    writeFileSync(settings.record, '')
    return `${process.execPath} ${RECORDED} ${join(folder, `${name}.json`)}`
  }
  const keyOf = (proxy: string, key: string) => ({ CARDWRIGHT_BASE_URL: `${proxy}/v1`, CARDWRIGHT_API_KEY: key })
  const agentEnv = keyOf(proxies.agent.url, agent.key)
  const env = {
    ...agentEnv,
    CARDWRIGHT_MCP: recorded('mcp', [process.execPath, CLI, 'mcp'], agentEnv),
    CARDWRIGHT_PAY: recorded('pay', [process.execPath, CLI, 'pay', '--no-sandbox'], {
      ...keyOf(proxies.checkout.url, checkout.key),
      CARDWRIGHT_PAY_ALLOW: new URL(shop).host,
      // The driver of the browser would write what it types to standard error.
      DEBUG: 'pw:*',
    }),
    POLL_SECONDS: '0.5',
    HOME: process.env.HOME,
  }

  const agentSaid: string[] = []
  /** Starts an agent; `next` waits for a step of it. */
  const startAgent = (command: string[]) => {
    const child = keep(agentSaid, command, env)
    const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
    const lines = createInterface({ input: child.stdout! })[Symbol.asyncIterator]()
    const next = async (wanted: string): Promise<Step> => {
      for (;;) {
        const { value, done } = await lines.next()
        if (done) assert.fail(`the agent ended before "${wanted}": ${agentSaid.join('')}`)
        const step: Step = JSON.parse(value)
        if (step.step === wanted) return step
      }
    }
    return { next, ended }
  }

  const person = await dashboard.signIn(boss, 'owner', undefined, proxies.person.url)
  return {
    dashboard,
    boss,
    agent,
    shop,
    desk,
    person,
    proxies,
    receiver,
    startAgent,
    secrets: {
      'key of the agent': agent.key,
      'key of the checkout': checkout.key,
      'key of the shop': merchant.key,
      'key of the owner': boss.key,
      'secret of the webhook': made.body.secret as string,
      'password of the person': PASSWORD,
      'master key': MASTER_KEY,
    },
    /** What each process wrote to its standard output and error. */
    outputs: () => ({
      service: logged.join(''),
      agent: agentSaid.join(''),
      shop: shopSaid.join(''),
      desk: deskSaid.join(''),
      mcp: readFileSync(join(folder, 'mcp.said'), 'utf8'),
      pay: readFileSync(join(folder, 'pay.said'), 'utf8'),
    }),
  }
}

export type Scene = Awaited<ReturnType<typeof openScene>>

/** A person reads what the agent wants, and says yes, in the dashboard. */
export async function approve({ person }: Scene, approvalUrl: string): Promise<void> {
  await person.open(approvalUrl)
  await person.page.getByRole('button', { name: 'Approve', exact: true }).click()
  await person.page.getByRole('link', { name: /Acme Books ••••/ }).waitFor()
}

/** The person reads the card on the page of the dashboard, and types it into the page of the shop. */
export async function payInPerson(
  { person, desk: deskUrl }: Scene,
  { card, page: address }: Step,
  passcodeIsThere: Promise<unknown>,
) {
  const context = person.page.context()
  const [mine, desk, shop] = [await context.newPage(), await context.newPage(), await context.newPage()]
  await mine.bringToFront()
  await mine.goto(card!)
  await mine.getByRole('button', { name: 'Reveal' }).click()
  const shown = mine.locator('iframe').contentFrame().locator('.value')
  await shown.nth(2).waitFor()
  const [number, expiry, cvv] = await shown.allTextContents()
  await shop.goto(address!)
  await shop.getByLabel('Card number').fill(number!)
  await shop.getByLabel('Expiry').fill(expiry!)
  await shop.getByLabel('CVV').fill(cvv!)
  await shop.getByLabel('Name on the card').fill('Grace Test')
  await shop.getByRole('button', { name: /^Pay/ }).click()
  await shop.getByLabel('Passcode').waitFor()
  await passcodeIsThere
  await desk.goto(deskUrl)
  await desk.getByRole('button', { name: 'Show the passcode' }).click()
  const passcode = desk.getByRole('status').filter({ hasText: /^\d{6}$/ })
  await shop.getByLabel('Passcode').fill((await passcode.textContent())!)
  await shop.getByRole('button', { name: 'Confirm' }).click()
  await shop.getByText('Thank you.').waitFor()
  await mine.close()
  await desk.close()
  await shop.close()
}
