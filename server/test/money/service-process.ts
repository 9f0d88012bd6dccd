// The real service in its own process and folder, started like `npm start` and ended as by a power failure.

import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { chmodSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { programFile } from '../program.ts'
import { until } from '../until.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
export const KEY = 'sk_test_killedAndStartedAgain1'

/** Another program to run, and more environment variables for it. */
type Variant = { main?: string; env?: Record<string, string> }

/** A start takes two seconds, and minutes on a machine that runs a dozen others. */
const START_MS = 240_000

export class ServiceProcess {
  readonly folder: string
  readonly #variant: Variant
  #child: ChildProcess | undefined
  #said = ''
  url = ''

  constructor(variant: Variant = {}) {
    this.#variant = variant
    this.folder = mkdtempSync(join(tmpdir(), 'cardwright-kill-'))
    // PostgreSQL of root runs under another uid. If it cannot enter the folder, the cluster would be created elsewhere
    // and remain.
    chmodSync(this.folder, 0o711)
  }

  get #env(): NodeJS.ProcessEnv {
    const { CARDWRIGHT_TEST_SERVER: _, NODE_TEST_CONTEXT: __, ...env } = process.env
    const off = {
      RATE_LIMIT_PER_MINUTE: '0',
      RATE_LIMIT_PER_HOUR: '0',
      RATE_LIMIT_CARD_CREATIONS_PER_MINUTE: '0',
      RATE_LIMIT_CARD_DETAILS_PER_MINUTE: '0',
    }
    return {
      ...env,
      ...off,
      CARDWRIGHT_DATA_DIR: this.folder,
      CARDWRIGHT_SANDBOX_KEY: KEY,
      PORT: '0',
      LOG_LEVEL: 'info',
      ...this.#variant.env,
    }
  }

  async start(): Promise<void> {
    this.#said = ''
    const child = spawn(process.execPath, [programFile(this.#variant.main ?? 'server/src/main.ts')], {
      cwd: root,
      env: this.#env,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.#child = child
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        // Only the address and the last output of the service are needed.
        this.#said = (this.#said + chunk).slice(-200_000)
        this.url ||= /"url":"(http:[^"]+)\/v1"/.exec(this.#said)?.[1] ?? ''
      })
    }
    this.url = ''
    await until(
      `the service listens; it said: ${this.#said.slice(-500)}`,
      () => this.url !== '' || this.hasEnded,
      START_MS,
    )
    if (this.hasEnded) throw new Error(`the service ended at once: ${this.#said.slice(-2_000)}`)
  }

  get hasEnded(): boolean {
    return this.#child === undefined || this.#child.exitCode !== null || this.#child.signalCode !== null
  }

  get lastWords(): string {
    return this.#said
      .split('\n')
      .filter((line) => !line.includes('"msg":"request"'))
      .join('\n')
      .slice(-3_000)
  }

  async #ended(): Promise<void> {
    await until('the service has ended', () => this.hasEnded, 20_000)
  }

  async kill(): Promise<void> {
    this.#child?.kill('SIGKILL')
    await this.#ended()
  }

  async stop(): Promise<void> {
    this.#child?.kill('SIGTERM')
    await this.#ended()
  }

  /** The pid of the PostgreSQL server that the service runs on this folder. */
  get postmaster(): number {
    const [file] = globSync(`${this.folder}/**/postmaster.pid`)
    if (!file) throw new Error(`no postmaster.pid in ${this.folder}`)
    return Number(readFileSync(file, 'utf8').split('\n')[0])
  }

  /** Runs `npm run audit` next to the service, and returns its output and whether it found no fault. */
  audit(): Promise<{ isClean: boolean; said: string }> {
    return new Promise((resolve) => {
      execFile(
        process.execPath,
        [programFile('server/src/operator/main.ts'), 'audit'],
        { cwd: root, env: this.#env },
        (error, stdout, stderr) => {
          resolve({ isClean: error === null, said: stdout + stderr })
        },
      )
    })
  }

  async remove(): Promise<void> {
    if (!this.hasEnded) await this.stop()
    // A service that was killed or died has left its PostgreSQL running. Ours is the one in our folder.
    const [file] = globSync(`${this.folder}/**/postmaster.pid`)
    if (file) {
      const pid = Number(readFileSync(file, 'utf8').split('\n')[0])
      const isThere = () => existsSync(`/proc/${pid}`) || existsSync(file)
      try {
        process.kill(pid, 'SIGINT')
        await until('PostgreSQL has ended', () => !isThere(), 10_000)
      } catch {
        // The process had already ended.
      }
    }
    rmSync(this.folder, { recursive: true, force: true })
  }
}
