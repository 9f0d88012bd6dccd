import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'

export type Count = { passed: number; failed: number }

/** A program that must end well; what it says is shown only when it does not. */
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
      console.log(`${isWell ? '✔' : '✖'} ${name} (${Math.round(performance.now() - started)}ms)`)
      resolve(isWell ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 })
    })
  })
}

// A test file waits for PostgreSQL more than it computes, so two cores carry two files and not one. More than that
// makes tests that measure time late.
const MOST_AT_ONCE = 8

function filesAtOnce(): number {
  return Math.min(Math.max(availableParallelism(), 2), MOST_AT_ONCE)
}

// A file that never ends would keep the run for ever.
const LONGEST_FILE_MS = 5 * 60_000

/** Runs each file in a process of its own. A file that crashes, hangs or cannot be loaded counts as one failure. */
export async function runTests(files: string[], signal: AbortSignal, limitMs = LONGEST_FILE_MS): Promise<Count> {
  process.env.CARDWRIGHT_TEST_FILE_LIMIT_MS = String(limitMs)
  const watchdog = new URL('test-watchdog.ts', import.meta.url).href
  const stream = run({ files, concurrency: filesAtOnce(), signal, execArgv: ['--import', watchdog] })
  const report = stream.compose(spec)
  report.pipe(process.stdout)
  let count: Count | undefined
  const silent: string[] = []
  stream.on('test:pass', ({ name, nesting }) => {
    // A file stands for itself in the report when it reported no test.
    if (nesting === 0 && files.includes(name) && hasTests(name)) silent.push(name)
  })
  // A file whose tests have passed and that hangs in a hook afterwards is stopped, and the runner calls that well.
  const stopped = new Set<string>()
  const failed = new Set<string | undefined>()
  stream.on('test:stderr', ({ file, message }) => {
    if (message.includes('has not ended after')) stopped.add(file)
  })
  stream.on('test:fail', ({ file }) => failed.add(file))
  stream.on('test:summary', ({ file, counts }) => {
    // Those of single files come too; the one without a file is the whole run's.
    if (file === undefined)
      count = { passed: counts.passed, failed: counts.tests - counts.passed - counts.skipped - counts.todo }
  })
  await new Promise((resolve, reject) => report.on('end', resolve).on('error', reject))
  if (!count) throw new Error('the test run ended without a summary')
  const endless = [...stopped].filter((file) => !failed.has(file))
  for (const file of silent) console.log(`✖ ${file} ended before its tests did`)
  for (const file of endless) console.log(`✖ ${file} did not end`)
  return { passed: count.passed - silent.length, failed: count.failed + silent.length + endless.length }
}

/** Tests inside a condition are indented and do not count: what they need may be missing here. */
function hasTests(file: string): boolean {
  return /^(await )?(test|it|describe|suite)\(/m.test(readFileSync(file, 'utf8'))
}
