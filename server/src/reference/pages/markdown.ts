// The Markdown that our documents use, as HTML: headings, paragraphs, lists, tables, code, emphasis, links and pictures.
// HTML inside a document is shown as text: everything passes through `html`.

import { codeBlock } from './code-block.ts'
import { highlight } from './highlight.ts'
import { escapeHtml, Html, html } from './html.ts'

/** Where a link of the document leads; undefined when no page shows its target. */
export type ResolveLink = (target: string) => string | undefined

export type Heading = { level: number; text: string; id: string }

/** `ids` counts the headings by name, since a second heading with the same name needs another id. */
type Block = { lines: string[]; at: number; ids: Map<string, number> }

export function renderMarkdown(source: string, resolve: ResolveLink): Html {
  const block = { lines: source.replaceAll('\r', '').split('\n'), at: 0, ids: new Map<string, number>() }
  const parts: Html[] = []
  while (block.at < block.lines.length) {
    const part = renderBlock(block, resolve)
    if (part) parts.push(part)
  }
  return html`${parts}`
}

/** As the headings are named on the page, and as GitHub names them. */
export function headingsOf(source: string): Heading[] {
  const prose = source.replace(/^```[\s\S]*?^```/gm, '')
  const ids = new Map<string, number>()
  return [...prose.matchAll(/^(#{1,4}) (.+)$/gm)].map(([, marks, text]) => ({
    level: marks!.length,
    text: plainOf(text!),
    id: idOf(text!, ids),
  }))
}

function plainOf(text: string): string {
  return text.replace(/\[([^\]]+)\]\([^)]*\)/g, '$1').replace(/[`*]/g, '')
}

function idOf(text: string, ids: Map<string, number>): string {
  const name = text
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')
  const before = ids.get(name) ?? 0
  ids.set(name, before + 1)
  return before === 0 ? name : `${name}-${before}`
}

function renderBlock(block: Block, resolve: ResolveLink): Html | undefined {
  const line = block.lines[block.at]!
  if (line.trim() === '') return skip(block)
  if (line.startsWith('```')) return fenced(block)
  if (/^ {4}/.test(line)) return indented(block)
  if (/^#{1,4} /.test(line)) return heading(block, resolve)
  if (line.startsWith('|')) return table(block, resolve)
  if (BULLET.test(line)) return list(block, resolve, BULLET, 'ul')
  if (NUMBER.test(line)) return list(block, resolve, NUMBER, 'ol')
  return paragraph(block, resolve)
}

const BULLET = /^[-*] +/
const NUMBER = /^\d+\. +/
const STARTS_ANOTHER = /^(```|#{1,4} |\||[-*] +|\d+\. +)/

function skip(block: Block): undefined {
  block.at += 1
}

/** Takes the following lines for which `holds` is true, and moves the block past them. */
function take(block: Block, holds: (line: string) => boolean): string[] {
  const start = block.at
  while (block.at < block.lines.length && holds(block.lines[block.at]!)) block.at += 1
  return block.lines.slice(start, block.at)
}

function fenced(block: Block): Html {
  const language = block.lines[block.at]!.slice(3).trim()
  block.at += 1
  const lines = take(block, (line) => !line.startsWith('```'))
  block.at += 1
  return codeBlock(highlight(lines.join('\n'), language))
}

function indented(block: Block): Html {
  const lines = take(block, (line) => /^ {4}/.test(line) || line.trim() === '')
  const text = lines.map((line) => line.slice(4)).join('\n')
  return codeBlock(highlight(text.trimEnd(), 'sh'))
}

function heading(block: Block, resolve: ResolveLink): Html {
  const [, marks, text] = /^(#{1,4}) (.+)$/.exec(block.lines[block.at]!)!
  block.at += 1
  const id = idOf(text!, block.ids)
  const level = marks!.length
  return new Html(`<h${level} id="${escapeHtml(id)}">${inline(text!, resolve).text}</h${level}>`)
}

function table(block: Block, resolve: ResolveLink): Html {
  const rows = take(block, (line) => line.startsWith('|')).map(cellsOf)
  const [head = [], , ...body] = rows
  // A heading without words heads nothing, and would be read out as one.
  const th = head.map((cell) =>
    cell.trim() === '' ? html`<td></td>` : html`<th scope="col">${inline(cell, resolve)}</th>`,
  )
  const td = (cell: string) => html`<td${isName(cell) && html` class="short"`}>${inline(cell, resolve)}</td>`
  const rowsOfBody = body.map((row) => html`<tr>${row.map(td)}</tr>`)
  return html`<div class="wide" tabindex="0"><table><thead><tr>${th}</tr></thead><tbody>${rowsOfBody}</tbody></table></div>`
}

/** A cell with only a name, such as that of a setting, must not wrap. */
function isName(cell: string): boolean {
  return /^`[\w.:]{1,40}`$/.test(cell)
}

function cellsOf(line: string): string[] {
  const inside = line.trim().replace(/^\||\|$/g, '')
  return inside.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|'))
}

function list(block: Block, resolve: ResolveLink, mark: RegExp, tag: 'ul' | 'ol'): Html {
  const lines = take(block, (line) => mark.test(line) || /^ {2,}\S/.test(line))
  const items: string[] = []
  for (const line of lines) {
    if (mark.test(line)) items.push(line.replace(mark, ''))
    else items[items.length - 1] += `\n${line.trim()}`
  }
  return new Html(`<${tag}>${items.map((item) => `<li>${inline(item, resolve).text}</li>`).join('')}</${tag}>`)
}

function paragraph(block: Block, resolve: ResolveLink): Html {
  const first = block.lines[block.at]!
  block.at += 1
  const rest = take(block, (line) => line.trim() !== '' && !STARTS_ANOTHER.test(line))
  return html`<p>${inline([first, ...rest].join('\n'), resolve)}</p>`
}

const INLINE =
  /`+([^`]+?)`+|!\[([^\]]*)\]\(([^)\s]+)\)|\[((?:`[^`]*`|[^\]])+)\]\(([^)\s]+)\)|<(https?:\/\/[^>\s]+)>|\*\*(.+?)\*\*|(?<![\w*])\*([^*\s][^*]*?)\*(?![\w*])/gs

