import { type KeyRow, listApiKeys } from '../accounts/api-keys.ts'
import { environmentName } from '../accounts/workspace.ts'
import { publicId } from '../ids.ts'
import { type Command, json, withSchema } from './command.ts'
import { print, printJson, shortTime, table } from './table.ts'

const HEADINGS = ['ID', 'ENVIRONMENT', 'KEY', 'NAME', 'RIGHTS', 'ACCOUNT', 'CREATED', 'REVOKED']

export const listKeys: Command = {
  name: 'keys list',
  summary: 'list the API keys, oldest first (the first 1,000)',
  options: { json },
  async run(input) {
    const keys = (await withSchema(({ database }) => listApiKeys(database.read))).map(present)
    if (input.flag('json')) return void printJson(keys)
    print(keys.length === 0 ? 'There is no key yet.' : table(HEADINGS, keys.map(cells)))
  },
}

function present(row: KeyRow) {
  return {
    id: publicId('key', 0, row.id),
    environment: environmentName(row.environment),
    hint: row.hint,
    name: row.name,
    read_only: row.read_only,
    account_id: row.account_id,
    created_at: row.created_at,
    last_used_at: row.last_used_at,
    revoked_at: row.revoked_at,
  }
}

function cells(key: ReturnType<typeof present>): string[] {
  const form = `sk_${key.environment === 'production' ? 'live' : 'test'}_…${key.hint}`
  const rights = key.read_only ? 'read' : 'read, write'
  return [
    key.id,
    key.environment,
    form,
    key.name,
    rights,
    key.account_id,
    shortTime(key.created_at),
    shortTime(key.revoked_at),
  ]
}
