// Requests are checked against the same TypeBox schemas that document them. A schema says with `x-error` which identifier its violation has; the default is `invalid_request`.

import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import type { TSchema } from 'typebox'
import { ApiError, type ErrorId } from '../errors.ts'
import { isWholeCents } from '../money.ts'

export type Check = (value: unknown) => void

const ajv = validator()

function validator(): Ajv {
  // `strictNumbers` refuses Infinity, which is how JSON.parse reads 1e400.
  const ajv = new Ajv({ allErrors: false, strict: false, strictNumbers: true, validateFormats: false })
  ajv.addKeyword({
    keyword: 'x-cents',
    type: 'number',
    schemaType: 'boolean',
    validate: (_: boolean, value: number) => isWholeCents(value),
  })
  ajv.addKeyword({
    keyword: 'x-text',
    type: 'string',
    schemaType: 'boolean',
    validate: (_: boolean, value: string) => isStorableText(value),
  })
  return ajv
}

/** PostgreSQL cannot store NUL, and a lone surrogate has no UTF-8 form, so both are refused. */
function isStorableText(value: string): boolean {
  return value.isWellFormed() && !value.includes('\u0000')
}

export function bodyCheck(schema: TSchema): Check {
  return check(schema, 'body')
}

/** Queries arrive as text, so numbers are parsed first, in plain decimal notation only. */
export function queryCheck(schema: TSchema): Check {
  const { properties } = schema as unknown as { properties: Record<string, { type?: string }> }
  const numeric = Object.keys(properties).filter(
    (name) => properties[name]!.type === 'integer' || properties[name]!.type === 'number',
  )
  const validate = check(schema, 'query')
  return (value) => {
    const query = value as Record<string, unknown>
    for (const name of numeric) {
      const text = query[name]
      if (typeof text === 'string' && /^-?\d{1,15}(\.\d{1,15})?$/.test(text)) query[name] = Number(text)
    }
    validate(query)
  }
}

/** Compiled for the first request, since all schemas of the API together take a sixth of a second. */
function check(schema: TSchema, place: 'body' | 'query'): Check {
  let validate: ValidateFunction | undefined
  return (value) => {
    validate ??= ajv.compile(schema)
    if (!validate(value)) throw validationError(validate.errors![0]!, schema, place)
  }
}

type Annotated = { 'x-error'?: ErrorId; properties?: Record<string, Annotated>; description?: string }

function validationError(error: ErrorObject, schema: TSchema, place: 'body' | 'query'): ApiError {
  const path = error.instancePath
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
  const { missingProperty, additionalProperty } = error.params as {
    missingProperty?: string
    additionalProperty?: string
  }
  const field = missingProperty ?? additionalProperty
  if (field !== undefined) path.push(field)
  const param = path.length > 0 ? path.join('.').slice(0, 100) : undefined
  const id = additionalProperty !== undefined && path.length === 1 ? 'invalid_request' : errorIdAt(schema, path)
  return new ApiError(id, explain(error, param, place), param === undefined ? {} : { param })
}

/** The last `x-error` on the path from the root to the wrong field. */
function errorIdAt(schema: TSchema, path: string[]): ErrorId {
  let node: Annotated | undefined = schema as Annotated
  let id: ErrorId = 'invalid_request'
  for (const part of path) {
    node = node?.properties?.[part]
    if (node?.['x-error']) id = node['x-error']
    if (!node) break
  }
  return id
}

function explain(error: ErrorObject, param: string | undefined, place: 'body' | 'query'): string {
  const name = param === undefined ? `The ${place}` : `"${param}"`
  const limit = (error.params as { limit?: number }).limit
  switch (error.keyword) {
    case 'required':
      return `${name} is required.`
    case 'additionalProperties':
      return place === 'body'
        ? `${name} is not a field of this request.`
        : `${name} is not a parameter of this request.`
    case 'type':
      return `${name} must be ${typeName((error.params as { type: string | string[] }).type)}.`
    case 'minimum':
      return `${name} must be at least ${limit}.`
    case 'exclusiveMinimum':
      return `${name} must be above ${limit}.`
    case 'maximum':
      return `${name} must be at most ${limit}.`
    case 'minLength':
      return `${name} must have at least ${limit} character${limit === 1 ? '' : 's'}.`
    case 'maxLength':
      return `${name} must have at most ${limit} characters.`
    case 'maxProperties':
      return `${name} must have at most ${limit} keys.`
    case 'maxItems':
      return `${name} must have at most ${limit} items.`
    case 'minItems':
      return `${name} must have at least ${limit} item${limit === 1 ? '' : 's'}.`
    case 'x-cents':
      return `${name} must be an amount in dollars with at most two decimals.`
    case 'x-text':
      return `${name} must not hold a NUL character or half of a surrogate pair.`
    case 'enum':
      return `${name} must be one of: ${(error.params as { allowedValues: unknown[] }).allowedValues.join(', ')}.`
    default:
      return `${name} is not valid.`
  }
}

function typeName(type: string | string[]): string {
  const names = (Array.isArray(type) ? type : [type]).map((each) => (/^[aeio]/.test(each) ? `an ${each}` : `a ${each}`))
  return names.join(' or ')
}
