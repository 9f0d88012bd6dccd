// Shell completion. The scripts ask the program what may come next, so they never get outdated.

import type { Command } from './command.ts'
import { UsageError } from './framework/failures.ts'
import { globalOptions } from './global-options.ts'
import { operatorCommands } from './operator.ts'

const BASH = `_cardwright() {
  local line
  COMPREPLY=()
  while IFS= read -r line; do
    COMPREPLY+=("$line")
  done < <(cardwright __complete "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -o default -F _cardwright cardwright`

// Also as a file named _cardwright in a folder of fpath, whose text is then the function itself.
const ZSH = `#compdef cardwright
_cardwright() {
  local -a found
  found=("\${(@f)$(cardwright __complete "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  if [[ -n $found[1] ]]; then compadd -a found; else _files; fi
}
if [[ $funcstack[1] == _cardwright ]]; then
  _cardwright "$@"
else
  (( $+functions[compdef] )) || { autoload -Uz compinit && compinit; }
  compdef _cardwright cardwright
fi`

const FISH = `function __cardwright_complete
    set -l words (commandline -opc) (commandline -ct)
    cardwright __complete $words[2..-1] 2>/dev/null
end
function __cardwright_wants_a_file
    test -z "$(__cardwright_complete)"
end
complete -c cardwright -f -a '(__cardwright_complete)'
complete -c cardwright -n __cardwright_wants_a_file -F`

const SCRIPTS: Record<string, string> = { bash: BASH, zsh: ZSH, fish: FISH }
const SHELLS = Object.keys(SCRIPTS)

export const completion: Command = {
  name: 'completion',
  summary: 'print the completion script of a shell',
  args: ['SHELL'],
  argChoices: SHELLS,
  notes: `bash   echo 'source <(cardwright completion bash)' >> ~/.bashrc
zsh    echo 'source <(cardwright completion zsh)' >> ~/.zshrc
fish   cardwright completion fish > ~/.config/fish/completions/cardwright.fish`,
  async run(call) {
    const script = SCRIPTS[call.args[0]!]
    if (!script) throw new UsageError(`completion is available for ${SHELLS.join(', ')}`)
    call.out.text(script)
  },
}

/** What may replace the last word. */
export function candidates(commands: readonly Command[], words: readonly string[]): string[] {
  const before = words.slice(0, -1)
  const begun = words.at(-1) ?? ''
  return offered(commands, before)
    .filter((each) => each.startsWith(begun) && (begun.startsWith('-') || !each.startsWith('-')))
    .sort()
}

function offered(commands: readonly Command[], before: readonly string[]): string[] {
  const names = [...commands, ...operatorCommands].map(({ name }) => name.split(' '))
  const next = names
    .filter((name) => name.length > before.length && before.every((word, index) => word === name[index]))
    .map((name) => name[before.length]!)
  const command = commandOf(commands, before)
  if (!command) return [...new Set([...next, ...(before.length === 0 ? ['--version', ...flags(globalOptions)] : [])])]
  const options = { ...command.options, ...globalOptions }
  const pending = options[before.at(-1)?.replace(/^--/, '') ?? '']
  if (before.at(-1)?.startsWith('--') && pending && pending.kind !== 'flag') return [...(pending.choices ?? [])]
  const isFirst = before.length === command.name.split(' ').length
  return [...next, ...(isFirst ? (command.argChoices ?? []) : []), ...flags(options)]
}

function commandOf(commands: readonly Command[], before: readonly string[]): Command | undefined {
  return [3, 2, 1]
    .filter((length) => before.length >= length)
    .map((length) => commands.find(({ name }) => name === before.slice(0, length).join(' ')))
    .find((command) => command !== undefined)
}

function flags(options: object): string[] {
  return Object.keys(options).map((name) => `--${name}`)
}
