// Their ids become ids of ours by a hash, so that a row is found by its key without a look-up.

import { createHash } from 'node:crypto'
import { type Uuid, uuidFromBytes } from '../ids.ts'

/** `what` keeps a posting and an authorization of one name apart. */
export function outsideId(what: 'authorization' | 'post' | 'message', processor: string, reference: string): Uuid {
  return uuidFromBytes(createHash('sha256').update(`${what}\n${processor}\n${reference}`).digest())
}
