import { listAccounts } from '../accounts/create-account.ts'
import { type Command, json, withSchema } from './command.ts'
import { shortTime, table } from './table.ts'

export const listAccountsCommand: Command = {
  name: 'accounts list',
  summary: 'list the accounts, oldest first (the first 1,000)',
  options: { json },
  async run(call) {
    const accounts = await withSchema(call, ({ database }) => listAccounts(database.read))
    if (call.flag('json')) return call.printJson(accounts)
    const rows = accounts.map((account) => [
      account.id,
      account.name,
      account.holder_name,
      shortTime(account.created_at),
    ])
    call.print(rows.length === 0 ? 'There is no account yet.' : table(['ID', 'NAME', 'HOLDER', 'CREATED'], rows))
  },
}
