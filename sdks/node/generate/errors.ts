// src/generated/errors.ts: a class for every identifier of the service.

import { type Document, pascal } from './openapi.ts'

export function errorsFile(document: Document): string {
  const ids = document.components.schemas.Error!.properties!.error!.enum as string[]
  const classes = ids.map((id) => `/** \`${id}\` */\nexport class ${errorName(id)} extends ApiError {}`)
  return [
    `import { ApiError } from '../errors.ts'`,
    ...classes,
    `export const errorClasses: Record<string, typeof ApiError> = {\n${ids.map((id) => `${id}: ${errorName(id)},`).join('\n')}\n}`,
  ].join('\n\n')
}

/** `insufficient_funds` is InsufficientFundsError, `internal_error` InternalError. */
export function errorName(id: string): string {
  return `${pascal(id.replace(/_error$/, ''))}Error`
}
