import type { Logger } from 'pino'
import { BinCatalogueError } from '../bins/catalogue.ts'
import { ConfigError } from '../config/config.ts'
import { environment } from '../config/environment.ts'
import { EmbeddedPostgresError } from '../database/embedded/embedded-postgres.ts'
import { MigrationError } from '../database/migrate.ts'
import { refusedLogin } from '../database/refused-login.ts'
import { describeFailure } from '../log.ts'
import { KeyFileError } from '../vault/key-file.ts'
import { VaultError } from '../vault/vault.ts'

/** One of the service's processes could not start, and has already logged why. */
export class StartFailed extends Error {}

/** A failure that an operator can fix is logged as one sentence. Only an unexpected failure is logged with its stack. */
export function logStartFailure(log: Logger, error: unknown): void {
  const sentence = refusedLogin(error) ?? busyPort(error)
  if (sentence !== undefined) log.fatal(sentence)
  else if (isForOperators(error)) log.fatal(error.message)
  else log.fatal(describeFailure(error), 'could not start')
}

function isForOperators(error: unknown): error is Error {
  const expected = [
    BinCatalogueError,
    ConfigError,
    EmbeddedPostgresError,
    MigrationError,
    KeyFileError,
    StartFailed,
    VaultError,
  ]
  return expected.some((type) => error instanceof type)
}

const CANNOT_LISTEN: Record<string, string> = {
  EADDRINUSE: 'another program listens there; stop it, or set another port',
  EACCES: 'this user may not listen there; set a port above 1023',
  EADDRNOTAVAIL: 'this machine has no such address; correct HOST',
}
/** The settings of ports. `PORT` is also meant when no variable names the port. */
const PORTS = ['PROCESSOR_PORT', 'METRICS_PORT', 'PORT']

/** Names the setting of the port that cannot be listened on. */
function busyPort(error: unknown): string | undefined {
  const { code = '', syscall, address, port } = error as NodeJS.ErrnoException & { address?: string; port?: number }
  const reason = CANNOT_LISTEN[code]
  if (reason === undefined || syscall !== 'listen') return undefined
  const setting = PORTS.find((name) => environment[name] === String(port)) ?? 'PORT'
  return `cannot listen on port ${port} of ${address} (${setting}): ${reason}`
}
