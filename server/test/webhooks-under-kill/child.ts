// A program that the test starts, kills as a power failure would, and starts again. Only its own process is signalled.

import { type ChildProcess, spawn } from 'node:child_process'
import { after } from 'node:test'
import { fileURLToPath } from 'node:url'
import { until } from '../until.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const endsWithParent = new URL('ends-with-parent.ts', import.meta.url).href
const START_MS = 240_000

type Program = { name: string; args: string[]; env: NodeJS.ProcessEnv; ready: RegExp }

export class Child {
  readonly #program: Program
  #process: ChildProcess | undefined
  #said = ''
  /** Everything that the program wrote to stderr in all its runs. */
  readonly complaints: string[] = []

  constructor(program: Program) {
    this.#program = program
    after(() => this.kill())
  }

  /** Starts the program and resolves to the match of `ready` in its output. */
  async start(): Promise<RegExpExecArray> {
    const { name, args, env, ready } = this.#program
    const child = spawn(process.execPath, ['--import', endsWithParent, ...args], {
      cwd: root,
      env,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    })
    this.#process = child
    this.#said = ''
    for (const stream of [child.stdout!, child.stderr!])
      stream.setEncoding('utf8').on('data', (text: string) => this.#hear(text))
    await until(`${name} is ready`, () => this.#hasEnded || ready.test(this.#said), START_MS)
    const found = ready.exec(this.#said)
    if (!found) throw new Error(`${name} ended at once: ${this.#said.slice(-2_000)}`)
    return found
  }

  async kill(): Promise<void> {
    this.#process?.kill('SIGKILL')
    await until(`${this.#program.name} is gone`, () => this.#hasEnded)
  }

  get #hasEnded(): boolean {
    return !this.#process || this.#process.exitCode !== null || this.#process.signalCode !== null
  }

  #hear(text: string): void {
    this.#said = (this.#said + text).slice(-20_000)
    this.complaints.push(...text.split('\n').filter((line) => /"level":"?(50|60|error|fatal)/.test(line)))
  }
}
