// The script that embeds a reveal page in a customer's page. A version never changes: pages name it with its hash (subresource
// integrity), and a browser keeps it for a year. A change becomes a new version beside the old one.

import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

export type Loader = { name: string; script: string; integrity: string; headers: Record<string, string> }

const VERSIONS = ['v1']

export const loaders: readonly Loader[] = VERSIONS.map((version) => {
  const script = readFileSync(new URL(`loader/${version}.js`, import.meta.url), 'utf8')
  return {
    name: `${version}/reveal.js`,
    script,
    integrity: `sha384-${createHash('sha384').update(script).digest('base64')}`,
    headers: {
      'Content-Type': 'text/javascript; charset=utf-8',
      'Cache-Control': 'public, max-age=31536000, immutable',
      // Any page may load it, and must be able to check its hash.
      'Access-Control-Allow-Origin': '*',
      'Cross-Origin-Resource-Policy': 'cross-origin',
    },
  }
})
