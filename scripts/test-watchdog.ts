// Ends a test process when one of its files takes too long. An open handle, a promise that never settles or an endless
// loop would otherwise block the whole run. A separate thread detects all three.

import { Worker } from 'node:worker_threads'

// The main thread counts files in `progress`. The watchdog thread sleeps until the count changes or the time is over.
const watch = `
  const { writeSync } = require('node:fs')
  const { workerData: { pid, files, limitMs, progress } } = require('node:worker_threads')
  const pause = (ms) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
  let seen
  do { seen = Atomics.load(progress, 0) } while (Atomics.wait(progress, 0, seen, limitMs) !== 'timed-out')
  writeSync(2, files[seen] + ' has not ended after ' + limitMs / 1000 + ' s: stopped\\n')
  process.kill(pid, 'SIGTERM')
  pause(5000)
  process.kill(pid, 'SIGKILL')`

/** `begin` is called with the index of each file before the file is loaded. */
export function watchOver(files: string[], limitMs: number): { begin(index: number): void } {
  const progress = new Int32Array(new SharedArrayBuffer(4))
  new Worker(watch, { eval: true, workerData: { pid: process.pid, files, limitMs, progress }, execArgv: [] }).unref()
  return {
    begin(index) {
      Atomics.store(progress, 0, index)
      Atomics.notify(progress, 0)
    },
  }
}
