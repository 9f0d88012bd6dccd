// A processor's id is hashed into an id of ours, so that a row is found by its key without a look-up.

import { createHash } from 'node:crypto'
import { type Uuid, uuidFromBytes } from '../ids.ts'

/** `what` keeps a posting and an authorization with the same id apart. */
export function outsideId(what: 'authorization' | 'post' | 'message', processor: string, reference: string): Uuid {
  return uuidFromBytes(createHash('sha256').update(`${what}\n${processor}\n${reference}`).digest())
}
