// A failure that an operator can fix is told in one sentence. Only an unexpected failure is shown with its stack.

import postgres from 'postgres'
import { ConfigError } from '../config/config.ts'
import { EmbeddedPostgresError } from '../database/embedded/embedded-postgres.ts'
import { MigrationError } from '../database/migrate.ts'
import { refusedLogin } from '../database/refused-login.ts'
import { ApiError } from '../errors.ts'
import { describeFailure, withoutSecrets } from '../log.ts'
import { KeyFileError } from '../vault/key-file.ts'
import { VaultError } from '../vault/vault.ts'

/** The command was called wrongly: exit code 2. */
export class UsageError extends Error {}

/** The command could not do its work, and the message says why. */
export class OperatorError extends Error {}

const EXPECTED = [
  UsageError,
  OperatorError,
  ConfigError,
  EmbeddedPostgresError,
  MigrationError,
  KeyFileError,
  VaultError,
]
const UNREACHABLE = /^(ECONN|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EPIPE|CONNECT_TIMEOUT|CONNECTION_)/
// Not accepting connections, insufficient privilege.
const REFUSED = /^(53|57P0|42501)/

const FILE_TROUBLE: Record<string, string> = {
  ENOENT: 'does not exist',
  EACCES: 'may not be used by this user',
  EPERM: 'may not be used by this user',
  EISDIR: 'is a folder',
  ENOTDIR: 'lies in something that is not a folder',
  ENOSPC: 'does not fit on the disk',
  EDQUOT: 'does not fit on the disk',
  EFBIG: 'is larger than a file may be here',
  EROFS: 'is on a disk that cannot be written',
}

export function sentenceOf(error: unknown): string | undefined {
  if (EXPECTED.some((type) => error instanceof type)) return (error as Error).message
  if (error instanceof ApiError && error.cause) return sentenceOf(error.cause)
  const { code, path, message, syscall } = error as NodeJS.ErrnoException
  if (typeof code !== 'string') return undefined
  if (error instanceof postgres.PostgresError)
    return refusedLogin(error) ?? (REFUSED.test(code) ? `the database refused: ${withoutSecrets(message)}` : undefined)
  if (UNREACHABLE.test(code) || syscall === 'connect')
    return `the database cannot be reached (${withoutSecrets(message)}); check DATABASE_URL`
  // A write to an open file carries no path.
  return FILE_TROUBLE[code] && `${path ?? 'the file'} ${FILE_TROUBLE[code]}`
}

export function explain(error: unknown): string {
  const sentence = sentenceOf(error)
  if (sentence) return sentence
  const { message, code, stack } = describeFailure(error)
  return `this should not have happened: ${message}${code ? ` (${code})` : ''}\n${stack ?? ''}`
}
