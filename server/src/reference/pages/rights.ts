// Who may call an operation, in sentences: the scope of a key, the role of a person, and what bounds both.

import { type Access, isGranted, roleNames } from '../../accounts/roles.ts'
import { accessFor } from '../../http/check-person.ts'
import type { AnyRoute } from '../../http/route.ts'
import { type Html, html } from './html.ts'

type Right = { who: string; what: Html }

export function rightsOf(route: AnyRoute): Right[] {
  return [
    { who: 'API keys', what: scopeWords(route) },
    ...(agentWords(route) ?? []),
    ...boundWords(route),
    { who: 'People', what: peopleWords(accessFor(route)) },
    ...limitWords(route),
  ]
}

function scopeWords({ scope, sandboxOnly, fieldScopes = {} }: AnyRoute): Html {
  const need = scope ? html`scope <code>${scope}</code>` : html`every key`
  const more = Object.entries(fieldScopes).map(
    ([field, each]) => html`; with <code>${field}</code> also <code>${each}</code>`,
  )
  return html`${need}${more}${sandboxOnly && html`; only keys that begin with <code>sk_test_</code>`}`
}

function agentWords({ agents }: AnyRoute): Right[] | undefined {
  if (agents === undefined) return undefined
  if (agents === 'never') return [{ who: 'Agent keys', what: html`never` }]
  if ('neverSend' in agents) {
    const fields = agents.neverSend.map((field) => html`<code>${field}</code> `)
    return [{ who: 'Agent keys', what: html`without the fields ${fields}` }]
  }
  return [
    { who: 'Agent keys', what: html`on cards made through them, with scope <code>${agents.scopeForOwnCards}</code>` },
  ]
}

function boundWords({ bounds }: AnyRoute): Right[] {
  const what: Record<string, string> = {
    within: 'their own cards only',
    own: 'where bound to the cards that they make, not where bound to a list of cards',
    open: 'like every other key',
    none: 'not at all',
  }
  return [{ who: 'Keys bound to cards', what: html`${what[bounds ?? 'none']}` }]
}

function peopleWords(access: Access): Html {
  const inSandbox = roleNames.filter((role) => isGranted(role, 'sandbox', access))
  const inProduction = roleNames.filter((role) => isGranted(role, 'production', access))
  if (inSandbox.length === inProduction.length) return html`${listOf(inSandbox)}`
  return html`${listOf(inSandbox)} in the sandbox; ${listOf(inProduction)} in production`
}

function limitWords({ limit }: AnyRoute): Right[] {
  if (limit === undefined) return []
  const noun = limit === 'card_creations' ? 'card creations' : 'looks at card numbers'
  return [{ who: 'Rate limit', what: html`counted as ${noun}, besides the general limits` }]
}

function listOf(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}
