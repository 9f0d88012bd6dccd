// Which process runs the request of which idempotency key. The supervisor has one thread, so a claim is granted once.

type Waiting<Owner> = { owner: Owner; grant(isGranted: boolean): void; timer: NodeJS.Timeout }
type Claim<Owner> = { owner: Owner; waiting: Waiting<Owner>[] }

export class ClaimTable<Owner> {
  readonly #claims = new Map<string, Claim<Owner>>()

  /** True at once, or when those before it have let go; false when that takes too long. */
  claim(owner: Owner, key: string, withinMs: number): true | Promise<boolean> {
    const claim = this.#claims.get(key)
    if (claim === undefined) {
      this.#claims.set(key, { owner, waiting: [] })
      return true
    }
    return new Promise((grant) => {
      const giveUp = () => {
        claim.waiting.splice(claim.waiting.indexOf(waiting), 1)
        grant(false)
      }
      const waiting: Waiting<Owner> = { owner, grant, timer: setTimeout(giveUp, withinMs) }
      claim.waiting.push(waiting)
    })
  }

  release(owner: Owner, key: string): void {
    const claim = this.#claims.get(key)
    if (claim?.owner !== owner) return
    const next = claim.waiting.shift()
    if (next === undefined) {
      this.#claims.delete(key)
      return
    }
    clearTimeout(next.timer)
    claim.owner = next.owner
    next.grant(true)
  }

  /** The process has ended: nobody is to wait for it, and it waits for nobody. */
  releaseAll(owner: Owner): void {
    for (const [key, claim] of this.#claims) {
      for (const each of claim.waiting.filter((waiting) => waiting.owner === owner)) {
        clearTimeout(each.timer)
        claim.waiting.splice(claim.waiting.indexOf(each), 1)
      }
      this.release(owner, key)
    }
  }
}
