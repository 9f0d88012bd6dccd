// The variables that the process was started with. Libraries read variables too, and not only those of their own:
// better-auth takes BASE_URL for its address and BETTER_AUTH_SECRETS for its key, the driver of PostgreSQL PGSSL.
// So the process hides its environment from them before any of them is loaded (hide-environment.ts), and whatever is a
// setting of ours is read from here.

export type Environment = Record<string, string | undefined>

export let environment: Environment = process.env

/** What the runtime and the programs that we start need: where things lie, the time zone, the language, the terminal. */
const RUNTIME =
  /^(PATH|HOME|TMPDIR|TMP|TEMP|TZ|LANG|LANGUAGE|LC_\w+|TERM|COLORTERM|NO_COLOR|FORCE_COLOR|LD_LIBRARY_PATH|SSL_CERT_\w+)$/

/** Settings that are documented as the driver's own, for what `DATABASE_URL` leaves out (docs/operating/configuration.md). */
const DRIVER = /^PG(HOST|PORT|USER|PASSWORD)$/

/** Keeps a copy for us, and leaves to the libraries what the two lists name. */
export function hideEnvironment(): void {
  environment = Object.freeze({ ...process.env })
  for (const name of Object.keys(process.env)) if (!RUNTIME.test(name) && !DRIVER.test(name)) delete process.env[name]
}
