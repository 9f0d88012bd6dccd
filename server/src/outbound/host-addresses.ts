import { lookup as systemLookup } from 'node:dns'
import type { LookupFunction } from 'node:net'

export type HostAddress = { address: string; family: number }

/** Every address the host name has at this moment. Rejects with the resolver's error. */
export function addressesOf(hostname: string, lookup: LookupFunction = systemLookup): Promise<HostAddress[]> {
  return new Promise((resolve, reject) => {
    lookup(hostname, { all: true }, (error, answer, family) => {
      if (error) reject(error)
      else if (typeof answer === 'string') resolve([{ address: answer, family: family ?? 0 }])
      else resolve(answer)
    })
  })
}
