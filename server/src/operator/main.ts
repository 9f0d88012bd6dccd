// npm run cardwright -- COMMAND

import '../config/hide-environment.ts'
import { readCall } from './arguments.ts'
import { commands } from './commands.ts'
import { explain, UsageError } from './failures.ts'
import { helpOf, helpOfAll } from './help.ts'
import { print } from './table.ts'

// Exits explicitly, because a connection that broke in the middle of a COPY would keep the event loop alive for ever.
process.exit(await main(process.argv.slice(2)))

async function main(args: string[]): Promise<number> {
  try {
    const call = readCall(commands, args)
    if (call.kind === 'run') return (await call.command.run(call.input)) ?? 0
    print(call.command ? helpOf(call.command) : helpOfAll(commands))
    return 0
  } catch (error) {
    process.stderr.write(`cardwright: ${explain(error)}\n`)
    if (!(error instanceof UsageError)) return 1
    process.stderr.write('More: npm run cardwright -- --help\n')
    return 2
  }
}
