// In a process of tests: scrypt is computed once for each password and salt. Tests sign the same people in hundreds of
// times, and each computation takes a tenth of a second of CPU. The results are what scrypt gave, so nothing else changes.

import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

type Done = (error: Error | null, key: Buffer) => void

const compute = crypto.scrypt as unknown as (...args: [string, string, number, object, Done]) => void
const known = new Map<string, Buffer>()

function remembered(password: string, salt: string, length: number, options: object, done: Done): void {
  const name = JSON.stringify([password, salt, length, options])
  const key = known.get(name)
  if (key) {
    process.nextTick(done, null, Buffer.from(key))
    return
  }
  compute(password, salt, length, options, (error, computed) => {
    if (!error) known.set(name, Buffer.from(computed))
    done(error, computed)
  })
}

crypto.scrypt = remembered as unknown as typeof crypto.scrypt
syncBuiltinESMExports()
