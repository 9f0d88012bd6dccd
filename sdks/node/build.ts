// npm run build -w sdks/node: dist/esm and dist/cjs, each with its types.

import { execFileSync } from 'node:child_process'
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const here = fileURLToPath(new URL('.', import.meta.url))
const tsc = fileURLToPath(new URL('../../node_modules/.bin/tsc', import.meta.url))
const builds = [
  ['--outDir', 'dist/esm'],
  ['--outDir', 'dist/cjs', '--module', 'commonjs', '--moduleResolution', 'bundler', '--verbatimModuleSyntax', 'false'],
]

rmSync(`${here}dist`, { recursive: true, force: true })
for (const options of builds) execFileSync(tsc, ['-p', 'tsconfig.json', ...options], { cwd: here, stdio: 'inherit' })

// tsc rewrites `./client.ts` in code and leaves it in declarations, where compilers before 5 do not take it.
for (const path of globSync(`${here}dist/**/*.d.ts`)) {
  writeFileSync(path, readFileSync(path, 'utf8').replace(/(from '\.[^']*)\.ts'/g, "$1.js'"))
}
// The nearest package.json says what a .js file is.
writeFileSync(`${here}dist/cjs/package.json`, '{ "type": "commonjs" }\n')
