// src/generated/errors.ts: a class for every status that stands for several identifiers, and one for every identifier.
// src/generated/error-tables.ts: the class for each identifier and each status.

import { type Document, pascal } from './openapi.ts'

/** The class of an answer whose identifier is missing or unknown to the library. */
const CLASS_OF_STATUS: Record<number, string> = {
  400: 'BadRequestError',
  401: 'UnauthorizedError',
  403: 'ForbiddenError',
  404: 'NotFoundError',
  429: 'RateLimitExceededError',
  500: 'ServerError',
  503: 'ServerError',
}

/** Only the dashboard's own routes answer with this error, so no operation of openapi.json lists it. */
const UNDOCUMENTED: Record<string, number> = { reauthentication_required: 403 }

export function errorsFile(document: Document): string {
  const ids = identifiersOf(document)
  const statuses = statusesOf(document)
  const parents = [...new Set(Object.values(CLASS_OF_STATUS))]
  const children = ids.filter((id) => !parents.includes(errorName(id)))
  return [
    `import { ApiError } from '../errors.ts'`,
    ...parents.map((name) => `/** ${meaningOf(name)} */\nexport class ${name} extends ApiError {}`),
    ...children.map((id) => `/** \`${id}\` */\nexport class ${errorName(id)} extends ${parentOf(id, statuses)} {}`),
  ].join('\n\n')
}

export function errorTablesFile(document: Document): string {
  const ids = identifiersOf(document)
  const byId = ids.map((id) => `['${id}', errors.${errorName(id)}],`)
  const byStatus = Object.entries(CLASS_OF_STATUS).map(([status, name]) => `[${status}, errors.${name}],`)
  return [
    `import type { ApiError } from '../errors.ts'\nimport * as errors from './errors.ts'`,
    `export const errorClasses = new Map<string | undefined, typeof ApiError>([\n${byId.join('\n')}\n])`,
    `/** For answers whose identifier is missing or unknown. */
     export const statusClasses = new Map<number, typeof ApiError>([\n${byStatus.join('\n')}\n])`,
  ].join('\n\n')
}

/** `insufficient_funds` is InsufficientFundsError, `internal_error` InternalError. */
export function errorName(id: string): string {
  return `${pascal(id.replace(/_error$/, ''))}Error`
}

function identifiersOf(document: Document): string[] {
  return document.components.schemas.Error!.properties!.error!.enum as string[]
}

/** The description of each error response lists its identifiers. */
function statusesOf(document: Document): Map<string, number> {
  const found = new Map(Object.entries(UNDOCUMENTED))
  for (const { responses } of Object.values(document.paths).flatMap((methods) => Object.values(methods))) {
    for (const [status, { description }] of Object.entries(responses)) {
      for (const [, id] of description.matchAll(/`(\w+)`/g)) found.set(id!, Number(status))
    }
  }
  return found
}

function parentOf(id: string, statuses: Map<string, number>): string {
  const parent = CLASS_OF_STATUS[statuses.get(id) ?? 0]
  if (parent === undefined) throw new Error(`${id}: no operation of openapi.json says with which status it comes`)
  return parent
}

function meaningOf(name: string): string {
  const statuses = Object.keys(CLASS_OF_STATUS).filter((status) => CLASS_OF_STATUS[Number(status)] === name)
  return `Every ${statuses.includes('500') ? '5xx' : statuses[0]}, whatever its identifier.`
}