/** Emphasis, code, links and pictures within a line. */
export function inline(text: string, resolve: ResolveLink): Html {
  const parts: Html[] = []
  let at = 0
  for (const match of text.matchAll(INLINE)) {
    parts.push(html`${text.slice(at, match.index)}`, span(match, resolve))
    at = match.index + match[0].length
  }
  return html`${parts}${text.slice(at)}`
}

function span(
  [, code, alt, source, label, target, address, strong, soft]: RegExpExecArray,
  resolve: ResolveLink,
): Html {
  if (code !== undefined) return html`<code>${code.trim()}</code>`
  if (source !== undefined) return picture(alt!, resolve(source))
  if (address !== undefined) return html`<a href="${address}">${address}</a>`
  if (target !== undefined) return link(inline(label!, resolve), target, resolve)
  if (strong !== undefined) return html`<strong>${inline(strong, resolve)}</strong>`
  return html`<em>${inline(soft!, resolve)}</em>`
}

function picture(alt: string, source: string | undefined): Html {
  return source === undefined ? html`` : html`<img src="${source}" alt="${alt}" loading="lazy">`
}

/** A file that no page shows is named instead of linked; it is in the repository. */
function link(label: Html, target: string, resolve: ResolveLink): Html {
  if (/^(https?:|mailto:)/.test(target)) return html`<a href="${target}">${label}</a>`
  const address = resolve(target)
  if (address !== undefined) return html`<a href="${address}">${label}</a>`
  const [path = ''] = target.replace(/^(\.\.\/)+/, '').split('#')
  const file = html`<code class="file">${path}</code>`
  return label.text === path.split('/').at(-1) ? file : html`${label} (${file})`
}
