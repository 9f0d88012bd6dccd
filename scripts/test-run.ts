// Runs batches of test files, each batch in its own process, and returns the result of every file.

import { run } from 'node:test'
import { fileURLToPath } from 'node:url'

export type TestResult = { name: string; outcome: 'passed' | 'failed' | 'skipped'; durationMs: number; error?: unknown }
/** `fault` is a problem of the file itself, besides its tests. */
export type FileResult = { file: string; tests: TestResult[]; wallMs: number; cpuSeconds: number; fault?: unknown }
export type Batch = string[]

// A file that never ends would block the run for ever. Few files take two minutes on two idle cores, and those are planned with
// their time; a busy machine may need five times as long. Settings that make a file do more than usual need a higher limit.
const MAX_FILE_MS = Number(process.env.CARDWRIGHT_TEST_FILE_LIMIT_MS ?? 10 * 60_000)
const BUSY = 5

/** The limit for files whose batch is planned with this time. */
export function limitOf(seconds: number): number {
  return Math.max(MAX_FILE_MS, seconds * BUSY * 1_000)
}
const SHARD = fileURLToPath(new URL('test-shard.ts', import.meta.url))

type RunOptions = { signal: AbortSignal; limitMs?: number; onFile?: (result: FileResult) => void }

/** A process announces on stderr which of its files it begins. */
export const BEGUN = 'begun: test file '

/**
 * A file that crashes, hangs or cannot be loaded fails and is not run again. Other files of its process that gave no
 * result run in another process.
 */
export async function runBatch(batch: Batch, options: RunOptions): Promise<FileResult[]> {
  const { results, begun, unfinished, isEndless } = await runProcess(batch, options)
  if (results.length === batch.length || options.signal.aborted) return results
  const crashed = Math.max(begun, results.length)
  const fault = isEndless ? 'the file did not end' : 'the process of the file ended before its tests did'
  const tests = crashed === results.length ? unfinished : []
  const failure = { file: batch[crashed]!, tests, wallMs: 0, cpuSeconds: 0, fault }
  options.onFile?.(failure)
  const others = batch.filter((_, index) => index >= results.length && index !== crashed)
  const all = [...results, failure, ...(others.length > 0 ? await runBatch(others, options) : [])]
  return all.sort((one, other) => batch.indexOf(one.file) - batch.indexOf(other.file))
}

type TestEvent = {
  name: string
  nesting: number
  skip?: string | boolean
  todo?: string | boolean
  details: { duration_ms: number; type?: string; error?: { failureType?: string; cause?: unknown } }
}

/** The results of the files that this process began and finished, in order. */
async function runProcess(
  batch: Batch,
  { signal, limitMs = MAX_FILE_MS, onFile }: RunOptions,
): Promise<{ results: FileResult[]; begun: number; unfinished: TestResult[]; isEndless: boolean }> {
  const env = { ...process.env, CARDWRIGHT_TEST_FILE_LIMIT_MS: String(limitMs) }
  const stream = run({ files: [SHARD], argv: batch, concurrency: 1, signal, env })
  const results: FileResult[] = []
  let tests: TestResult[] = []
  let isEndless = false
  let begun = 0
  let told = 0
  const tell = () => {
    for (const result of results.slice(told)) onFile?.(result)
    told = results.length
  }
  // Top-level tests are files, one after another, so whatever is reported in between belongs to the next one.
  const hear = (event: TestEvent, hasPassed: boolean) => {
    if (event.nesting > 0) {
      if (event.details.type !== 'suite' || !hasPassed) tests.push(resultOf(event, hasPassed))
    } else if (event.name === batch[results.length] && !wasCancelled(event)) {
      tell()
      results.push(fileResult(event, tests, hasPassed))
      tests = []
    }
  }
  stream.on('test:pass', (event: TestEvent) => hear(event, true))
  stream.on('test:fail', (event: TestEvent) => hear(event, false))
  stream.on('test:diagnostic', ({ message, nesting }) => {
    const [, cpu] = /^cpu ([\d.]+)$/.exec(message) ?? []
    if (cpu !== undefined) results.at(-1)!.cpuSeconds = Number(cpu)
    else if (nesting > 0) console.log(`ℹ ${message}`)
    if (cpu !== undefined) tell()
  })
  stream.on('test:stdout', ({ message }) => process.stdout.write(message))
  stream.on('test:stderr', ({ message }) => {
    if (message.includes('has not ended after')) isEndless = true
    if (message.startsWith(BEGUN)) begun = Number(message.slice(BEGUN.length))
    else process.stderr.write(message)
  })
  await new Promise((resolve, reject) => stream.on('end', resolve).on('error', reject).resume())
  tell()
  return { results, begun, unfinished: tests.filter(({ outcome }) => outcome === 'passed'), isEndless }
}

/** A parent that ends early cancels its running subtests and those that have not begun. */
function wasCancelled({ details: { error } }: TestEvent): boolean {
  return error?.failureType === 'cancelledByParent'
}

function resultOf({ name, skip, todo, details }: TestEvent, hasPassed: boolean): TestResult {
  const isLeftOut = (skip !== undefined && skip !== false) || (todo !== undefined && todo !== false)
  const outcome = isLeftOut ? 'skipped' : hasPassed ? 'passed' : 'failed'
  return {
    name,
    outcome,
    durationMs: details.duration_ms,
    ...(details.error && { error: details.error.cause ?? details.error }),
  }
}

function fileResult({ name, details }: TestEvent, tests: TestResult[], hasPassed: boolean): FileResult {
  const result = { file: name, tests, wallMs: details.duration_ms, cpuSeconds: 0 }
  if (hasPassed) return tests.length > 0 ? result : { ...result, fault: 'the file holds no test' }
  const isOnlyTests = details.error?.failureType === 'subtestsFailed'
  return isOnlyTests ? result : { ...result, fault: details.error?.cause ?? details.error }
}
