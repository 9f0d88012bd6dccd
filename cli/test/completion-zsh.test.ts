import { type ChildProcess, spawn } from 'node:child_process'
import { on } from 'node:events'
import { after, test } from 'node:test'
import { cases, folder, shellEnv } from './completion-fixture.ts'

const TIMEOUT_MS = 30_000

test('zsh completes commands, options, their values and files', async () => {
  // The line editor of zsh needs a terminal. -f leaves out the start-up files of the user and of the machine.
  const child = spawn('script', ['-qec', 'zsh -f -i', '/dev/null'], { cwd: folder, env: shellEnv })
  after(() => child.kill('SIGKILL'))
  // The command of the guide, in a shell where nothing is set up yet.
  child.stdin.write('source <(cardwright completion zsh)\n')
  for (const [begun, ...offered] of [...cases, ['restore backup-of', 'backup-of-today.gz']]) {
    const before = begun!.slice(0, begun!.lastIndexOf(' ') + 1)
    for (const word of offered) {
      const typed = offered.length > 1 ? word.slice(0, -1) : begun!.slice(before.length)
      const said = answers(child, `called with: ${before}${word}.`)
      child.stdin.write(`cardwright ${before}${typed}\t\n`)
      await said
    }
  }
})

async function answers(child: ChildProcess, text: string): Promise<void> {
  let said = ''
  for await (const [chunk] of on(child.stdout!, 'data', { signal: AbortSignal.timeout(TIMEOUT_MS) })) {
    said += chunk
    if (said.includes(text)) return
  }
}
