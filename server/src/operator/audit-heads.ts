import { open } from 'node:fs/promises'
import { CommandError } from '../../../cli/src/framework/failures.ts'
import { findStatement, type HeadStatement, readHeads, stateHeads } from '../accounts/audit-heads.ts'
import { machineClock } from '../clock.ts'
import { type Command, withSchema } from './command.ts'

export const auditHeads: Command = {
  name: 'audit heads',
  summary: 'print the head of each chain of the audit log, to store elsewhere',
  options: {},
  notes:
    'One line of JSON for every 50 chains, authenticated by the key of the audit log. Store the lines where people who can write\nto the database cannot change them; `audit --heads FILE` compares them. The log of the service carries the same lines.',
  async run(call) {
    await withSchema(call, async ({ database, vault }) => {
      const key = await vault()
      for await (const heads of readHeads(database.read))
        for (const statement of stateHeads(key, heads, machineClock()))
          call.print(JSON.stringify({ audit_heads: statement }))
    })
  },
}

/** The statements in a file of `audit heads`, or in a log of the service: other lines are passed over. */
export async function* readStatements(path: string): AsyncGenerator<HeadStatement> {
  const file = await open(path)
  let found = 0
  try {
    for await (const line of file.readLines()) {
      const statement = findStatement(line)
      if (statement === undefined) continue
      found += 1
      yield statement
    }
  } finally {
    await file.close()
  }
  if (found === 0) throw new CommandError(`${path} contains no line of audit heads`)
}
