// The page behind the address that an agent gets when it asks to show a card: a person sees what the card is for, and its number
// once.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { anotherKey, workspaceWith } from '../../server/test/contract/assertions.ts'
import { openDashboard } from './harness.ts'

const dashboard = await openDashboard()
const { service } = dashboard
const reason = 'The manual for the printer in room 4.'

async function openScene() {
  const boss = await workspaceWith(service, 1000)
  const budget = { amountCents: 100_000n, window: 'month' as const }
  const agent = await anotherKey(service, boss, { rights: { kind: 'agent', ownCards: true, budget } })
  const { body: request } = await agent.post('/spend-requests', {
    amount: 25,
    merchant: { name: 'Acme Books' },
    reason,
  })
  const { body: approved } = await boss.post(`/spend-requests/${request.id}/approve`)
  const made = await agent.post(`/cards/${approved.card_id}/reveal-sessions`, { origin: 'https://books.example' })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  const { body: details } = await boss.get(`/cards/${approved.card_id}/details`)
  return { boss, link: made.body.url as string, number: details.pan.replace(/(.{4})(?=.)/g, '$1 ') as string }
}

test('a person sees which agent asks and for what, then sees the number once', async () => {
  const { boss, link, number } = await openScene()
  const visitor = await dashboard.signIn(boss)
  const { page } = visitor
  await visitor.open(link)
  await page.getByRole('heading', { name: 'An agent asks you to use a card' }).waitFor()
  await page.getByText(reason).waitFor()
  await page.getByText('https://books.example').waitFor()
  await page.getByRole('link', { name: 'Acme Books', exact: true }).waitFor()
  await visitor.assertAccessible()
  await page.getByRole('button', { name: 'Reveal' }).click()
  await page.locator('iframe').contentFrame().getByText(number).waitFor()
  await page.getByRole('button', { name: 'Hide' }).click()
  await page.getByText('This link has already shown the card').waitFor()
  assert.equal(await page.getByRole('button', { name: 'Reveal' }).count(), 0)
  await visitor.assertAccessible()
})

test('a role that may not see card numbers gets a message that says so', async () => {
  const { boss, link } = await openScene()
  const visitor = await dashboard.signIn(boss, 'viewer')
  await visitor.open(link)
  await visitor.page.getByText('Your role may not see card numbers.').waitFor()
  assert.equal(await visitor.page.getByRole('button', { name: 'Reveal' }).count(), 0)
})
