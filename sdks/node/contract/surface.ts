// Finds the methods of a client by reflection, and turns an object of arguments into a call.

import { camel, operationsOf, readCalls, readDocument } from '../generate/openapi.ts'
import { paramsSchema } from '../generate/schemas.ts'
import type { Cardwright } from '../src/index.ts'
import type { Json } from './matchers.ts'

/** Methods of a client that do not stand for one operation of the service. */
const OTHERS = new Set(['webhooks.verify', 'webhooks.sign_test_payload', 'request', 'with_options'])

export function methodsOf(client: object, path: string[] = []): string[] {
  const here = namesOf(client).flatMap((name) => {
    const value = (client as Record<string, unknown>)[name]
    if (typeof value === 'function') return [[...path, snake(name)].join('.')]
    return isResource(value) ? methodsOf(value, [...path, snake(name)]) : []
  })
  return here.filter((name) => !OTHERS.has(name))
}

function namesOf(object: object): string[] {
  const names = new Set(Object.keys(object))
  for (let each = Object.getPrototypeOf(object); each !== Object.prototype; each = Object.getPrototypeOf(each)) {
    for (const name of Object.getOwnPropertyNames(each)) names.add(name)
  }
  return [...names].filter((name) => !['constructor', 'sender'].includes(name))
}

function isResource(value: unknown): value is object {
  return typeof value === 'object' && value !== null && value.constructor !== Object && !Array.isArray(value)
}

function snake(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

const operations = new Map(operationsOf(readDocument(), readCalls()).map((each) => [each.call, each]))

export function invoke(client: Cardwright, call: string, args: Record<string, Json>, options: object): unknown {
  const operation = operations.get(call)
  if (!operation) throw new Error(`${call} is not in openapi.json`)
  const names = call.split('.').map(camel)
  const owner = names.slice(0, -1).reduce<unknown>((each, name) => (each as Record<string, unknown>)[name], client)
  const ids = operation.pathParams.map((name) => args[name])
  const params = Object.fromEntries(Object.entries(args).filter(([name]) => !operation.pathParams.includes(name)))
  const method = (owner as Record<string, (...given: unknown[]) => unknown>)[names.at(-1)!]!
  return method.call(owner, ...ids, ...(paramsSchema(operation) ? [params] : []), options)
}
