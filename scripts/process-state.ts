// What a test file can leave behind for the next file in its process: variables, a working folder, listeners, and anything that
// keeps a process alive.

import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'

/** Packages may listen for these events, since nothing happens before the process ends. */
const EXIT_EVENTS = new Set(['exit', 'beforeExit'])

export type ProcessState = { env: NodeJS.ProcessEnv; cwd: string; listeners: Map<string, number>; open: string[] }

export function readState(): ProcessState {
  const names = process
    .eventNames()
    .map(String)
    .filter((name) => !EXIT_EVENTS.has(name))
  const listeners = new Map(names.map((name) => [name, process.listenerCount(name)]))
  return { env: { ...process.env }, cwd: process.cwd(), listeners, open: openHandles() }
}

// After its server has closed, a connection takes a few turns of the event loop to end, and a killed process takes some
// milliseconds, or more on a busy machine. A connection with an unread answer ends at the next garbage collection.
const MAX_CLOSE_MS = 20_000
const LOOK_AGAIN_MS = 10

/** Throws when the process has changed, so that no file can depend on the files before it. */
export async function assertNothingLeft(before: ProcessState, { isAlone = false } = {}): Promise<void> {
  const until = performance.now() + MAX_CLOSE_MS
  let left = differences(before, readState(), isAlone)
  while (left.length > 0 && performance.now() < until) {
    await pause(LOOK_AGAIN_MS)
    left = differences(before, readState(), isAlone)
  }
  if (left.length > 0) throw new Error(`the file did not leave its process as it found it: ${left.join(', ')}`)
}

/**
 * Names only, since the values of variables may be secret. Listeners of a file that has the process to itself do no harm; the
 * chain nodes of the tests never stop listening.
 */
function differences(before: ProcessState, after: ProcessState, isAlone: boolean): string[] {
  const variables = Object.keys({ ...before.env, ...after.env }).filter((name) => before.env[name] !== after.env[name])
  const events = [...after.listeners].filter(([name, count]) => count > (before.listeners.get(name) ?? 0))
  return [
    ...variables.map((name) => `the variable ${name} changed`),
    ...(isAlone ? [] : events.map(([name]) => `a listener for the process's ${name}`)),
    ...(before.cwd === after.cwd ? [] : ['another working folder']),
    ...surplus(before.open, after.open).map((kind) => `a ${kind} is open`),
  ]
}

/** Servers, sockets, child processes and timers; reads of files and look-ups of names end by themselves. */
function openHandles(): string[] {
  // All three are created on first use and stay; a library that imports `node:process` uses all of them.
  void [process.stdin, process.stdout, process.stderr]
  return process.getActiveResourcesInfo().filter((kind) => /Wrap$|^Timeout$|^Worker$/.test(kind))
}

function surplus(before: string[], after: string[]): string[] {
  const rest = [...before]
  return after.filter((kind) => {
    const index = rest.indexOf(kind)
    if (index >= 0) rest.splice(index, 1)
    return index < 0
  })
}

/** Of this process and of the children that it has waited for. */
export function cpuSeconds(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6 + childCpuSeconds()
}

const TICKS_PER_SECOND = 100

/** Only Linux tells. */
function childCpuSeconds(): number {
  if (process.platform !== 'linux') return 0
  const stat = readFileSync('/proc/self/stat', 'utf8')
  // The name of the program, in brackets, may hold spaces; the times of the children are the 14th and 15th field after it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[13]) + Number(fields[14])) / TICKS_PER_SECOND
}
