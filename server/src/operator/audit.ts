import { readStatements } from './audit-heads.ts'
import { type Command, json, withSchema } from './command.ts'
import { type AuditResult, runAudit } from './run-audit.ts'

export const audit: Command = {
  name: 'audit',
  summary: 'verify the books and the audit log from their entries',
  options: {
    json,
    heads: {
      kind: 'text',
      value: 'FILE',
      help: 'compare with heads of the audit log that you stored elsewhere: the output of audit heads, or a log of the service',
    },
  },
  notes: 'The command only reads, and can run beside a busy service. The exit code is 1 if something does not add up.',
  async run(call) {
    const file = call.text('heads')
    const result = await withSchema(call, async ({ database, vault }) =>
      runAudit(database, await vault(), file === undefined ? undefined : readStatements(file)),
    )
    if (call.flag('json')) call.printJson(result)
    else call.print(describeAudit(result))
    return result.faults === 0 ? 0 : 1
  },
}

export function describeAudit(result: AuditResult): string {
  const checks = result.checks.flatMap(({ name, faults }) => [
    `${faults.length === 0 ? '✓' : '✗'} ${name}`,
    ...faults.map((fault) => `    ${fault}`),
  ])
  const { buckets, transfers, auditEntries, faults } = result
  const extent = `${count(buckets, 'bucket')}, ${count(transfers, 'transfer')} and ${count(auditEntries, 'audit entry', 'audit entries')} checked`
  return [...checks, '', `${extent}: ${faults === 0 ? 'no fault' : count(faults, 'fault')}.`].join('\n')
}

function count(number: number, one: string, many = `${one}s`): string {
  return `${number.toLocaleString('en')} ${number === 1 ? one : many}`
}
