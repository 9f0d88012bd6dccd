// The files of an embedded server, and who runs it.

import type { Binaries } from './binaries.ts'
import type { Account } from './run-as.ts'

/** Anything pino-compatible. */
export type EmbeddedLog = {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

/** The files of one server and who runs it. */
export type Cluster = {
  dataDir: string
  /** the folder that holds the cluster's folder and its lock: the data folder, or the fallback outside it */
  home: string
  folder: string
  /** who runs postgres and owns the cluster */
  account: Account
  /** who owns the data folder and what we write there */
  owner: Account
  binaries: Binaries
  role: string
  password: string
  logPath: string
  log: EmbeddedLog
}
