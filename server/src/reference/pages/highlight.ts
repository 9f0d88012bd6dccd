// Highlights code by a few patterns. The text itself stays unchanged, and is escaped.

import { type Html, html } from './html.ts'

const WORDS =
  'import|from|export|const|let|var|await|async|for|of|in|if|else|return|new|function|def|class|with|as|not|and|or|pass|package|func|range|type|struct|defer|go|err|nil|null|true|false|True|False|None|curl|npm|node|python3|cardwright|docker|psql'

type Pattern = { of: RegExp; comment: RegExp }

const STRING = `"""[\\s\\S]*?"""|"(?:[^"\\\\\\n]|\\\\.)*"|'(?:[^'\\\\\\n]|\\\\.)*'|\`(?:[^\`\\\\]|\\\\.)*\``

const hash = /(?<![\w$&'"#])#[^\n]*/
const slashes = /(?<![:\w'"])\/\/[^\n]*|\/\*[\s\S]*?\*\//

/** The placeholders that the page fills in once it knows a key and its own address. */
const FILLED: Record<string, string> = {
  $CARDWRIGHT_API_KEY: 'key',
  $CARDWRIGHT_BASE_URL: 'base',
  'new Cardwright()': 'node',
  'Cardwright()': 'python',
  'cardwright.New()': 'go',
}
const FILL = Object.keys(FILLED)
  .map((text) => text.replace(/[$().]/g, '\\$&'))
  .join('|')

const patterns: Record<string, Pattern> = {
  '#': makePattern(hash),
  '//': makePattern(slashes),
}

function makePattern(comment: RegExp): Pattern {
  const of = new RegExp(
    `(?<fill>${FILL})|(?<comment>${comment.source})|(?<string>${STRING})|(?<number>\\b\\d+(?:\\.\\d+)?\\b)|(?<word>\\b(?:${WORDS})\\b)`,
    'g',
  )
  return { of, comment }
}

const HASH_LANGUAGES = new Set(['sh', 'shell', 'bash', 'python', 'yaml', 'toml', ''])

export function highlight(text: string, language: string): Html {
  if (language === 'json') return highlightJson(text)
  return mark(text, patterns[HASH_LANGUAGES.has(language) ? '#' : '//']!.of)
}

const JSON_PARTS =
  /(?<key>"(?:[^"\\]|\\.)*")(?=\s*:)|(?<string>"(?:[^"\\]|\\.)*")|(?<number>-?\b\d+(?:\.\d+)?\b)|(?<word>\b(?:true|false|null)\b)/g

export function highlightJson(text: string): Html {
  return mark(text, JSON_PARTS)
}

function mark(text: string, pattern: RegExp): Html {
  const parts: Html[] = []
  let at = 0
  for (const match of text.matchAll(pattern)) {
    parts.push(html`${text.slice(at, match.index)}`, markOf(match))
    at = match.index + match[0].length
  }
  return html`${parts}${text.slice(at)}`
}

function markOf(match: RegExpExecArray): Html {
  const [text] = match
  const [kind] = Object.entries(match.groups!).find(([, found]) => found !== undefined)!
  if (kind === 'fill') return html`<span data-fill="${FILLED[text]}">${text}</span>`
  // A key inside a string of a shell is filled in as well.
  if (kind === 'string' && text.includes('$CARDWRIGHT')) return html`<span class="t-string">${mark(text, FILLS)}</span>`
  return html`<span class="t-${kind}">${text}</span>`
}

const FILLS = new RegExp(`(?<fill>${FILL})`, 'g')
