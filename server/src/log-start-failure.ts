import type { Logger } from 'pino'
import { BinCatalogueError } from './bins/catalogue.ts'
import { ConfigError } from './config.ts'
import { EmbeddedPostgresError } from './database/embedded/embedded-postgres.ts'
import { MigrationError } from './database/migrate.ts'
import { describeFailure } from './log.ts'
import { KeyFileError } from './vault/key-file.ts'
import { VaultError } from './vault/vault.ts'

/** One of the service's processes could not start, and has already logged why. */
export class StartFailed extends Error {}

/** A failure that an operator can fix is logged as one sentence. Only an unforeseen failure is logged with its stack. */
export function logStartFailure(log: Logger, error: unknown): void {
  if (isForOperators(error)) log.fatal(error.message)
  else log.fatal(describeFailure(error), 'could not start')
}

function isForOperators(error: unknown): error is Error {
  const foreseen = [
    BinCatalogueError,
    ConfigError,
    EmbeddedPostgresError,
    MigrationError,
    KeyFileError,
    StartFailed,
    VaultError,
  ]
  return foreseen.some((type) => error instanceof type) || (error as { code?: string }).code === 'EADDRINUSE'
}
