import postgres from 'postgres'
import { scramVerifier } from '../wire/scram.ts'
import type { EmbeddedConnection } from './knock.ts'

export type RolePassword = { role: string; password: string }

const CONNECT_SECONDS = 5

/** By a session that needs no password. A role that is not there is passed over. Statements end up in logs: they hold verifiers. */
export async function setPasswords(connection: EmbeddedConnection, roles: RolePassword[]): Promise<void> {
  const options = { max: 1, ssl: false, fetch_types: false, connect_timeout: CONNECT_SECONDS }
  const sql = postgres({ ...connection, ...options, password: '' })
  try {
    for (const { role, password } of roles) {
      const [statement] = await sql<{ text: string }[]>`
        select format('alter role %I password %L', rolname, ${scramVerifier(password)}::text) as text
        from pg_roles where rolname = ${role}`
      if (statement) await sql.unsafe(statement.text)
    }
  } finally {
    await sql.end({ timeout: 1 })
  }
}
