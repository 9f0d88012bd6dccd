// The code samples of the API reference, and workspaces with the data that each sample needs.

import { execFile } from 'node:child_process'
import { openApiDocument } from '../../src/reference/openapi.ts'
import type { CodeSample } from '../../src/reference/samples/code-samples.ts'
import { anotherKey } from '../contract/assertions.ts'
import { startTestService, type TestService } from '../harness.ts'
import { authorize, newCard, ok, shop } from '../money/books.ts'
import { startReceiver } from '../webhooks/receiver.ts'

export type Operation = { operationId: string; samples: CodeSample[] }
export type Sample = { operationId: string; source: string }
/** A sample with ids that exist, and the key of the workspace that has them. */
export type LiveSample = Sample & { key: string }

type Document = { paths: Record<string, Record<string, { operationId: string; 'x-codeSamples': CodeSample[] }>> }

export const operations: Operation[] = Object.values((openApiDocument() as Document).paths).flatMap((methods) =>
  Object.values(methods).map((each) => ({ operationId: each.operationId, samples: each['x-codeSamples'] })),
)

/** The samples of one language, one for each operation. */
export function samplesIn(label: string): Sample[] {
  return operations.map(({ operationId, samples }) => ({
    operationId,
    source: samples.find((sample) => sample.label === label)!.source,
  }))
}

const newRequest = { amount: 5, merchant: { name: 'Acme Books' }, reason: 'The manual for the printer.' }

/** Creates one of each object that a sample names by its id. */
async function makeScene(service: TestService, { operationId, source }: Sample, receiver: string): Promise<LiveSample> {
  const api = await service.fundedWorkspace(1_000)
  const card = await newCard(api, 200)
  const { transaction } = ok(await authorize(api, card, 50), 201)
  const settlement = ok(await api.post('/sandbox/settlements', { card_id: card, amount: 20, merchant: shop }), 201)
  const deposit = ok(await api.post('/sandbox/deposits', { currency: 'usdt', amount_crypto: '20' }), 201)
  const method = ['approveChallenge', 'declineChallenge'].includes(operationId) ? 'out_of_band' : 'passcode'
  const asked = { card_id: card, merchant: 'Acme Ads', amount: 25, method }
  const challenge = ok(await api.post('/sandbox/3ds', asked), 201)
  const webhook = ok(await api.post('/webhooks', { url: receiver, events: ['*'] }), 201)
  const delivery = ok(await api.post(`/webhooks/${webhook.id}/test`), 201)
  const template = ok(await api.post('/card-templates', { name: 'Ads' }), 201)
  const asker = await anotherKey(service, api) // nobody can approve their own request
  const request = ok(await asker.post('/spend-requests', newRequest), 201)
  if (operationId === 'reportSpendOutcome') ok(await api.post(`/spend-requests/${request.id}/approve`))
  const when = [{ attribute: 'amount', op: 'above', value: 200 }]
  const rule = ok(await api.post('/rules', { name: 'Large', action: 'decline', when }), 201)
  const backtest = ok(await api.post(`/rules/${rule.id}/backtests`, { from: '2026-10-01', to: '2026-10-02' }), 202)
  ok(await api.put('/decision-hook', { url: receiver, on_timeout: 'approve' }), 200)
  const events = ok(await api.get('/events?per_page=1'))
  const transactionId = operationId === 'simulateRefund' ? settlement.id : transaction.id
  const made = [deposit, challenge, webhook, delivery, template, request, rule, backtest, events.data[0]]
  const ids = [card, transactionId, ...made.map(({ id }) => id)]
  const real = ids.reduce(
    (text, id: string) => text.replaceAll(new RegExp(`\\b${id.split('_')[0]}_3p01\\w+`, 'g'), id),
    source,
  )
  return {
    operationId,
    key: api.key,
    source: real
      .replace('042318', challenge.otp ?? '042318')
      .replace('https://example.com/webhooks/cardwright', receiver),
  }
}

/** Returns the samples of programs that end on their own. */
export async function liveSamples(label: string) {
  const service = await startTestService({ WEBHOOK_ALLOW_LOOPBACK: 'true' }, { worker: true })
  const receiver = await startReceiver()
  const samples: LiveSample[] = []
  for (const sample of samplesIn(label).filter(({ operationId }) => operationId !== 'streamEvents'))
    samples.push(await makeScene(service, sample, receiver.url))
  return { service, samples }
}

const TIMEOUT_MS = 4 * 60_000

/** Resolves with the output of the program, or fails with everything that it printed. */
export function runProgram(program: string, args: string[], cwd: string, env: Record<string, string> = {}) {
  const { NODE_TEST_CONTEXT: _, ...inherited } = process.env
  const options = { cwd, env: { ...inherited, ...env }, timeout: TIMEOUT_MS, maxBuffer: 64 * 1024 * 1024 }
  return new Promise<string>((resolve, reject) => {
    execFile(program, args, options, (error, stdout, stderr) => {
      if (error) reject(new Error(`${program} ${args.join(' ')} failed:\n${stdout}${stderr}`, { cause: error }))
      else resolve(stdout)
    })
  })
}
