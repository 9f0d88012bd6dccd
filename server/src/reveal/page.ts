// The page of a reveal session. It is a single document: its policy names its script and style sheet by their hashes, and
// lets it load nothing else. It runs in a sandbox (an opaque origin), so that no page can read it, not even one served from
// the same address as this service.

import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { RevealSession } from './sessions.ts'
import { themeStyle } from './theme.ts'

const script = readFileSync(new URL('page/page.js', import.meta.url), 'utf8')
const style = readFileSync(new URL('page/page.css', import.meta.url), 'utf8')

/**
 * `closed`: the script sends the token and gets the next page. `open`: shows the number. `ended`: used or expired.
 * `later`: the number could not be read now, and the page may be tried again. `refused`: the card's processor does not show it.
 */
export type PageState = 'closed' | 'open' | 'ended' | 'later' | 'refused'

export type Shown = { number: string; expiry: string; cvv: string; leftMs: number }

type Page = { html: string; headers: Record<string, string> }

export function revealPage(
  { origin, theme }: Pick<RevealSession, 'origin' | 'theme'>,
  state: PageState,
  shown?: Shown,
): Page {
  const css = `${style}\n:root { ${themeStyle(theme)} }`
  const data = { state, origin, timer: theme.timer === false ? 'off' : 'on', ...shown }
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Card details</title>
<style>${css}</style>
</head>
<body>
<main ${dataAttributes(data)}>
<h1 class="unseen">Card details</h1>
<noscript><p>This page needs JavaScript.</p></noscript>
</main>
<script>${script}</script>
</body>
</html>
`
  return { html, headers: pageHeaders(policyOf(`'${hashOf(script)}'`, `'${hashOf(css)}'`, origin)) }
}

/** For a request that may not see the page: the session is unknown, or the page is not in a frame. */
export function plainPage(text: string): Page {
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Card details</title><p>${text}</p></html>`
  return { html, headers: pageHeaders("default-src 'none'; frame-ancestors 'none'; sandbox") }
}

function policyOf(scriptHash: string, styleHash: string, origin: string): string {
  return [
    "default-src 'none'",
    `script-src ${scriptHash}`,
    `style-src ${styleHash}`,
    "form-action 'self'",
    "base-uri 'none'",
    `frame-ancestors ${origin}`,
    'sandbox allow-scripts allow-forms',
  ].join('; ')
}

function pageHeaders(policy: string): Record<string, string> {
  return {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': policy,
    'Cache-Control': 'no-store',
    'Referrer-Policy': 'no-referrer',
    'X-Robots-Tag': 'noindex',
  }
}

function dataAttributes(data: Record<string, string | number>): string {
  return Object.entries(data)
    .map(([name, value]) => `data-${name.replace(/[A-Z]/g, (c) => `-${c.toLowerCase()}`)}="${escaped(String(value))}"`)
    .join(' ')
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`)
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`
}
