// A shell in which `cardwright` is the program of this repository, and words to complete in it.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { environmentFor, MAIN, temporaryFolder } from './cli-fixture.ts'

export const env = environmentFor()
/** In this folder `cardwright` is the program for completion; for any other call it prints its arguments. */
export const folder = temporaryFolder()
const program = `#!/bin/sh
case "$1" in
  __complete | completion) exec '${process.execPath}' '${MAIN}' "$@" ;;
  *) printf 'called with: %s.\\n' "$*" ;;
esac
`
writeFileSync(join(folder, 'cardwright'), program, { mode: 0o755 })
writeFileSync(join(folder, 'backup-of-today.gz'), '')
export const shellEnv = { ...env, PATH: `${folder}:${process.env.PATH}`, TERM: 'xterm' }

/** The words before the tab, and the words that completion must offer. */
export const cases: [begun: string, ...offered: string[]][] = [
  ['car', 'cards'],
  ['cards f', 'freeze', 'fund'],
  ['cards list --status ', 'active', 'frozen', 'terminated'],
  ['cards list --st', '--status'],
  ['trigger deposit.', 'deposit.confirmed', 'deposit.expired', 'deposit.pending'],
  ['keys ', 'create', 'list', 'narrow', 'revoke'],
  ['decision-hook attempts --outcome ', 'approved', 'declined', 'error', 'fallback', 'timeout'],
  ['rules pro', 'promote'],
  ['rules create Large --action ', 'challenge', 'decline'],
]
