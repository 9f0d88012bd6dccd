import { roleName } from '../accounts/roles.ts'
import type { Sql } from '../database/database.ts'
import { publicId, type Uuid } from '../ids.ts'
import { type Command, json, withSchema } from './command.ts'
import { shortTime, table } from './table.ts'

const HEADINGS = ['ID', 'EMAIL', 'NAME', 'ROLE', 'SECOND FACTOR', 'ACCOUNT', 'CREATED', 'LAST SIGN-IN']

export const listUsers: Command = {
  name: 'users list',
  summary: 'list the people of the dashboard, oldest first (the first 1,000)',
  options: { json },
  async run(call) {
    const users = (await withSchema(call, ({ database }) => selectUsers(database.read))).map(present)
    if (call.flag('json')) return call.printJson(users)
    call.print(users.length === 0 ? 'Nobody has joined yet.' : table(HEADINGS, users.map(cells)))
  },
}

type UserRow = {
  id: Uuid
  email: string
  name: string
  role: number
  two_factor_enabled: boolean
  account_id: Uuid
  created_at: Date
  last_sign_in_at: Date | null
}

function selectUsers(sql: Sql) {
  return sql<UserRow[]>`
    select id, email, name, role, two_factor_enabled, account_id, created_at, last_sign_in_at
    from users order by created_at, id limit 1000`
}

function present(row: UserRow) {
  return { ...row, id: publicId('user', 0, row.id), role: roleName(row.role) }
}

function cells(user: ReturnType<typeof present>): string[] {
  return [
    user.id,
    user.email,
    user.name,
    user.role,
    user.two_factor_enabled ? 'on' : 'off',
    user.account_id,
    shortTime(user.created_at),
    shortTime(user.last_sign_in_at),
  ]
}
