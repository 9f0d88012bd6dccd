// node recorded-program.ts SETTINGS [ARGUMENTS…]: runs a program with an environment of its own, as `sudo -u` would, and
// keeps every byte that it writes. Whoever starts it sees neither the environment nor the record.

import { spawn } from 'node:child_process'
import { appendFileSync, readFileSync } from 'node:fs'

export type ProgramSettings = { command: string[]; env: Record<string, string | undefined>; record: string }

const [file, ...args] = process.argv.slice(2)
const { command, env, record }: ProgramSettings = JSON.parse(readFileSync(file!, 'utf8'))
const [program, ...first] = command
const child = spawn(program!, [...first, ...args], { env: env as NodeJS.ProcessEnv, stdio: 'pipe' })
process.stdin.pipe(child.stdin)
child.stdin.on('error', () => {}) // it may end before its input does
for (const name of ['stdout', 'stderr'] as const)
  child[name].on('data', (chunk: Buffer) => {
    appendFileSync(record, chunk)
    process[name].write(chunk)
  })
child.on('close', (code) => process.exit(code ?? 1))
process.on('SIGTERM', () => child.kill('SIGTERM'))
