// Secrets are printed only by the commands that exist to show them.

const SECRETS = new Set(['pan', 'cvv', 'otp', 'secret'])

/** Returns a JSON copy of the value in which secrets are masked, except those in `reveals`. */
export function maskSecrets(value: unknown, reveals: readonly string[] = []): unknown {
  return JSON.parse(JSON.stringify(value ?? null), (name, each) =>
    SECRETS.has(name) && typeof each === 'string' && !reveals.includes(name) ? '***' : each,
  )
}
