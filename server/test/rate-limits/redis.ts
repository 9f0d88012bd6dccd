// A redis-server of the test's own, on a socket in a folder of its own, ended by its process id.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Whether redis-server is installed. Where it must be (CI), the tests run and fail instead of being left out. */
export function hasRedis(): boolean {
  return spawnSync('redis-server', ['--version']).status === 0 || process.env.CI === 'true'
}

export class RedisForTests {
  readonly #folder = mkdtempSync(join(tmpdir(), 'cardwright-redis-'))
  readonly url = join(this.#folder, 'redis.sock')
  readonly #killWithUs = () => this.#process?.kill('SIGKILL')
  #process: ChildProcess | undefined

  constructor() {
    process.on('exit', this.#killWithUs)
  }

  async start(...settings: string[]): Promise<void> {
    const place = ['--port', '0', '--unixsocket', this.url, '--dir', this.#folder]
    const child = spawn('redis-server', [...place, '--save', '', ...settings], { stdio: ['ignore', 'pipe', 'inherit'] })
    await once(child, 'spawn')
    this.#process = child
    let output = ''
    for await (const chunk of child.stdout.iterator({ destroyOnReturn: false })) {
      output += String(chunk)
      if (output.includes('eady to accept connections')) break
    }
    if (child.exitCode !== null) throw new Error(`redis-server did not start:\n${output}`)
    child.stdout.resume()
  }

  /** At once and without a goodbye, as a crash. */
  async kill(): Promise<void> {
    const child = this.#process
    this.#process = undefined
    if (child === undefined) return
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }

  /** Holds the process still: connections stay open and nothing answers. */
  pause(): void {
    this.#process?.kill('SIGSTOP')
  }

  resume(): void {
    this.#process?.kill('SIGCONT')
  }

  async remove(): Promise<void> {
    await this.kill()
    process.off('exit', this.#killWithUs)
    rmSync(this.#folder, { recursive: true, force: true })
  }
}

/** A log to look into and to wait on. */
export class LogForTests {
  readonly lines: { fields: object; message: string }[] = []
  #arrived = Promise.withResolvers<void>()

  warn(fields: object, message: string): void {
    this.lines.push({ fields, message })
    this.#arrived.resolve()
    this.#arrived = Promise.withResolvers<void>()
  }

  /** The line of this number, counted from 1, as soon as it is there. A line that never comes fails by the test's time-out. */
  async line(number: number): Promise<{ fields: object; message: string }> {
    while (this.lines.length < number) await this.#arrived.promise
    return this.lines[number - 1]!
  }
}
