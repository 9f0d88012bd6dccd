// All pages of the documentation by their path. Each is made on its first request.

import { errorIds } from '../../errors.ts'
import type { Json } from '../schema-json.ts'
import { type DescribedApi, describeApi } from './described-api.ts'
import { type Document, type DocumentGroup, readDocuments, resolverOf } from './documents.ts'
import { homePage } from './home-page.ts'
import { type Html, html } from './html.ts'
import { layout, type NavigationGroup } from './layout.ts'
import { renderMarkdown } from './markdown.ts'
import { errorsPage, eventsPage, meaningOf, tagPage } from './reference-pages.ts'

type Entry = { title: string; content(): Html }

/** `kind` groups the results; `text` is searched in addition to the title. */
type Findable = { title: string; kind: string; href: string; text: string }

export type Site = {
  paths: string[]
  /** Undefined where there is no such page. */
  render(path: string, hasSession: boolean): string | undefined
  renderMissing(hasSession: boolean): string
  searchIndex(): Findable[]
}

export function createSite(document: Json): Site {
  const api = describeApi(document)
  const groups = readDocuments()
  const navigation = navigationOf(api, groups)
  const entries = entriesOf(api, groups)
  return {
    paths: [...entries.keys()],
    render(path, hasSession) {
      const entry = entries.get(path)
      return entry && layout({ path, title: entry.title, content: entry.content() }, navigation, hasSession)
    },
    renderMissing: (hasSession) =>
      layout({ path: '', title: 'No such page', content: missingPage }, navigation, hasSession),
    searchIndex: () => searchIndexOf(api, groups),
  }
}

const missingPage = html`<div class="prose"><h1>No such page</h1><p>The documentation has no page at this address. <a href="/docs">Its first page</a> lists all of them.</p></div>`

function entriesOf(api: DescribedApi, groups: DocumentGroup[]): Map<string, Entry> {
  const documents = groups.flatMap((group) => group.documents)
  const known = new Set(documents.map(({ name }) => name))
  return new Map<string, Entry>([
    ['/docs', { title: 'API reference', content: () => homePage(api, groups) }],
    ...api.tags.map((tag): [string, Entry] => [
      `/docs/api/${tag.slug}`,
      { title: tag.name, content: () => tagPage(tag, api.components) },
    ]),
    ['/docs/events', { title: 'Event catalogue', content: () => eventsPage(api) }],
    ['/docs/errors', { title: 'Errors', content: () => errorsPage(api) }],
    ...documents.map((each): [string, Entry] => [
      `/docs/${each.name}`,
      { title: each.title, content: () => documentPage(each, known) },
    ]),
  ])
}

function documentPage({ name, source, headings }: Document, known: Set<string>): Html {
  const chapters = headings.filter(({ level }) => level === 2)
  const contents =
    chapters.length > 2 &&
    html`<aside class="chapters" aria-label="On this page"><p>On this page</p><ul>${chapters.map(({ text, id }) => html`<li><a href="#${id}">${text}</a></li>`)}</ul></aside>`
  return html`<div class="guide"><div class="prose">${renderMarkdown(source, resolverOf(name, known))}</div>${contents}</div>`
}

function navigationOf(api: DescribedApi, groups: DocumentGroup[]): NavigationGroup[] {
  const reference = api.tags.map(({ name, slug, operations }) => ({
    title: name,
    href: `/docs/api/${slug}`,
    inside: operations.map(({ method, operation: { operationId, summary } }) => ({
      title: summary,
      href: `/docs/api/${slug}#${operationId}`,
      method,
    })),
  }))
  return [
    { title: 'Start', links: [{ title: 'Overview', href: '/docs' }] },
    {
      title: 'Reference',
      links: [
        ...reference,
        { title: 'Event catalogue', href: '/docs/events' },
        { title: 'Errors', href: '/docs/errors' },
      ],
    },
    ...groups.map(({ title, documents }) => ({
      title,
      links: documents.map((each) => ({ title: each.title, href: `/docs/${each.name}` })),
    })),
  ]
}

function searchIndexOf(api: DescribedApi, groups: DocumentGroup[]): Findable[] {
  const operations = api.tags.flatMap(({ slug, operations }) =>
    operations.map(({ method, path, operation: { operationId, summary } }) => ({
      title: summary,
      kind: 'Operation',
      href: `/docs/api/${slug}#${operationId}`,
      text: `${method} /v1${path}`,
    })),
  )
  const events = api.events.map(({ type, description }) => ({
    title: type,
    kind: 'Event',
    href: `/docs/events#${type}`,
    text: description,
  }))
  const errors = errorIds.map((id) => ({
    title: id,
    kind: 'Error',
    href: `/docs/errors#${id}`,
    text: meaningOf(id).replaceAll('`', ''),
  }))
  const chapters = groups.flatMap(({ title: kind, documents }) =>
    documents.flatMap(({ name, title, headings }) =>
      headings.map(({ text, id, level }) => ({
        title: text,
        kind,
        href: level === 1 ? `/docs/${name}` : `/docs/${name}#${id}`,
        text: level === 1 ? '' : title,
      })),
    ),
  )
  return [...operations, ...events, ...errors, ...chapters]
}
