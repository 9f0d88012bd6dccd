// The operator's commands belong to the server: they work on its database, not through its API.

import { existsSync } from 'node:fs'

/** A test compares this with the server's own list. */
export const operatorCommands = [
  { name: 'keys create', summary: 'create an API key and show it once' },
  { name: 'keys list', summary: 'list the API keys, oldest first (the first 1,000)' },
  { name: 'keys narrow', summary: 'remove rights from a key; a running service applies this within a second' },
  { name: 'keys revoke', summary: 'revoke a key permanently; a running service refuses it within a second' },
  { name: 'accounts create', summary: 'create an account with a sandbox and a production workspace' },
  { name: 'accounts list', summary: 'list the accounts, oldest first (the first 1,000)' },
  { name: 'users invite', summary: 'create a link with which a person joins the dashboard' },
  { name: 'users list', summary: 'list the people of the dashboard, oldest first (the first 1,000)' },
  { name: 'users reset-link', summary: 'create a link with which a person sets a new password' },
  { name: 'migrate', summary: 'migrate the database to the schema of this version' },
  {
    name: 'upgrade',
    summary: 'show what an upgrade to this version would do, and whether the service can keep running',
  },
  { name: 'database distribute', summary: 'distribute the rows over the servers of a Citus cluster, by bucket' },
  { name: 'database shards', summary: 'show which server of a distributed database holds which buckets' },
  { name: 'database move-bucket', summary: 'move a bucket, and the others of its shard, to another server' },
  { name: 'audit', summary: 'verify the books and the audit log from their entries' },
  { name: 'audit heads', summary: 'print the head of each chain of the audit log, to store elsewhere' },
  { name: 'rotate-keys', summary: 'replace the master key while the service runs' },
  {
    name: 'backup',
    summary: 'write the database to one file, or maintain a folder from which any moment can be restored',
  },
  { name: 'restore', summary: 'fill an empty database from a backup, or from a moment of a continuous backup' },
  { name: 'addresses pool', summary: 'create a signed pool of Solana addresses from a seed, offline' },
  {
    name: 'addresses trust',
    summary: 'accept a pool of Solana addresses that was signed by a new key',
  },
  {
    name: 'chains status',
    summary: 'show the progress of each chain, the state of its nodes, and what needs an operator',
  },
  { name: 'chains rescan', summary: 'read a chain again from a block on, which also ends a halt' },
  {
    name: 'deposits held',
    summary: 'list deposits that are held until their checks pass or an operator releases them',
  },
  { name: 'deposits release', summary: 'credit a held deposit although a check failed' },
  { name: 'deposits reverse', summary: 'reverse the credit of a deposit that is no longer on its chain' },
  { name: 'processors list', summary: 'list the processors of processors.json and their state' },
  {
    name: 'processors connect',
    summary: 'enrol this service at a processor, and store the secrets with which the processor signs',
  },
  {
    name: 'processors check',
    summary: 'check whether the cards of a processor can make purchases, and what prevents it',
  },
  {
    name: 'processors sync',
    summary: 'read the updates of a processor again, apply deferred messages, and set holds that differ to its amounts',
  },
  {
    name: 'processors reconcile',
    summary: 'compare the settlements of a processor on a day with the books of this service, to the cent',
  },
  { name: 'network describe', summary: 'show an ISO 8583 message field by field, with card numbers masked' },
  { name: 'doctor', summary: 'find problems and risks of the service, and say how to fix them' },
] as const

const first = new Set<string>(operatorCommands.map(({ name }) => name.split(' ')[0]!))

export function isForOperator(args: readonly string[]): boolean {
  return first.has(args[0] ?? '')
}

/** The address of the server's own program; undefined where only this package is installed. */
export function operatorProgram(): string | undefined {
  const main = new URL('../../server/src/operator/main.ts', import.meta.url)
  return existsSync(main) ? main.href : undefined
}
