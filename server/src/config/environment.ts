// The variables that the process was started with. Libraries read variables too, and some have names that are not clearly
// theirs: better-auth takes its address from BASE_URL and its key from BETTER_AUTH_SECRETS, and the PostgreSQL driver reads
// PGSSL. The process therefore hides its environment before any library is loaded (hide-environment.ts), and our own
// settings are read from here.

export type Environment = Record<string, string | undefined>

export let environment: Environment = process.env

/** What the runtime and the programs that we start need: paths, the time zone, the language, the terminal. */
const RUNTIME =
  /^(PATH|HOME|TMPDIR|TMP|TEMP|TZ|LANG|LANGUAGE|LC_\w+|TERM|COLORTERM|NO_COLOR|FORCE_COLOR|LD_LIBRARY_PATH|SSL_CERT_\w+)$/

/** Documented settings for what `DATABASE_URL` leaves out (docs/operating/configuration.md). */
const DRIVER = /^PG(HOST|PORT|USER|PASSWORD)$/

/** Keeps a copy for us, and leaves only the variables of the two lists to the libraries. */
export function hideEnvironment(): void {
  environment = Object.freeze({ ...process.env })
  for (const name of Object.keys(process.env)) if (!RUNTIME.test(name) && !DRIVER.test(name)) delete process.env[name]
}
