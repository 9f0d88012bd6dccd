// Which process runs the request of which idempotency key. The supervisor has one thread, so a claim is granted only once.

type Waiting<Claimant> = { claimant: Claimant; grant(isGranted: boolean): void; timer: NodeJS.Timeout }
type Claim<Claimant> = { claimant: Claimant; waiting: Waiting<Claimant>[] }

export class ClaimTable<Claimant> {
  readonly #claims = new Map<string, Claim<Claimant>>()

  /** True at once, or when earlier claimants have released the key; false when that takes too long. */
  claim(claimant: Claimant, key: string, withinMs: number): true | Promise<boolean> {
    const claim = this.#claims.get(key)
    if (claim === undefined) {
      this.#claims.set(key, { claimant, waiting: [] })
      return true
    }
    return new Promise((grant) => {
      const giveUp = () => {
        claim.waiting.splice(claim.waiting.indexOf(waiting), 1)
        grant(false)
      }
      const waiting: Waiting<Claimant> = { claimant, grant, timer: setTimeout(giveUp, withinMs) }
      claim.waiting.push(waiting)
    })
  }

  release(claimant: Claimant, key: string): void {
    const claim = this.#claims.get(key)
    if (claim?.claimant !== claimant) return
    const next = claim.waiting.shift()
    if (next === undefined) {
      this.#claims.delete(key)
      return
    }
    clearTimeout(next.timer)
    claim.claimant = next.claimant
    next.grant(true)
  }

  /** Releases all claims of a process that has ended, and removes it from all queues. */
  releaseAll(claimant: Claimant): void {
    for (const [key, claim] of this.#claims) {
      for (const each of claim.waiting.filter((waiting) => waiting.claimant === claimant)) {
        clearTimeout(each.timer)
        claim.waiting.splice(claim.waiting.indexOf(each), 1)
      }
      this.release(claimant, key)
    }
  }
}
