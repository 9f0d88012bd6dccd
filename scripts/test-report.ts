// Prints a run: a line for each file, every failure in full, the slowest files, and the totals at the end.

import { inspect } from 'node:util'
import type { MissingPart } from './test-parts.ts'
import type { FileResult, TestResult } from './test-run.ts'
import { ELSEWHERE } from './test-tiers.ts'

export type Count = { passed: number; failed: number; skipped: number }

export function countOf({ tests, fault }: FileResult): Count {
  const number = (outcome: TestResult['outcome']) => tests.filter((test) => test.outcome === outcome).length
  return { passed: number('passed'), failed: number('failed') + (fault ? 1 : 0), skipped: number('skipped') }
}

/** With `isDetailed`, prints the tests by name too. */
export function printFile(result: FileResult, isDetailed: boolean): void {
  const { passed, failed, skipped } = countOf(result)
  const counts = [`${passed} passed`, failed > 0 && `${failed} failed`, skipped > 0 && `${skipped} skipped`]
  const times = `${seconds(result.wallMs / 1000)}, CPU ${seconds(result.cpuSeconds)}`
  console.log(`${failed > 0 ? '✖' : '✔'} ${result.file} (${counts.filter(Boolean).join(', ')}; ${times})`)
  for (const test of result.tests) {
    if (isDetailed || test.outcome === 'failed') console.log(`  ${line(test)}`)
    if (test.outcome === 'failed') console.log(indent(describe(test.error)))
  }
  if (result.fault) console.log(indent(describe(result.fault)))
}

const signs = { passed: '✔', failed: '✖', skipped: '﹣' }

function line({ name, outcome, durationMs }: TestResult): string {
  return `${signs[outcome]} ${name} (${Math.round(durationMs)} ms)`
}

function describe(error: unknown): string {
  return typeof error === 'string' ? error : inspect(error, { depth: 6 })
}

function indent(text: string): string {
  return text.replaceAll(/^/gm, '    ')
}

function seconds(value: number): string {
  return `${value.toFixed(1)} s`
}

/** Failures are repeated at the end, where they are easy to find. */
export function printFailures(results: FileResult[]): void {
  for (const { file, tests, fault } of results) {
    for (const { name } of tests.filter(({ outcome }) => outcome === 'failed')) console.log(`✖ ${file}: ${name}`)
    if (fault) console.log(`✖ ${file}: ${describe(fault).split('\n')[0]}`)
  }
}

const SLOWEST = 10

export function printSlowest(results: FileResult[]): void {
  if (results.length <= SLOWEST) return
  console.log(`The ${SLOWEST} slowest of ${results.length} files (wall, CPU):`)
  for (const { file, wallMs, cpuSeconds } of results
    .toSorted((one, other) => other.wallMs - one.wallMs)
    .slice(0, SLOWEST))
    console.log(`  ${seconds(wallMs / 1000).padStart(8)} ${seconds(cpuSeconds).padStart(8)}  ${file}`)
}

type LeftOut = { campaigns: { name: string; files: string[] }[]; missing: MissingPart[] }

/** What a tier left out, and how to run it. */
export function printLeftOut({ campaigns, missing }: LeftOut): void {
  const number = campaigns.reduce((sum, { files }) => sum + files.length, 0)
  if (number > 0) console.log(`Left out: ${number} files of the campaigns, which \`npm test -- --all\` runs too:`)
  for (const { name, files } of campaigns) console.log(`  ${name} (${files.length})`)
  for (const { name, files } of missing) console.log(`Left out: ${files.length} files, until you install ${name}`)
  console.log('Left out: the tests on other databases:')
  for (const line of ELSEWHERE) console.log(`  ${line}`)
}

/** The processor time is that of all processes of the run which have ended. Only Linux tells that of other processes. */
export function printTimes(wallSeconds: number, cpuSeconds: number): void {
  console.log(`It took ${Math.round(wallSeconds)} s, and ${Math.round(cpuSeconds)} s of processor time.`)
}

export function printCount({ passed, failed, skipped }: Count): void {
  console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`)
}
