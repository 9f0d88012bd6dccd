// The committed files that are generated: their expected content, and how the committed content differs.

import { readFileSync, writeFileSync } from 'node:fs'
import type postgres from 'postgres'
import { dumpSchema } from '../server/src/database/schema-dump.ts'
import { eventTypeNames } from '../server/src/events/event-types.ts'
import { openApiDocument } from '../server/src/reference/openapi.ts'

export type GeneratedFile = { path: string; text: string }

const root = new URL('../', import.meta.url)

/** `sql` is a connection to a migrated database. */
export async function generateFiles(sql: postgres.Sql): Promise<GeneratedFile[]> {
  return [
    { path: 'server/migrations/schema.sql', text: await dumpSchema(sql) },
    { path: 'openapi.json', text: `${JSON.stringify(openApiDocument(), null, 2)}\n` },
    { path: 'cli/src/generated/event-types.ts', text: eventTypesOfCli() },
  ]
}

/** The client libraries take the event types from openapi.json; the command line also needs them as a list at run time. */
function eventTypesOfCli(): string {
  const names = eventTypeNames.map((name) => `  '${name}',\n`).join('')
  return `// Written by npm run generate from server/src/events/event-types.ts.\n\nexport const EVENT_TYPES = [\n${names}] as const\n`
}

export function writeGenerated({ path, text }: GeneratedFile): void {
  writeFileSync(new URL(path, root), text)
}

/** Describes how the committed file differs; undefined when it does not. */
export function findDrift({ path, text }: GeneratedFile): string | undefined {
  const committed = readCommitted(path)
  if (committed === undefined) return `${path} is missing; write it with: npm run generate`
  return committed === text ? undefined : describeDrift(path, committed, text)
}

function readCommitted(path: string): string | undefined {
  try {
    return readFileSync(new URL(path, root), 'utf8')
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return undefined
    throw error
  }
}

export function describeDrift(path: string, committed: string, expected: string): string {
  const there = committed.split('\n')
  const due = expected.split('\n')
  const line = due.findIndex((text, index) => text !== there[index])
  const index = line < 0 ? due.length : line
  const quote = (text: string | undefined) => (text === undefined ? '(end of the file)' : text.trim() || '(empty line)')
  return [
    `${path} is not what the sources make; write it with: npm run generate`,
    `  first difference, line ${index + 1}`,
    `  committed: ${quote(there[index])}`,
    `  generated: ${quote(due[index])}`,
  ].join('\n')
}
