// A window that shows a secret only once: no slip of the hand loses the secret, and no button covers it.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openDashboard, PASSWORD } from './harness.ts'
import { codeOf } from './one-time-codes.ts'
import { findOverflow } from './overflow.ts'

const dashboard = await openDashboard({ WEBHOOK_ALLOW_LOOPBACK: 'true' })
const api = await dashboard.service.workspace()
const { body: webhook } = await api.post('/webhooks', { url: 'https://example.com/hook', events: ['*'] })
await dashboard.signIn(api, 'viewer')
const visitor = await dashboard.signIn(api)
const { page } = visitor
const dialog = page.getByRole('dialog')
const question = dialog.getByText('Close without saving? This is not shown again.')

const press = (name: string | RegExp) => page.getByRole('button', { name, exact: true }).click()
const pressInDialog = (name: string) => dialog.getByRole('button', { name, exact: true }).click()

async function chooseFromMenu(menu: string | RegExp, item: string): Promise<void> {
  await page.getByRole('button', { name: menu }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

async function givePassword(action: string): Promise<void> {
  await dialog.getByLabel('Your password').fill(PASSWORD)
  await pressInDialog(action)
}

/** How each secret comes to be shown, what it looks like, and the button that says it is saved. */
const SECRETS: { name: string; path: string; secret: RegExp; saved: string; show: () => Promise<void> }[] = [
  {
    name: 'an API key',
    path: '/settings/keys',
    secret: /^sk_test_\w+$/,
    saved: 'I have saved it',
    async show() {
      await press('Create key')
      await dialog.getByLabel('Name').fill('checkout server')
      await pressInDialog('Create key')
    },
  },
  {
    name: 'the link of an invitation',
    path: '/settings/team',
    secret: /\/join#[\w-]+$/,
    saved: 'Done',
    async show() {
      await press('Invite')
      await dialog.getByLabel('E-mail').fill('later@example.com')
      await pressInDialog('Create link')
    },
  },
  {
    name: 'the link that resets a password',
    path: '/settings/team',
    secret: /\/reset#[\w-]+$/,
    saved: 'Done',
    async show() {
      await chooseFromMenu(/^Actions for viewer/, 'Create a reset link')
      await pressInDialog('Create link')
    },
  },
  {
    name: 'the first backup codes',
    path: '/settings/security',
    secret: /^\w{5}-\w{5}$/,
    saved: 'I have saved them',
    async show() {
      await press('Turn on')
      await givePassword('Continue')
      const key = (await dialog.locator('code').textContent())!
      await dialog.getByRole('textbox', { name: 'Code' }).fill(codeOf(key))
      await pressInDialog('Turn on')
    },
  },
  {
    name: 'new backup codes',
    path: '/settings/security',
    secret: /^\w{5}-\w{5}$/,
    saved: 'I have saved them',
    async show() {
      await press('New backup codes')
      await givePassword('Create new codes')
    },
  },
  {
    name: 'the new secret of a webhook',
    path: `/developers/webhooks/${webhook.id}`,
    secret: /^whsec_\S+$/,
    saved: 'I have saved it',
    async show() {
      await chooseFromMenu('More', 'Rotate secret')
      await pressInDialog('Rotate')
    },
  },
  {
    name: 'the secret of the decision hook',
    path: '/developers/decision-hook',
    secret: /^whsec_\S+$/,
    saved: 'I have saved it',
    async show() {
      await press('Set the hook')
      await dialog.getByLabel('Address').fill('https://example.com/decide')
      await pressInDialog('Set the hook')
    },
  },
  {
    name: 'the new secret of the decision hook',
    path: '/developers/decision-hook',
    secret: /^whsec_\S+$/,
    saved: 'I have saved it',
    async show() {
      await chooseFromMenu('More', 'Rotate secret')
      await pressInDialog('Rotate')
    },
  },
]

/** The three ways to close a window by mistake. */
const SLIPS: Record<string, () => Promise<void>> = {
  Escape: () => page.keyboard.press('Escape'),
  'the close button': () => pressInDialog('Close'),
  'a click outside': () => page.mouse.click(5, 5),
}

for (const { name, path, secret, saved, show } of SECRETS)
  test(`${name}: Escape, the close button or a click outside do not lose the secret, and nothing covers it`, async () => {
    await visitor.open(path)
    await visitor.settle()
    await show()
    const shown = dialog.locator('code, li').filter({ hasText: secret }).first()
    const text = (await shown.textContent())!
    for (const [slip, make] of Object.entries(SLIPS)) {
      await make()
      await question.waitFor().catch(() => assert.fail(`${slip} closes the window without a question`))
      await pressInDialog('Keep open')
      await question.waitFor({ state: 'detached' })
      assert.equal(await shown.textContent(), text)
    }
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 900 })
      assert.deepEqual(await findOverflow(page), [], `${width} px`)
    }
    await pressInDialog(saved)
    await dialog.waitFor({ state: 'detached' })
    assert.equal(await page.getByText(text).count(), 0)
    visitor.assertQuiet()
  })

test('a person who does not need the secret can close the window', async () => {
  await visitor.open('/settings/keys')
  await SECRETS[0]!.show()
  await dialog.locator('code').filter({ hasText: SECRETS[0]!.secret }).waitFor()
  await page.keyboard.press('Escape')
  await pressInDialog('Close anyway')
  await dialog.waitFor({ state: 'detached' })
  visitor.assertQuiet()
})
