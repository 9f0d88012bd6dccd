// The operator's commands belong to the server: they work on its database, not through its API.

import { existsSync } from 'node:fs'
import { CommandError } from './failures.ts'

/** A test compares this with the server's own list. */
export const operatorCommands = [
  { name: 'keys create', summary: 'make an API key and show it, once' },
  { name: 'keys list', summary: 'list the API keys, oldest first (the first 1,000)' },
  { name: 'keys narrow', summary: 'take rights from a key; a running service knows within a second' },
  { name: 'keys revoke', summary: 'revoke a key permanently; a running service refuses it within a second' },
  { name: 'accounts create', summary: 'make an account, with a sandbox and a production workspace' },
  { name: 'accounts list', summary: 'list the accounts, oldest first (the first 1,000)' },
  { name: 'users invite', summary: 'make a link by which somebody joins the dashboard' },
  { name: 'users list', summary: 'list the people of the dashboard, oldest first (the first 1,000)' },
  { name: 'users reset-link', summary: 'make a link by which somebody sets a new password' },
  { name: 'migrate', summary: 'bring the database to the schema of this version' },
  {
    name: 'upgrade',
    summary: 'tell what an upgrade to this version would do, and whether it can be done without a stop',
  },
  { name: 'database distribute', summary: 'spread the rows over the servers of a Citus cluster, by bucket' },
  { name: 'database shards', summary: 'show which server of a distributed database holds which buckets' },
  { name: 'database move-bucket', summary: 'move a bucket, with those in the same shard, to another server' },
  { name: 'audit', summary: 'prove the books and the audit log from their entries' },
  { name: 'audit heads', summary: 'print where each chain of the audit log stands, to be kept elsewhere' },
  { name: 'rotate-keys', summary: 'replace the master key while the service runs' },
  {
    name: 'backup',
    summary: 'write the whole database to one file, or keep a folder from which any moment can be restored',
  },
  { name: 'restore', summary: 'fill an empty database from a backup, or go back to a moment of a continuous one' },
  { name: 'addresses pool', summary: 'make a signed pool of solana addresses from a seed, offline' },
  {
    name: 'addresses trust',
    summary: 'accept a pool of solana addresses that another key has signed than the one before',
  },
  { name: 'chains status', summary: 'show how far each chain was read, how its nodes are, and what needs an operator' },
  { name: 'chains rescan', summary: 'have a chain read again from a block on; ends a halt' },
  {
    name: 'deposits held',
    summary: 'list deposits that are not credited until their doubt is gone or an operator releases them',
  },
  { name: 'deposits release', summary: 'credit a deposit that is held, whatever speaks against it' },
  { name: 'deposits reverse', summary: 'take back the credit of a deposit that is no longer on its chain' },
  { name: 'processors list', summary: 'list the processors of processors.json, and how each of them is' },
  {
    name: 'processors connect',
    summary: 'have a processor ask us about purchases, and store the secrets that it signs with',
  },
  {
    name: 'processors check',
    summary: 'ask a processor, and our own tables, what stands between its cards and a purchase',
  },
  {
    name: 'processors sync',
    summary:
      'read the updates of a processor again, try deferred messages again, and set holds that differ to its amounts',
  },
  {
    name: 'processors reconcile',
    summary: 'compare what a processor settled on a day with what we posted, to the cent',
  },
  { name: 'doctor', summary: 'look for what is wrong or risky, and say how to mend it' },
] as const

const first = new Set<string>(operatorCommands.map(({ name }) => name.split(' ')[0]!))

export function isForOperator(args: readonly string[]): boolean {
  return first.has(args[0] ?? '')
}

/** The server's program reads the arguments of this process and ends it. */
export async function runOperatorCommand(): Promise<void> {
  const main = new URL('../../server/src/operator/main.ts', import.meta.url)
  if (!existsSync(main))
    throw new CommandError(
      'commands of the operator run where the service is installed, in its folder: npm run cardwright -- COMMAND',
    )
  await import(main.href)
}
