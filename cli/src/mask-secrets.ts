// Secrets leave the program only through the commands whose purpose it is.

const SECRETS = new Set(['pan', 'cvv', 'otp', 'secret'])

/** A copy, so that getters and `toJSON` of the client library have spoken; what is not to be revealed is masked. */
export function maskSecrets(value: unknown, reveals: readonly string[] = []): unknown {
  return JSON.parse(JSON.stringify(value ?? null), (name, each) =>
    SECRETS.has(name) && typeof each === 'string' && !reveals.includes(name) ? '***' : each,
  )
}
