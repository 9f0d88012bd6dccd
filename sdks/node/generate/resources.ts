// src/generated/resources.ts: one class per noun, one method per operation.

import { camel, type Operation, pascal } from './openapi.ts'
import { itemName, paramsName, paramsSchema, resultName } from './schemas.ts'
import { comment } from './type-text.ts'

type Noun = { path: string[]; operations: Operation[]; children: Map<string, Noun> }

export function resourcesFile(operations: Operation[]): string {
  const nouns = [...treeOf(operations).children.values()]
  const types = [...new Set(operations.flatMap(typesOf))].sort()
  return [
    `import type { ApiPromise } from '../api-promise.ts'
     import type { CardwrightEvent } from '../event.ts'
     import type { RequestOptions } from '../options.ts'
     import type { PagePromise } from '../page.ts'
     import { Resource } from '../resource.ts'
     import type { ${types.filter((name) => name !== 'CardwrightEvent').join(', ')} } from './schemas.ts'`,
    ...nouns.flatMap(classesOf),
  ].join('\n\n')
}

function treeOf(operations: Operation[]): Noun {
  const top: Noun = { path: [], operations: [], children: new Map() }
  for (const operation of operations) {
    let noun = top
    for (const name of operation.call.split('.').slice(0, -1)) {
      const path = [...noun.path, name]
      noun.children.set(name, noun.children.get(name) ?? { path, operations: [], children: new Map() })
      noun = noun.children.get(name)!
    }
    noun.operations.push(operation)
  }
  return top
}

function classesOf(noun: Noun): string[] {
  const children = [...noun.children.values()]
  const fields = children.map((child) => `readonly ${camel(child.path.at(-1)!)} = new ${className(child)}(this.sender)`)
  const methods = noun.operations.map((operation) => methodOf(operation))
  return [
    ...children.flatMap(classesOf),
    `export class ${className(noun)} extends Resource {\n${[...fields, ...methods].join('\n\n')}\n}`,
  ]
}

function className({ path }: Noun): string {
  return `${path.map(pascal).join('')}Resource`
}

function methodOf(operation: Operation): string {
  const name = camel(operation.call.split('.').at(-1)!)
  return `${docOf(operation)}${name}(${argumentsOf(operation)}): ${returnType(operation)} {
    return this.sender.${verbOf(operation)}({ ${requestOf(operation)} }, options)
  }`
}

function docOf({ summary, description }: Operation): string {
  return comment([summary, ...(description === undefined ? [] : [description])].join('.\n *\n * '))
}

function argumentsOf(operation: Operation): string {
  const params = paramsSchema(operation)
  const isRequired = operation.isBodyRequired || (params?.required?.length ?? 0) > 0
  return [
    ...operation.pathParams.map((name) => `${camel(name)}: string`),
    ...(params ? [`params${isRequired ? '' : '?'}: ${paramsName(operation)}`] : []),
    'options?: RequestOptions',
  ].join(', ')
}

function returnType(operation: Operation): string {
  if (operation.isStream) return 'AsyncGenerator<CardwrightEvent, void, undefined>'
  const item = itemName(operation)
  return item === undefined ? `ApiPromise<${resultName(operation)}>` : `PagePromise<${item}>`
}

function verbOf(operation: Operation): string {
  if (operation.isStream) return 'stream'
  return itemName(operation) === undefined ? 'one' : 'page'
}

function requestOf(operation: Operation): string {
  const { method, path, pathParams, body } = operation
  return [
    `method: '${method}'`,
    `path: '${path}'`,
    ...(pathParams.length > 0 ? [`ids: { ${pathParams.map((name) => `${name}: ${camel(name)}`).join(', ')} }`] : []),
    ...(paramsSchema(operation) ? [body ? 'body: params' : 'query: params'] : []),
  ].join(', ')
}

function typesOf(operation: Operation): string[] {
  const names = [paramsSchema(operation) && paramsName(operation), resultName(operation), itemName(operation)]
  return names.filter((name) => name !== undefined)
}
