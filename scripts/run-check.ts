import { spawn } from 'node:child_process'
import type { Count } from './test-report.ts'

/** Runs a program that must succeed; its output is shown only when it fails. */
export function runCheck(name: string, command: string, args: string[], signal: AbortSignal): Promise<Count> {
  const started = performance.now()
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], signal })
  const said: Buffer[] = []
  child.stdout.on('data', (chunk) => said.push(chunk))
  child.stderr.on('data', (chunk) => said.push(chunk))
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => {
      const isWell = code === 0
      if (!isWell) process.stdout.write(Buffer.concat(said))
      console.log(`${isWell ? '✔' : '✖'} ${name} (${((performance.now() - started) / 1000).toFixed(1)} s)`)
      resolve({ passed: isWell ? 1 : 0, failed: isWell ? 0 : 1, skipped: 0 })
    })
  })
}
