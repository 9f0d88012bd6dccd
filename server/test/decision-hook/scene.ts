// Shared by the tests of the decision hook: a customer's server that responds as a test tells it to, and a workspace
// that calls it.

import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'
import { setTimeout as later } from 'node:timers/promises'
import { startTestService, type TestService } from '../harness.ts'
import { done, type Json, openScene, type Scene } from '../sandbox/scene.ts'

export type Question = { headers: IncomingHttpHeaders; text: string; body: Json }
type Responder = (response: ServerResponse, question: Question) => unknown

export type Customer = {
  url: string
  questions: Question[]
  /** How the server responds from now on. */
  respond: Responder
  /** Resolves with the next question. */
  asked(): Promise<Question>
  stop(): Promise<void>
}

export async function startCustomer(respond: Responder = says({ approved: true })): Promise<Customer> {
  const waiting: ((question: Question) => void)[] = []
  const server = createServer(async (request, response) => {
    const text = await new Response(request as never).text()
    const question = { headers: request.headers, text, body: JSON.parse(text) }
    customer.questions.push(question)
    for (const resolve of waiting.splice(0)) resolve(question)
    await customer.respond(response, question)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const customer: Customer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/decide`,
    questions: [],
    respond,
    asked: () => new Promise((resolve) => waiting.push(resolve)),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  after(() => customer.stop())
  return customer
}

/** Responds with this JSON or text after the given number of seconds. */
export function says(body: unknown, { status = 200, afterSeconds = 0, headers = {} } = {}): Responder {
  return async (response) => {
    if (afterSeconds > 0) await later(afterSeconds * 1000)
    response.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body))
  }
}

export function startHookService(): Promise<TestService> {
  return startTestService({ WEBHOOK_ALLOW_LOOPBACK: 'true', DEPOSIT_FEE_BPS: '0' })
}

export type HookScene = Scene & { customer: Customer; hook: Json }

/** A workspace with one card of 100 dollars, whose hook is the customer's server. */
export async function openHookScene(service: TestService, settings: object = {}): Promise<HookScene> {
  const [scene, customer] = await Promise.all([openScene(service), startCustomer()])
  const hook = done(await scene.api.put('/decision-hook', { url: customer.url, ...settings }), 200)
  return { ...scene, customer, hook }
}

export async function attemptsOf({ api }: Pick<Scene, 'api'>, query = ''): Promise<Json[]> {
  return done(await api.get(`/decision-hook/attempts?${query}`), 200).data
}
