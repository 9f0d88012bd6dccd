// The documents of docs/ that the pages show: guides, operating, the glossary. They are read once, when first asked for.

import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path/posix'
import { fileURLToPath } from 'node:url'
import { type Heading, headingsOf, type ResolveLink } from './markdown.ts'

const folder = fileURLToPath(new URL('../../../../docs', import.meta.url))

export type Document = {
  /** Relative to docs/, without its ending: `guides/webhooks`. */
  name: string
  title: string
  source: string
  headings: Heading[]
}

export type DocumentGroup = { title: string; documents: Document[] }

/** In a good order for new readers. Guides that are not listed here come after them. */
const FIRST = [
  'guides/first-hour',
  'guides/quickstart-node',
  'guides/quickstart-python',
  'guides/quickstart-go',
  'guides/client-libraries',
  'guides/command-line',
  'guides/webhooks',
  'guides/retries-and-errors',
  'guides/lists',
  'guides/controls',
]

export function readDocuments(): DocumentGroup[] {
  const names = existsSync(folder)
    ? globSync(['guides/*.md', 'guides/processors/*.md', 'operating/*.md', 'glossary.md'], { cwd: folder })
    : []
  const all = names.map((name) => readDocument(name.replaceAll('\\', '/').replace(/\.md$/, ''))).sort(inOrder)
  const within = (prefix: string) => all.filter(({ name }) => dirname(name) === prefix)
  return [
    { title: 'Guides', documents: within('guides') },
    { title: 'Processors', documents: within('guides/processors') },
    { title: 'Operating', documents: [...within('operating'), ...within('.')] },
  ].filter(({ documents }) => documents.length > 0)
}

function readDocument(name: string): Document {
  const source = readFileSync(join(folder, `${name}.md`), 'utf8')
  const headings = headingsOf(source)
  return { name, title: headings[0]?.text ?? name, source, headings }
}

function inOrder(one: Document, other: Document): number {
  const place = ({ name }: Document) => (FIRST.includes(name) ? FIRST.indexOf(name) : FIRST.length)
  return place(one) - place(other) || one.title.localeCompare(other.title)
}

/** Links between documents lead to their pages, pictures to their files, and links to /docs to this service. */
export function resolverOf(name: string, known: Set<string>): ResolveLink {
  return (target) => {
    const [path = '', heading] = target.split('#')
    const anchor = heading === undefined ? '' : `#${heading}`
    if (path === '') return anchor
    const found = normalize(join(dirname(name), path))
    if (/^screenshots\/[\w-]+\.png$/.test(found)) return `/docs/${found}`
    const page = found.replace(/\.md$/, '')
    return known.has(page) ? `/docs/${page}${anchor}` : undefined
  }
}

/** The bytes of a picture that a document shows; undefined when there is none with this name. */
export function readPicture(name: string): Buffer | undefined {
  const path = join(folder, 'screenshots', name)
  return /^[\w-]+\.png$/.test(name) && existsSync(path) ? readFileSync(path) : undefined
}
