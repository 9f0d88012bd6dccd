// Nobody is offered an action that the service would refuse: checks every control that changes something against the
// access it needs.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { type Access, isGranted, type RoleName } from '../../server/src/accounts/roles.ts'
import { liveThroughBusyWeeks } from './busy-weeks.ts'
import { openDashboard } from './harness.ts'
import { offeredByPalette, offeredControls } from './offered-controls.ts'
import { pagesOf } from './pages.ts'
import { startReceiver } from './receiver.ts'
import type { Visitor } from './visitor.ts'

type Row = { control: RegExp; needs: Access; on?: RegExp }

/** The first matching row counts. `view` is for actions that everybody may take, mostly on their own data. */
const CONTROLS: Row[] = [
  { control: /^(Edit|Rotate secret)$/, needs: 'reveal', on: /^\/developers\/webhooks/ },
  { control: /^Delete$/, needs: 'develop', on: /^\/developers\/webhooks/ },
  { control: /^(Edit|Rotate secret|Delete)$/, needs: 'operate', on: /^\/(templates|rules|developers\/decision-hook)/ },
  { control: /^Create (card|cards from CSV|from CSV|a card|the first card|template|rule)$/, needs: 'operate' },
  { control: /^(Freeze|Unfreeze)( .*)?$/, needs: 'operate' },
  { control: /^(Fund|Withdraw|Replace card|Terminate|Set limit|Change labels)$/, needs: 'operate' },
  { control: /^Change the (automatic freeze|controls|label|metadata|owner|spending limit)$/, needs: 'operate' },
  { control: /^(Activate|Turn off|Run backtest)$/, needs: 'operate' },
  { control: /^(Approve A|Deny D)$/, needs: 'operate' },
  { control: /^(Choose files|Upload.*)$/, needs: 'operate' },
  { control: /^(Save|Turn off)$/, needs: 'operate', on: /^\/settings\/notifications/ },
  { control: /^Set the hook$/, needs: 'operate' },
  { control: /^(Add webhook|Add a webhook)$/, needs: 'reveal' },
  { control: /^(Reveal|Copy passcode)$/, needs: 'reveal' },
  { control: /^Send test$/, needs: 'develop' },
  { control: /^Simulate a deposit$/, needs: 'develop' },
  { control: /^(Settle|Reverse|Refund)( \$[\d.,]+)?$/, needs: 'develop' },
  { control: /^(Authorize|Increment|Expire|Confirm|Deposit|Move|Set the rate|Reset the sandbox)$/, needs: 'develop' },
  { control: /^(Ask for a passcode|Approve or decline)$/, needs: 'develop', on: /^\/sandbox/ },
  { control: /^(Add .*|Check out, .*)$/, needs: 'develop', on: /^\/shop/ },
  { control: /^(Create key|Create an agent key|Revoke .*)$/, needs: 'keys' },
  { control: /^(Invite|Change role|Create a reset link|Remove)$/, needs: 'administer', on: /^\/settings\/team/ },
  { control: /^(Save this view…|Mark (all )?as read)$/, needs: 'view' },
  { control: /^(Change password|Turn on)$/, needs: 'view', on: /^\/settings\/security/ },
]

/** The first words of controls that change something. Every such control needs a row in the table. */
const CHANGES =
  /^(Activate|Add|Approve|Ask|Authorize|Cancel|Change|Check out|Choose files|Confirm|Copy passcode|Create|Decline|Delete|Deny|Deposit|Edit|Expire|Freeze|Fund|Increment|Invite|Mark|Move|Refund|Remove|Rename|Replace|Require|Reset|Retry|Reveal|Reverse|Revoke|Rotate|Run|Save|Send|Set|Settle|Simulate|Terminate|Turn|Unfreeze|Upload|Use|Withdraw)\b/

