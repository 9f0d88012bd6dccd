// The service as an operator starts it, in a process of its own, with exactly the given environment.

import { type ChildProcess, spawn } from 'node:child_process'
import { after } from 'node:test'
import { programFile } from '../program.ts'
import { until } from '../until.ts'

const START_MS = 240_000

export class StartedProgram {
  readonly child: ChildProcess
  /** Everything that the program has printed. */
  said = ''

  constructor(env: Record<string, string | undefined>, args: string[] = []) {
    const { PATH, NODE_COMPILE_CACHE } = process.env
    this.child = spawn(process.execPath, [programFile('server/src/main.ts'), ...args], {
      env: { PATH, NODE_COMPILE_CACHE, HOST: '127.0.0.1', PORT: '0', SHUTDOWN_LINGER_SECONDS: '0', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    for (const stream of [this.child.stdout!, this.child.stderr!]) stream.on('data', (chunk) => (this.said += chunk))
    after(() => this.child.kill('SIGKILL'))
  }

  get hasEnded(): boolean {
    return this.child.exitCode !== null || this.child.signalCode !== null
  }

  /** The URL of the service, without `/v1`. */
  async url(): Promise<string> {
    const found = () => /"url":"(http:[^"]+)\/v1"/.exec(this.said)?.[1]
    await until('the service listens', () => found() !== undefined || this.hasEnded, START_MS)
    const url = found()
    if (url === undefined) throw new Error(`the service did not start: ${this.said}`)
    return url
  }

  /** The sandbox key that a first start prints. */
  get key(): string | undefined {
    return /Key +(sk_test_\w+)/.exec(this.said)?.[1]
  }

  async ended(): Promise<number | null> {
    await until('the service has ended', () => this.hasEnded, START_MS)
    return this.child.exitCode
  }

  async stop(): Promise<number | null> {
    this.child.kill('SIGTERM')
    return this.ended()
  }
}
