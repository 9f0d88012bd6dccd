// npm run build -w cli: dist, the sources as JavaScript for any Node from 20 on.

import { execFileSync } from 'node:child_process'
import { globSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const here = fileURLToPath(new URL('.', import.meta.url))
const tsc = fileURLToPath(new URL('../node_modules/.bin/tsc', import.meta.url))
// Types are checked with the whole repository; here they are only removed.
const options =
  '--ignoreConfig --noCheck --noResolve --target es2022 --module nodenext --verbatimModuleSyntax --rewriteRelativeImportExtensions'

rmSync(`${here}dist`, { recursive: true, force: true })
const sources = globSync('src/**/*.ts', { cwd: here })
execFileSync(tsc, [...options.split(' '), '--rootDir', 'src', '--outDir', 'dist', ...sources], {
  cwd: here,
  stdio: 'inherit',
})
// From a clone the program runs on the library's sources; installed, on the library that npm has put beside it.
writeFileSync(`${here}dist/sdk.js`, "export * from '@cardwright/sdk'\n")
