// An agent that buys a book: node agent.mjs SHOP pay, or node agent.mjs SHOP person DESK.
// Each line that it prints says what it has got to. No line holds a number or a passcode, and only a signed-in person can open the
// address of the card.

import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'

const [shop, way, desk] = process.argv.slice(2)
const MCP = (process.env.CARDWRIGHT_MCP ?? 'cardwright mcp').split(' ')
const PAY = (process.env.CARDWRIGHT_PAY ?? 'sudo -u checkout cardwright pay').split(' ')
const POLL_MS = Number(process.env.POLL_SECONDS ?? 15) * 1000
const MAX_POLLS = 100

const client = new Client({ name: 'example-agent', version: '1.0.0' })
const say = (step, more = {}) => console.log(JSON.stringify({ step, ...more }))

async function use(name, args) {
  const result = await client.callTool({ name, arguments: args })
  if (result.isError) throw new Error(result.content[0].text)
  return result.structuredContent
}

async function until(id, isDone) {
  for (let poll = 0; poll < MAX_POLLS; poll++) {
    const request = await use('get_spend_request', { spend_request_id: id })
    if (isDone(request.status)) return request
    await pause(POLL_MS)
  }
  throw new Error('nothing happened in time')
}

/** A passcode is for this purchase alone: merchant and amount are compared before it is passed on. */
async function passcodeFor(cardId, offer) {
  for (let call = 0; call < 4; call++) {
    const { passcode } = await use('wait_for_passcode', { card_id: cardId, timeout_seconds: 45 })
    if (passcode && passcode.merchant === offer.merchant && passcode.money.amount === offer.total)
      return passcode.passcode
    if (passcode) throw new Error('a passcode was asked for another purchase')
  }
  throw new Error('no passcode was asked for')
}

/** The checkout helper types the card; this process learns its steps and its exit code. */
async function payByHelper(request, page, offer) {
  const [command, ...args] = PAY
  const child = spawn(command, [...args, '--request', request.id, '--page', page, '--json'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const ended = new Promise((resolve) => child.on('close', resolve))
  for await (const line of createInterface({ input: child.stdout })) {
    const { step } = JSON.parse(line)
    say(`checkout: ${step}`)
    if (step === 'passcode_needed') child.stdin.write(`${await passcodeFor(request.card_id, offer)}\n`)
  }
  return (await ended) === 0 ? 'success' : 'blocked'
}

/** The person types the card, from a page of the dashboard that this process cannot open. */
async function payByPerson(request, page, offer) {
  const { url } = await use('get_reveal_link', { card_id: request.card_id, origin: new URL(page).origin })
  say('please pay', { card: url, page })
  const passcode = await passcodeFor(request.card_id, offer)
  await fetch(desk, { method: 'PUT', body: JSON.stringify({ passcode }) })
  say('the passcode is on your page')
  const { status } = await until(request.id, (status) => status !== 'approved')
  return status === 'used' ? 'success' : 'abandoned'
}

async function buy() {
  const offer = await (await fetch(`${shop}/offer`)).json()
  await use('whoami', {})
  const asked = await use('create_spend_request', {
    amount: offer.total,
    merchant_name: offer.merchant,
    reason: `${offer.item}, for the printer in room 4.`,
    idempotency_key: `order-${process.pid}-${Date.now()}`,
  })
  say('please decide', { approval_url: asked.approval_url })
  const request = await until(asked.id, (status) => status !== 'pending')
  if (request.status !== 'approved') return say(request.status)
  const page = new URL(offer.pay_page, shop).href
  const outcome = await (way === 'person' ? payByPerson : payByHelper)(request, page, offer)
  await use('report_outcome', { spend_request_id: asked.id, outcome })
  say('done', { spend_request_id: asked.id, outcome })
}

await client.connect(
  new StdioClientTransport({ command: MCP[0], args: MCP.slice(1), env: process.env, stderr: 'inherit' }),
)
try {
  await buy()
} finally {
  await client.close()
}
