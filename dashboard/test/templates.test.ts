// Templates: created, changed, used for a card and deleted, and which roles may manage them.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openDashboard } from './harness.ts'
import { VISA } from './make-card.ts'

const dashboard = await openDashboard()
const controls = { limits: [{ window: 'day', amount: 250, count: 10 }], countries: { allowed: ['US'] } }

test('a person creates a template, changes it, creates a card from it and deletes it', async () => {
  const api = await dashboard.service.fundedWorkspace(1000)
  const visitor = await dashboard.signIn(api)
  const { page } = visitor
  await visitor.open('/templates')
  await page.getByText('No templates yet').waitFor()
  await visitor.assertAccessible()

  await page.getByRole('button', { name: 'Create template' }).first().click()
  const creating = page.getByRole('dialog', { name: 'Create template' })
  await creating.getByRole('button', { name: 'Create template' }).click()
  await creating.getByText('A template needs a name.').waitFor()
  await creating.getByLabel('Name').fill('Advertising')
  await creating
    .getByRole('radio', { name: /Prepaid, United States/ })
    .first()
    .check({ force: true })
  await creating.getByLabel('Spending limit per month').fill('99999999')
  await creating.getByRole('button', { name: 'Create template' }).click()
  await creating.getByText('Enter an amount above zero, up to').waitFor()
  await creating.getByLabel('Spending limit per month').fill('1500')
  await creating.getByLabel('Freeze below').fill('20')
  await creating.getByRole('button', { name: 'Add a key' }).click()
  await creating.getByLabel('Key 1', { exact: true }).fill('team')
  await creating.getByLabel('Value 1', { exact: true }).fill('growth')
  await visitor.assertAccessible()
  await creating.getByRole('button', { name: 'Create template' }).click()
  await page.getByText('The template Advertising is ready.').waitFor()
  const [made] = (await api.get('/card-templates')).body.data
  assert.deepEqual(
    [made.name, made.spending_limit, made.auto_freeze_at, made.metadata],
    ['Advertising', 1500, 20, { team: 'growth' }],
  )

  // The controls are set through the API. The form shows them and does not change them.
  await api.patch(`/card-templates/${made.id}`, { controls })
  await visitor.open('/templates')
  await page.getByText('At most $250.00 and 10 purchases a day.').waitFor()
  await page.getByRole('button', { name: 'Advertising', exact: true }).click()
  const editing = page.getByRole('dialog', { name: 'Edit template' })
  await editing
    .getByText(/only in (the )?United States/i)
    .first()
    .waitFor()
  await editing.getByLabel('Name').fill('Adverts')
  await editing.getByRole('radio', { name: 'Chosen with each card' }).check({ force: true })
  await editing.getByLabel('Freeze below').fill('')
  await editing.getByRole('button', { name: 'Remove key 1' }).click()
  await visitor.assertAccessible()
  await editing.getByRole('button', { name: 'Save template' }).click()
  await page.getByText('The template Adverts is saved.').waitFor()
  const changed = (await api.get(`/card-templates/${made.id}`)).body
  assert.deepEqual(
    [changed.name, changed.bin_id, changed.auto_freeze_at, changed.metadata, changed.controls.limits.length],
    ['Adverts', null, null, {}, 1],
  )

  await page.getByRole('button', { name: 'Actions for Adverts' }).click()
  await page.getByRole('menuitem', { name: 'Create a card' }).click()
  const card = page.getByRole('dialog', { name: 'Create card' })
  await card
    .getByText(/only in (the )?United States/i)
    .first()
    .waitFor()
  assert.equal(await card.getByLabel('Template').inputValue(), made.id)
  assert.equal(await card.getByLabel('Spending limit per month').inputValue(), '1500.00')
  await card
    .getByRole('radio', { name: /Prepaid, United States/ })
    .first()
    .check({ force: true })
  await card.getByRole('textbox', { name: 'Amount' }).fill('25')
  await card.getByLabel('Label').fill('From a template')
  await card.getByLabel('Spending limit per month').fill('700')
  await visitor.assertAccessible()
  await card.getByRole('button', { name: 'Create card' }).click()
  await page.getByRole('heading', { level: 1, name: 'From a template' }).waitFor()
  const created = (await api.get(`/cards/${page.url().split('/').at(-1)}`)).body
  assert.deepEqual([created.spending_limit, created.controls.limits[0].amount], [700, 250])

  await visitor.open('/templates')
  await page.getByRole('button', { name: 'Actions for Adverts' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const deleting = page.getByRole('dialog', { name: 'Delete Adverts?' })
  await visitor.assertAccessible()
  await deleting.getByRole('button', { name: 'Delete template' }).click()
  await page.getByText('No templates yet').waitFor()
  visitor.assertQuiet()
  await visitor.leave()
})

test('a viewer sees templates but no button that changes them', async () => {
  const api = await dashboard.service.fundedWorkspace(100)
  await api.post('/card-templates', { name: 'Seen', bin_id: VISA })
  const viewer = await dashboard.signIn(api, 'viewer')
  await viewer.open('/templates')
  await viewer.page.getByText('Seen').waitFor()
  assert.equal(await viewer.page.getByRole('button', { name: /Create template|Actions for/ }).count(), 0)
  viewer.assertQuiet()
  await viewer.leave()
})

test('a card form shows at its field that somebody else has deleted the template', async () => {
  const api = await dashboard.service.fundedWorkspace(100)
  const { id } = (await api.post('/card-templates', { name: 'Gone' })).body
  const visitor = await dashboard.signIn(api)
  const { page } = visitor
  await visitor.open('/templates')
  await page.getByRole('button', { name: 'Gone', exact: true }).click()
  await api.delete(`/card-templates/${id}`)
  const editing = page.getByRole('dialog', { name: 'Edit template' })
  await visitor.expecting(404, () => editing.getByRole('button', { name: 'Save template' }).click())
  await editing.getByText('No such card template.').waitFor()
  visitor.assertQuiet()
  await visitor.leave()
})

test('the page and its form fit a phone', async () => {
  const api = await dashboard.service.fundedWorkspace(100)
  await api.post('/card-templates', { name: 'A rather long name for a template of cards', bin_id: VISA, controls })
  const visitor = await dashboard.signIn(api, 'owner', { phone: true })
  await visitor.open('/templates')
  await visitor.settle()
  await visitor.assertFitsItsScreen()
  await visitor.page
    .getByRole('button', { name: /A rather long name/ })
    .first()
    .click()
  await visitor.page.getByRole('dialog', { name: 'Edit template' }).waitFor()
  await visitor.assertFitsItsScreen()
  visitor.assertQuiet()
  await visitor.leave()
})
