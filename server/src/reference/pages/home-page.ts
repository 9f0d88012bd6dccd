import type { DescribedApi } from './described-api.ts'
import type { DocumentGroup } from './documents.ts'
import { type Html, html } from './html.ts'
import { renderMarkdown } from './markdown.ts'

/** The first links of the page. */
const starts = [
  { name: 'guides/first-hour', title: 'The first hour', text: 'A card, its number, money and a purchase, by curl.' },
  { name: 'guides/quickstart-node', title: 'Node.js', text: 'The library, from npm to a card.' },
  { name: 'guides/quickstart-python', title: 'Python', text: 'The library, from pip to a card.' },
  { name: 'guides/quickstart-go', title: 'Go', text: 'The library, from go get to a card.' },
  { name: 'guides/webhooks', title: 'Webhooks', text: 'Be told of every event, and check who told you.' },
  { name: 'guides/mcp', title: 'Agents (MCP)', text: 'Let software ask for money, within bounds.' },
]

export function homePage(api: DescribedApi, groups: DocumentGroup[]): Html {
  const known = new Set(groups.flatMap(({ documents }) => documents.map(({ name }) => name)))
  return html`<div class="prose"><h1>Cardwright API</h1>
${renderMarkdown(api.introduction, () => undefined)}
<p>Version ${api.version}. The same as a document for programs: <a href="/openapi.json" data-whole>OpenAPI 3.1</a>.</p></div>
${
  known.size > 0 &&
  html`<h2>Start here</h2><ul class="cards">${starts
    .filter(({ name }) => known.has(name))
    .map(({ name, title, text }) => html`<li><a href="/docs/${name}">${title}</a><p>${text}</p></li>`)}</ul>`
}
<h2>Reference</h2>
<ul class="cards">${api.tags.map(
    ({ name, slug, description, operations }) =>
      html`<li><a href="/docs/api/${slug}">${name}</a><p>${description.replaceAll('`', '')}</p><p class="count">${operations.length} ${operations.length === 1 ? 'operation' : 'operations'}</p></li>`,
  )}
<li><a href="/docs/events">Event catalogue</a><p>Every type of event, with the payload that your endpoint receives.</p><p class="count">${api.events.length} types</p></li>
<li><a href="/docs/errors">Errors</a><p>Every error that the API answers with, and what to do about it.</p></li></ul>
${groups.map(
  ({ title, documents }) =>
    html`<h2>${title}</h2><ul class="list">${documents.map((each) => html`<li><a href="/docs/${each.name}">${each.title}</a></li>`)}</ul>`,
)}`
}
