// Requests the page of a reveal session like a browser.

import { readFileSync } from 'node:fs'
import type { Answer, Api, TestService } from '../harness.ts'

export const ORIGIN = 'https://shop.example.com'
/** The headers that a browser sends for a navigation inside a frame. */
export const IN_FRAME = { 'sec-fetch-dest': 'iframe', 'sec-fetch-mode': 'navigate', 'sec-fetch-site': 'cross-site' }

export type Session = { id: string; url: string; expires_at: string }
export type Page = { status: number; html: string; headers: Headers; state: string | undefined }

export async function newSession(api: Api, card: string, body: object = {}): Promise<Session> {
  const made: Answer = await api.post(`/cards/${card}/reveal-sessions`, { origin: ORIGIN, ...body })
  if (made.status !== 201) throw new Error(JSON.stringify(made.body))
  return made.body
}

export async function getPage({ url }: Pick<Session, 'url'>, headers: Record<string, string> = IN_FRAME) {
  return pageOf(await fetch(url.split('#')[0]!, { headers }))
}

/** Does the same as the script of the closed page. */
export async function openPage(
  { url }: Pick<Session, 'url'>,
  { token = url.split('#')[1]!, headers = IN_FRAME }: { token?: string; headers?: Record<string, string> } = {},
): Promise<Page> {
  return pageOf(await fetch(url.split('#')[0]!, { method: 'POST', headers, body: new URLSearchParams({ token }) }))
}

async function pageOf(response: Response): Promise<Page> {
  const html = await response.text()
  return { status: response.status, html, headers: response.headers, state: /data-state="(\w+)"/.exec(html)?.[1] }
}

/** Finds any thirteen or more digits, or a number in the format of a session. */
export function hasNumber(text: string): boolean {
  return /data-(number|cvv|expiry)=|\b\d{4} ?\d{4} ?\d{4} ?\d{1,4}\b/.test(text)
}

export async function auditOf({ services }: TestService, card: string) {
  return services.database.read<{ action: string; actor: string; origin: string; request_id: string }[]>`
    select action, actor, origin, request_id from audit_log where subject = ${card} order by sequence`
}

export const guide = readFileSync(new URL('../../../docs/guides/reveal.md', import.meta.url), 'utf8')
