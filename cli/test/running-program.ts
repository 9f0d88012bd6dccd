// For tests: a program that runs, either in this process, which takes milliseconds, or in a process of its own.

import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { EventEmitter } from 'node:events'
import { PassThrough, type Readable, type Writable } from 'node:stream'
import { after } from 'node:test'
import type { Environment, Io, SignalName } from '../src/framework/io.ts'

export type { Environment }
export type Ended = { code: number | null; out: string; err: string }

export type Running = {
  stdin: Writable
  stdout: Readable
  stderr: Readable
  kill(signal: SignalName | 'SIGKILL'): unknown
  /** The exit code, once everything that it printed can be read. */
  ended: Promise<number | null>
}

export type Main = (args: readonly string[], io: Io) => Promise<number>

/** Calls the program as its own main file does. SIGKILL does not exist here: it needs `startProcess`. */
export function startInProcess(main: Main, args: readonly string[], env: Environment): Running {
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()]
  const signals = new EventEmitter()
  const ended = main(args, { env, stdin, stdout, stderr, signals }).finally(() => {
    stdout.end()
    stderr.end()
  })
  const kill = (signal: SignalName | 'SIGKILL') => signals.emit(signal, signal)
  after(async () => {
    kill('SIGINT')
    stdin.end()
    await ended
  })
  return { stdin, stdout, stderr, kill, ended }
}

export function startProcess(file: string, args: readonly string[], env: Environment): Running & { pid: number } {
  // With the code that other starts of this run have compiled, a start takes a third of the time.
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const child = spawn(process.execPath, [file, ...args], { env: { PATH, NODE_COMPILE_CACHE, ...env } })
  after(() => child.kill('SIGKILL'))
  return { ...runningOf(child), pid: child.pid! }
}

export function runningOf(child: ChildProcess): Running {
  const ended = new Promise<number | null>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', resolve)
  })
  const { stdin, stdout, stderr } = child
  return { stdin: stdin!, stdout: stdout!, stderr: stderr!, kill: (signal) => child.kill(signal), ended }
}

/** Everything that it prints until it ends by itself. */
export async function endOf(running: Running, input = ''): Promise<Ended> {
  running.stdin.end(input)
  const [code, out, err] = await Promise.all([running.ended, allOf(running.stdout), allOf(running.stderr)])
  return { code, out, err }
}

async function allOf(stream: Readable): Promise<string> {
  let text = ''
  for await (const chunk of stream) text += chunk
  return text
}

/** Resolves with the next line that fits. */
export function lineOf(running: Running, pattern: RegExp, stream: 'stdout' | 'stderr' = 'stdout'): Promise<string> {
  let said = ''
  return new Promise((resolve, reject) => {
    const read = (chunk: Buffer) => {
      said += chunk
      const line = said.split('\n').find((each) => pattern.test(each))
      if (line === undefined) return
      running[stream].off('data', read)
      resolve(line)
    }
    running[stream].on('data', read)
    void running.ended.then((code) => reject(new Error(`ended with ${code} before ${pattern}: ${said}`)), reject)
  })
}

/** For a program that runs until somebody presses Control-C, which is its normal end. */
export async function interrupted(running: Running): Promise<void> {
  running.kill('SIGINT')
  assert.equal(await running.ended, 0)
}
