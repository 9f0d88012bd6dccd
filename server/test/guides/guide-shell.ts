// Follows a guide like its reader: one shell runs the commands of the page from top to bottom. An id that the page
// leaves to the reader (`export CARD=card_…`) is the newest one that a command has printed.

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { until } from '../until.ts'
import { commandsOf } from './guide-page.ts'

const MAX_COMMAND_MS = 120_000

export type Step = { command: string; printed: string }

export type Walk = {
  env: Record<string, string>
  folder: string
  /** Replacements for texts of the page, such as the address of the service. */
  instead: Record<string, string>
  /** The values that the first lines leave out, by their prefix: `sk_test_`. */
  known: Record<string, string>
  /** Commands of the page to skip, because they start another company's program or one that does not end. */
  without?: RegExp
  /** Runs after each command. */
  after?: (step: Step) => Promise<void>
}

/** Fails with the command and its output if a command of the page fails. */
export async function walkThrough(page: string, walk: Walk): Promise<Step[]> {
  const commands = commandsOf(page).filter((command) => !walk.without?.test(command))
  assert.ok(commands.length > 0, `${page} has no commands`)
  const shell = openShell(walk)
  const steps: Step[] = []
  try {
    for (const command of commands) {
      const typed = await fillIn(command, shell, walk)
      const { code, printed } = await shell.run(typed)
      assert.equal(code, 0, `${page}\n$ ${typed}\n${printed}`)
      const step = { command: typed, printed }
      steps.push(step)
      await walk.after?.(step)
    }
  } finally {
    await shell.close()
  }
  return steps
}

/** curl fails on an error of the service. The service that the first line would start is already running. */
const PRELUDE = `exec 2>&1
curl() { command curl -sS --fail-with-body "$@"; }
npm() { case "$*" in ci|start) ;; *) command npm "$@" ;; esac; }
`

function openShell({ env, folder }: Walk) {
  const shell = spawn('sh', [], { cwd: folder, env: { PATH: process.env.PATH!, HOME: folder, ...env } })
  let transcript = ''
  let printed = ''
  let wake = () => {}
  for (const stream of [shell.stdout, shell.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      printed += text
      transcript += text
      wake()
    })
  shell.stdin.write(PRELUDE)
  const ended = once(shell, 'exit')
  let count = 0
  return {
    /** Everything that was printed so far, including by programs in the background. */
    transcript: () => transcript,
    async run(command: string): Promise<{ code: number; printed: string }> {
      const mark = `--- command ${++count} ended with`
      shell.stdin.write(`${command}\nprintf '\\n${mark} %s.\\n' "$?"\n`)
      const timer = setTimeout(() => shell.kill('SIGKILL'), MAX_COMMAND_MS)
      try {
        for (;;) {
          const [before, after] = printed.split(`\n${mark} `)
          const code = /^(\d+)\.\n/.exec(after ?? '')
          if (code) {
            // Output of background programs from now on belongs to the next command.
            printed = after!.slice(code[0].length)
            return { code: Number(code[1]), printed: before! }
          }
          if (shell.exitCode !== null || shell.signalCode !== null)
            throw new Error(`The shell ended at: ${command}\n${printed}`)
          await Promise.race([new Promise<void>((resolve) => (wake = resolve)), ended])
        }
      } finally {
        clearTimeout(timer)
      }
    },
    async close(): Promise<void> {
      shell.stdin.end()
      await ended
    },
  }
}

/** `export TOKEN=…` is the newest field `token` of a response, and `card_…` the newest id of that kind. */
async function fillIn(command: string, shell: Shell, { instead, known }: Walk): Promise<string> {
  let text = Object.entries(instead).reduce((all, [from, to]) => all.replaceAll(from, to), command)
  for (const [whole, name] of text.matchAll(/\b([A-Z][A-Z_]*)=…/g)) {
    const value = known[name!] ?? (await printedBy(shell, (all) => fieldIn(all, name!.toLowerCase())))
    text = text.replace(whole, () => `${name}=${value}`)
  }
  for (const [whole, prefix] of text.matchAll(/\b((?:[a-z0-9]+_)+)…/g)) {
    const value =
      idIn(shell.transcript(), prefix!) ?? known[prefix!] ?? (await printedBy(shell, (all) => idIn(all, prefix!)))
    text = text.replace(whole, () => value)
  }
  return text
}

type Shell = ReturnType<typeof openShell>

/** Waits, because a program in the background may not have printed the value yet. */
async function printedBy(shell: Shell, find: (transcript: string) => string | undefined): Promise<string> {
  return await until('a command of the page prints what the reader fills in', () => find(shell.transcript()))
}

function fieldIn(printed: string, name: string): string | undefined {
  return [...printed.matchAll(new RegExp(`"${name}": ?"([^"]+)"`, 'g'))].at(-1)?.[1]
}

function idIn(printed: string, prefix: string): string | undefined {
  return [...printed.matchAll(new RegExp(`(?<![A-Za-z0-9_])${prefix}[A-Za-z0-9]+`, 'g'))].at(-1)?.[0]
}
