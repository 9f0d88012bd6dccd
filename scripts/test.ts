// npm test                          what to run after a change: formatting, lint, types, generated files, and the tests of every day
// npm test -- --all                 the whole proof: the campaigns too (scripts/test-tiers.ts)
// npm test -- --only-tests          the tests without the checks; also with --all
// npm test -- --changed [REV]       the checks, and the tests that a change since REV can affect (without REV: since HEAD)
// npm test -- server/src/ledger …   the tests of these folders or files
//
// One PostgreSQL serves all tests; each test file clones the template database made here. The files of a part that this
// machine lacks are left out and counted; with CI=true a missing part is a failure. The last line is
// `N passed, N failed, N skipped`, the checks and preparations counted in; the exit code is 0 only when nothing failed.

import { cpuSeconds } from './process-state.ts'
import { runCheck } from './run-check.ts'
import { affectedFiles } from './test-changed.ts'
import { findTestFiles } from './test-files.ts'
import { type Job, runJobs } from './test-lanes.ts'
import { readOptions } from './test-options.ts'
import { leaveOut, type MissingPart } from './test-parts.ts'
import { planBatches } from './test-plan.ts'
import { preparationsFor } from './test-preparations.ts'
import {
  type Count,
  countOf,
  printCount,
  printFailures,
  printFile,
  printLeftOut,
  printSlowest,
  printTimes,
} from './test-report.ts'
import { type FileResult, limitOf, runBatch } from './test-run.ts'
import { withSurroundings } from './test-surroundings.ts'
import { splitTiers } from './test-tiers.ts'

const options = readOptions(process.argv.slice(2))
const total: Count = { passed: 0, failed: 0, skipped: 0 }
const stopping = new AbortController()
let signalled: NodeJS.Signals | undefined
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    signalled ??= signal
    stopping.abort()
  })
}

try {
  await proveAll()
} catch (error) {
  if (!stopping.signal.aborted) {
    add({ passed: 0, failed: 1, skipped: 0 })
    console.error(error)
  }
}
if (signalled) {
  console.log(`stopped by ${signalled}`)
  process.exit(signalled === 'SIGINT' ? 130 : 143)
}
printCount(total)
process.exit(total.failed > 0 ? 1 : 0)

async function proveAll(): Promise<void> {
  const all = findTestFiles(options.paths)
  const chosen = options.changedSince === undefined ? all : affectedFiles(all, options.changedSince)
  if (chosen.length < all.length) console.log(`${chosen.length} of ${all.length} test files can be affected`)
  const tiers = splitTiers(chosen)
  const { kept, missing } = leaveOut(options.withCampaigns ? chosen : tiers.everyday)
  for (const part of missing) reportMissing(part)
  // Without cgo, every Go build can reuse compiled packages; compiling the standard library takes a minute.
  process.env.CGO_ENABLED ??= '0'
  const preparations = preparationsFor(kept).map(({ name, command, args }) => checkJob(name, command, args, true))
  await runJobs(preparations, stopping.signal)
  const results: FileResult[] = []
  await withSurroundings(kept, async () => {
    // The checks begin first, and no test waits for them to end.
    await runJobs([...(options.withChecks ? checks() : []), ...testJobs(kept, results)], stopping.signal)
  })
  printFailures(results)
  printSlowest(results)
  if (options.isTier) printLeftOut({ campaigns: options.withCampaigns ? [] : tiers.campaigns, missing })
  printTimes(performance.now() / 1000, cpuSeconds())
}

/** Prints one line for each part. With CI=true a missing part is one failure, since its files were not run. */
function reportMissing({ name, files }: MissingPart): void {
  const number = files.length === 1 ? 'a test file that needs it is' : `${files.length} test files that need it are`
  if (process.env.CI === 'true') {
    console.log(`✖ ${name} is not installed: with CI=true that is a failure`)
    add({ passed: 0, failed: 1, skipped: 0 })
  } else {
    console.log(`﹣ ${name} is not installed: ${number} left out`)
    add({ passed: 0, failed: 0, skipped: files.length })
  }
}

function checkJob(name: string, command: string, args: string[], isWaiting = false): Job {
  return { isWaiting, run: async () => add(await runCheck(name, command, args, stopping.signal)) }
}

function checks(): Job[] {
  const projects = ['tsconfig.json', 'dashboard/tsconfig.json', 'dashboard/test/tsconfig.json']
  return [
    checkJob('biome check', 'biome', ['check']),
    checkJob('generated files', 'node', ['scripts/generate.ts', '--check']),
    // Parallel checkers would each compute the common types again. A single thread takes a third of the total time.
    ...projects.map((project) => checkJob(`tsc -p ${project}`, 'tsc', ['--noEmit', '--singleThreaded', '-p', project])),
  ]
}

function testJobs(files: string[], results: FileResult[]): Job[] {
  const onFile = (result: FileResult) => {
    results.push(result)
    add(countOf(result))
    printFile(result, options.isDetailed)
  }
  return planBatches(files).map(({ files, isWaiting, seconds }) => ({
    isWaiting,
    run: async () => void (await runBatch(files, { signal: stopping.signal, limitMs: limitOf(seconds), onFile })),
  }))
}

function add({ passed, failed, skipped }: Count): void {
  total.passed += passed
  total.failed += failed
  total.skipped += skipped
}
