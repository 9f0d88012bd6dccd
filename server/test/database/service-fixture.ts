import { EmbeddedPostgresError, openEmbeddedPostgres } from '../../src/database/embedded/embedded-postgres.ts'

/** The smallest service: it opens the database, reports its connection, and stops when its input ends. */
const log = { info() {}, warn() {}, error() {} }
const options = JSON.parse(process.argv[2] ?? '{}')

try {
  const embedded = await openEmbeddedPostgres({ ...options, log })
  process.stdout.write(`${JSON.stringify({ connection: embedded.connection })}\n`)
  for await (const _ of process.stdin);
  await embedded.stop()
} catch (error) {
  const isOperatorError = error instanceof EmbeddedPostgresError
  process.stdout.write(`${JSON.stringify({ refused: (error as Error).message, isOperatorError })}\n`)
}
