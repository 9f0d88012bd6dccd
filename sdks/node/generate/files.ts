// The generated files and their text, formatted like the rest of the code.

import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { errorsFile, errorTablesFile } from './errors.ts'
import { operationsOf, readCalls, readDocument } from './openapi.ts'
import { resourcesFile } from './resources.ts'
import { schemasFile } from './schemas.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const folder = 'sdks/node/src/generated'
const head = '// Made from openapi.json by sdks/node/generate; `npm run generate -w sdks/node` writes it anew.\n\n'

export function generatedFiles(): { path: string; text: string }[] {
  const document = readDocument()
  const operations = operationsOf(document, readCalls())
  const texts: Record<string, string> = {
    'errors.ts': errorsFile(document),
    'error-tables.ts': errorTablesFile(document),
    'schemas.ts': schemasFile(document, operations),
    'resources.ts': resourcesFile(operations),
  }
  return Object.entries(texts).map(([name, text]) => ({
    path: `${root}${folder}/${name}`,
    text: format(`${folder}/${name}`, head + text),
  }))
}

function format(path: string, text: string): string {
  const biome = `${root}node_modules/.bin/biome`
  const checked = execFileSync(biome, ['check', '--write', `--stdin-file-path=${path}`], { input: text, cwd: root })
  return checked.toString()
}
