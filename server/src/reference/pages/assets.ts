// The files that the pages load. Their names contain their hash, so that a browser can keep them and never mixes two releases.

import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

export type Asset = { path: string; type: string; text: string }

export const assets = {
  style: readAsset('docs.css', 'text/css; charset=utf-8'),
  script: readAsset('docs.js', 'text/javascript; charset=utf-8'),
  theme: readAsset('theme.js', 'text/javascript; charset=utf-8'),
  icon: readAsset('icon.svg', 'image/svg+xml'),
}

function readAsset(name: string, type: string): Asset {
  const text = readFileSync(new URL(`../assets/${name}`, import.meta.url), 'utf8')
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 12)
  const [stem, ending] = name.split('.')
  return { path: `/docs/assets/${stem}-${hash}.${ending}`, type, text }
}
