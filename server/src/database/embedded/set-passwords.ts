import postgres from 'postgres'
import { scramVerifier } from '../wire/scram.ts'
import type { EmbeddedConnection } from './probe-postmaster.ts'

export type RolePassword = { role: string; password: string }

const CONNECT_SECONDS = 5

/** Needs a session without a password. Missing roles are skipped. The statements hold verifiers, since statements can end up in logs. */
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
