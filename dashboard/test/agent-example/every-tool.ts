// A purchase in which every tool is used, through the proxy that records everything sent to the agent.

import assert from 'node:assert/strict'
import { type Era, httpTransport, namesOf, newClient, refused, used } from '../../../server/test/mcp/mcp-clients.ts'
import { done } from '../../../server/test/sandbox/scene.ts'
import type { Scene } from './scene.ts'

const asked = { amount: '25', merchant_name: 'Acme Books', reason: 'The manual for the printer in room 4.' }
const elsewhere = { name: 'Others', mcc: '5942', country: 'US' }

/** Returns the spend request. */
export async function useEveryTool({ boss, agent, proxies, desk }: Scene, era: Era): Promise<string> {
  const client = newClient(era)
  await client.connect(httpTransport(proxies.agent.url, agent.key))
  const names = await namesOf(client)
  const called = new Set<string>()
  const use = (name: string, args: object = {}) => {
    called.add(name)
    return used(client, name, args)
  }
  await use('whoami')
  const request = await use('create_spend_request', { ...asked, idempotency_key: era })
  const { card_id } = done(await boss.post(`/spend-requests/${request.id}/approve`), 200)
  await use('get_spend_request', { spend_request_id: request.id })
  await use('list_cards')
  await use('get_card', { card_id })
  await use('get_balance')
  await use('get_reveal_link', { card_id, origin: desk })
  done(await boss.post('/sandbox/3ds', { card_id, amount: 20, merchant: 'Acme Books' }), 201)
  assert.match((await use('wait_for_passcode', { card_id })).passcode.passcode, /^\d{6}$/)
  done(await boss.post('/sandbox/authorizations', { card_id, amount: 2, merchant: elsewhere }), 201)
  const { data } = await use('list_transactions', { card_id })
  await use('explain_decline', { transaction_id: data[0].id })
  await use('freeze_card', { card_id })
  await use('report_outcome', { spend_request_id: request.id, outcome: 'blocked', note: 'Declined.' })
  await refused(client, 'get_card', { card_id: 'card_x' })
  const unwanted = await use('create_spend_request', { ...asked, idempotency_key: `${era}, not wanted` })
  await use('cancel_spend_request', { spend_request_id: unwanted.id })
  await client.close()
  assert.deepEqual([...called].sort(), names.sort())
  return request.id
}
