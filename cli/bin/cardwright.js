#!/usr/bin/env node
// Installed from npm, the program is JavaScript. In a clone it is TypeScript, which Node runs from 22.18 on; `npm ci` brings
// one for machines whose own is older.

import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const source = new URL('../src/main.ts', import.meta.url)
const brought = fileURLToPath(new URL('../../node_modules/node/bin/node', import.meta.url))

if (!existsSync(source)) {
  await import('../dist/main.js')
} else if (process.features.typescript) {
  await import(source.href)
} else if (existsSync(brought)) {
  const child = spawn(brought, [fileURLToPath(source), ...process.argv.slice(2)], { stdio: 'inherit' })
  // Control-C reaches both, and when to end is the program's to decide: a second one would cut it short.
  process.on('SIGINT', () => {})
  process.on('SIGTERM', () => child.kill('SIGTERM'))
  child.on('exit', (code) => process.exit(code ?? 1))
} else {
  process.stderr.write('cardwright: needs Node 22.18 or newer, or "npm ci" in its folder\n')
  process.exitCode = 1
}
