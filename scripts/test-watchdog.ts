// Loaded into every test file's process (test-run.ts). Ends it when it takes too long: a handle left open, a promise that
// never settles or an endless loop would otherwise hold up the whole run. A thread of its own sees all three.

import { Worker } from 'node:worker_threads'

const watch = `
  const { writeSync } = require('node:fs')
  const { workerData: { pid, file, limitMs } } = require('node:worker_threads')
  const pause = (ms) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
  pause(limitMs)
  writeSync(2, file + ' has not ended after ' + limitMs / 1000 + ' s: stopped\\n')
  process.kill(pid, 'SIGTERM')
  pause(5000)
  process.kill(pid, 'SIGKILL')`

const limitMs = Number(process.env.CARDWRIGHT_TEST_FILE_LIMIT_MS)
if (limitMs > 0) {
  const workerData = { pid: process.pid, file: process.argv[1], limitMs }
  new Worker(watch, { eval: true, workerData, execArgv: [] }).unref()
}