const dashboard = await openDashboard({ WEBHOOK_ALLOW_LOOPBACK: 'true' })
const receiver = await startReceiver()
after(() => receiver.server.close())
const api = await dashboard.service.workspace()
const sandbox = await liveThroughBusyWeeks(api, { days: 1, receiver: `${receiver.url}/hooks` })
const { transaction: purchase } = (
  await api.post('/sandbox/authorizations', {
    card_id: sandbox.cardIds[0],
    amount: 5,
    merchant: { name: 'Staples', mcc: '5943', country: 'US' },
  })
).body
const pages = [...Object.values(pagesOf(sandbox)), `/transactions/${purchase.id}`]
const listPages = pages.filter((path) => !/_|cards\/import|sandbox|shop/.test(path))
const viewer = await dashboard.signIn(api, 'viewer')
const developer = await dashboard.signIn(api, 'developer')
const owner = await dashboard.signIn(api, 'owner')
const live = await fillProduction(owner)

test('every control in the table of roles is offered to an owner', async () => {
  const seen = await rowsOffered(owner, 'owner', 'sandbox', pages)
  for (const row of await rowsOffered(owner, 'owner', 'production', ['/', '/developers/decision-hook'])) seen.add(row)
  assert.deepEqual(
    CONTROLS.filter((row) => !seen.has(row)).map(({ control }) => String(control)),
    [],
  )
})

test('a viewer is offered no action that the role forbids', async () => {
  await rowsOffered(viewer, 'viewer', 'sandbox', pages)
  await rowsOffered(viewer, 'viewer', 'production', [...listPages, '/cards/import', ...live])
})

test('a developer is offered cards and money in the sandbox but not in production', async () => {
  await rowsOffered(developer, 'developer', 'sandbox', ['/', '/cards', '/settings/account', '/settings/team'])
  await rowsOffered(developer, 'developer', 'production', [...listPages, '/cards/import', ...live])
})

test('the palette offers only the actions that the role allows', async () => {
  for (const [visitor, role] of [[owner, 'owner'] as const, [viewer, 'viewer'] as const]) {
    await visitor.open('/wallet')
    const found = await offeredByPalette(visitor, 'freeze cloud', 'Cloud servers')
    const actions = await offeredByPalette(visitor, 'c', 'Cards')
    const rows = judge([...found, ...actions], '/wallet', role, 'sandbox')
    assert.equal(rows.length > 0, role === 'owner', `${found} ${actions}`)
  }
})

/**
 * Opens the pages and checks the controls they offer. If a page reads data that the role may not see, the browser
 * reports an error.
 */
async function rowsOffered(visitor: Visitor, role: RoleName, environment: 'sandbox' | 'production', paths: string[]) {
  const rows = new Set<Row>()
  for (const path of paths) {
    // The wallet shows an error because production has no deposit addresses here.
    const offered = await visitor.expecting(400, () => offeredControls(visitor, `${path}?env=${environment}`))
    for (const row of judge(offered, path, role, environment)) rows.add(row)
  }
  visitor.assertQuiet()
  return rows
}

function judge(names: string[], path: string, role: RoleName, environment: 'sandbox' | 'production'): Row[] {
  return names
    .filter((name) => CHANGES.test(name))
    .map((name) => {
      const row = CONTROLS.find(({ control, on }) => control.test(name) && (!on || on.test(path)))
      assert.ok(row, `“${name}” on ${path} is not in the table: which access does it need?`)
      assert.ok(
        isGranted(role, environment, row.needs),
        `“${name}” on ${path} is offered to a ${role} (${environment})`,
      )
      return row
    })
}

/** Creates what an owner can set up in production without a processor. Returns the pages for it. */
async function fillProduction({ page, url }: Visitor): Promise<string[]> {
  const make = async (path: string, data: object): Promise<string> => {
    const headers = { Origin: url, 'X-Cardwright-Environment': 'production', 'Idempotency-Key': crypto.randomUUID() }
    const answer = await page.request.post(`/v1${path}`, { headers, data })
    assert.ok(answer.ok(), await answer.text())
    return (await answer.json()).id
  }
  await make('/card-templates', { name: 'Advertising' })
  const when = [{ attribute: 'amount', op: 'above', value: 10 }]
  const ruleId = await make('/rules', { name: 'Large', action: 'decline', when })
  const webhookId = await make('/webhooks', { url: 'https://example.com/hooks', events: ['card.created'] })
  return [`/rules/${ruleId}`, `/developers/webhooks/${webhookId}`]
}
