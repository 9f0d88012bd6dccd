// node scripts/test-shard.ts FILE…      run by scripts/test-run.ts
//
// Test files one after another in one process. Loading the service takes a process three seconds of CPU, and most files
// need less than one: shared, they pay it once. A file is a test whose subtests are those of the file; its hooks run
// before the next file is loaded, and it must leave the process as it found it.

import { writeSync } from 'node:fs'
import { resolve } from 'node:path'
import { after, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import './compiled-packages.ts'
import { beginFile } from './fresh-fixtures.ts'
import { assertNothingLeft, cpuSeconds, readState } from './process-state.ts'
import { BEGUN } from './test-run.ts'
import { watchOver } from './test-watchdog.ts'

const files = process.argv.slice(2)
const watchdog = watchOver(files, Number(process.env.CARDWRIGHT_TEST_FILE_LIMIT_MS))
const FLUSH_OUTPUT_MS = 2_000
const strayErrors: Error[] = []

for (const [index, file] of files.entries()) {
  test(file, async (t) => {
    // Written synchronously, not through a stream, so that the line is out even if the file ends the process.
    writeSync(2, `${BEGUN}${index}\n`)
    watchdog.begin(index)
    beginFile(index)
    const before = readState()
    const cpuBefore = cpuSeconds()
    try {
      await import(pathToFileURL(resolve(file)).href)
    } finally {
      // Hooks run in the order of their registration, so the file's own hooks run first.
      t.after(async () => {
        t.diagnostic(`cpu ${(cpuSeconds() - cpuBefore).toFixed(3)}`)
        await assertNothingLeft(before, { isAlone: files.length === 1 })
        const [stray] = strayErrors.splice(0)
        if (stray) throw new Error('an error was thrown after its test had ended', { cause: stray })
      })
    }
  })
}

// Node only notes an error that is thrown after its test has ended, and sets the exit code. It belongs to the file that runs. This
// listener comes after Node's, which is added with the first test.
process.on('uncaughtException', (error) => {
  if (process.exitCode) strayErrors.push(error)
})

// A file that left something open has already failed, so the process need not wait for the watchdog.
after(() => {
  setTimeout(() => process.exit(), FLUSH_OUTPUT_MS).unref()
})
