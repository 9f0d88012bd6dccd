// Payment pages for the tests of `cardwright pay`, on two hosts of this machine. They record what was submitted.

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { after } from 'node:test'

export type Sent = { path: string; form: Record<string, string> }
type Answer = string | { redirect: string }

export class PaymentPages {
  readonly sent: Sent[] = []
  readonly pages = new Map<string, Answer>()
  /** What a shop does with a card; returns the page that follows. */
  onSent: (sent: Sent) => Promise<string> = async () => page('<p>Thank you.')
  readonly port: number

  private constructor(port: number) {
    this.port = port
  }

  static async open(): Promise<PaymentPages> {
    let pages: PaymentPages | undefined
    const server = createServer(async (request, response) => {
      const answer =
        request.method === 'POST'
          ? await pages!.#take(request.url!, await text(request))
          : pages!.pages.get(request.url!)
      if (typeof answer === 'object') return void response.writeHead(302, { location: answer.redirect }).end()
      response.writeHead(answer === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' }).end(answer)
    })
    // Both host names lead to this server; a browser treats them as two hosts.
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    after(() => {
      server.close()
      server.closeAllConnections()
    })
    pages = new PaymentPages((server.address() as AddressInfo).port)
    return pages
  }

  get host(): string {
    return `127.0.0.1:${this.port}`
  }

  /** Another host, as far as anybody can tell. */
  get otherHost(): string {
    return `localhost:${this.port}`
  }

  add(path: string, answer: Answer): string {
    this.pages.set(path, answer)
    return `http://${this.host}${path}`
  }

  #take(path: string, body: string): Promise<string> {
    const sent = { path, form: Object.fromEntries(new URLSearchParams(body)) }
    this.sent.push(sent)
    return this.onSent(sent)
  }
}

export const page = (body: string) =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>Shop</title>${body}</html>`

export const form = (action = '/pay', more = '') =>
  page(`<form method="post" action="${action}">
    <label>Company <input name="company"></label>
    <label>Gift card <input name="gift-card-number"></label>
    <label>Card number <input name="number" autocomplete="section-a billing cc-number"></label>
    <label>Expiry <input name="expiry" autocomplete="cc-exp"></label>
    <label>CVV <input name="code" autocomplete="cc-csc"></label>
    <label>Name <input name="name" autocomplete="cc-name"></label>
    <button>Pay</button></form>${more}`)

/** A form without autocomplete attributes, with lists for month and year; its fields are found by their names. */
export const plainForm = page(`<form method="post" action="/pay">
    <input name="gift_card_number"><input name="company">
    <input id="cardNumber" name="n"><input name="x" hidden autocomplete="cc-number">
    <select name="exp-month"><option value="">-</option>${numbers(1, 12, 1)}</select>
    <select name="exp-year"><option value="">-</option>${numbers(2026, 2040, 4)}</select>
    <input name="cvc" maxlength="4"><input type="submit" value="Buy now"></form>`)

function numbers(from: number, to: number, width: number): string {
  const all = Array.from({ length: to - from + 1 }, (_, index) => String(from + index).padStart(width, '0'))
  return all.map((value) => `<option value="${value}">${value}</option>`).join('')
}
