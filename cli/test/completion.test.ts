// Completion in the shells themselves. Those that are missing are named by `npm test` (scripts/test-parts.ts).

import assert from 'node:assert/strict'
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { on } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { environmentFor, fails, MAIN, succeeds, temporaryFolder } from './cli-fixture.ts'

const env = environmentFor()
/** Here `cardwright` is the program for completion; for anything else it says how it was called. */
const folder = temporaryFolder()
const program = `#!/bin/sh
case "$1" in
  __complete | completion) exec '${process.execPath}' '${MAIN}' "$@" ;;
  *) printf 'called with: %s.\\n' "$*" ;;
esac
`
writeFileSync(join(folder, 'cardwright'), program, { mode: 0o755 })
writeFileSync(join(folder, 'backup-of-today.gz'), '')
const shellEnv = { ...env, PATH: `${folder}:${process.env.PATH}`, TERM: 'xterm' }

const isInstalled = (shell: string) => spawnSync(shell, ['-c', ''], { stdio: 'ignore' }).status === 0

/** What stands before the tab, and the words that come of it. */
const cases: [begun: string, ...offered: string[]][] = [
  ['car', 'cards'],
  ['cards f', 'freeze', 'fund'],
  ['cards list --status ', 'active', 'frozen', 'terminated'],
  ['cards list --st', '--status'],
  ['trigger deposit.', 'deposit.confirmed', 'deposit.expired', 'deposit.pending'],
  ['keys ', 'create', 'list', 'revoke'],
]

test('what may come next is a list of words, or nothing', async () => {
  assert.equal(await succeeds(['__complete', 'cards', 'get', ''], env), '')
  assert.match(await fails(['completion', 'tcsh'], env, 2), /bash, zsh, fish/)
})

test('bash completes commands, options and their values', async () => {
  const file = join(folder, 'completion.bash')
  writeFileSync(file, await succeeds(['completion', 'bash'], env))
  const ask = `. ${file}; COMP_WORDS=(cardwright "$@"); COMP_CWORD=$#; _cardwright; printf '%s\\n' "\${COMPREPLY[@]}"`
  for (const [begun, ...offered] of cases) {
    const said = execFileSync('bash', ['-c', ask, '-', ...begun.split(' ')], { env: shellEnv, encoding: 'utf8' })
    assert.deepEqual(said.trim().split('\n'), offered, begun)
  }
})

if (isInstalled('fish')) {
  test('fish completes commands, options, their values and files', async () => {
    const fish = (line: string) =>
      execFileSync('fish', ['-c', `source (cardwright completion fish | psub); complete -C '${line}'`], {
        cwd: folder,
        env: shellEnv,
        encoding: 'utf8',
      })
    for (const [begun, ...offered] of cases)
      assert.deepEqual(fish(`cardwright ${begun}`).trim().split('\n'), offered, begun)
    assert.equal(fish('cardwright restore backup-of').trim(), 'backup-of-today.gz')
  })
}

if (isInstalled('zsh')) {
  test('zsh completes commands, options, their values and files', async () => {
    // On a terminal, where its line editor is; without the files of the user and of the machine.
    const child = spawn('script', ['-qec', 'zsh -f -i', '/dev/null'], { cwd: folder, env: shellEnv })
    after(() => child.kill('SIGKILL'))
    // As the guide says, and in a shell where nothing is set up yet.
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
}

const LONGEST_MS = 30_000

async function answers(child: ChildProcess, text: string): Promise<void> {
  let said = ''
  for await (const [chunk] of on(child.stdout!, 'data', { signal: AbortSignal.timeout(LONGEST_MS) })) {
    said += chunk
    if (said.includes(text)) return
  }
}
