// State that all processes of a machine share, kept in the supervisor's single thread: rate limit counters, idempotency keys in
// progress, and slots for event streams. Messages between processes also pass through here.

import { type LimitWindow, memoryRateLimiter, writeVerdict } from '../http/rate-limits/rate-limiter.ts'
import { OwnSlots } from '../http/slots.ts'
import type { Link } from '../processes/link.ts'
import { ClaimTable } from './claims.ts'

/**
 * How long to wait for a process to confirm that it has forgotten a credential. It trusts what it remembers for less than that
 * (http/workspace-cache.ts), so waiting longer is not needed.
 */
const FORGOTTEN_BY_ITSELF_MS = 1_000

export type Member = { link: Link }

export class SharedMemory {
  readonly #members = new Set<Member>()
  readonly #limiter = memoryRateLimiter()
  readonly #claims = new ClaimTable<Member>()
  readonly #slots = new OwnSlots()

  /** Answers a process from now on. Returns a function to call when the process has ended. */
  admit(member: Member): () => void {
    const { link } = member
    this.#members.add(member)
    this.#countLimits(link)
    link.handle('claim', ([key, withinMs]: [string, number]) => this.#claims.claim(member, key, withinMs))
    link.handle('release', (key: string) => this.#claims.release(member, key))
    link.handle('forget', (forgotten: unknown) => this.#forgetElsewhere(member, forgotten))
    link.handle('wake', (hints: string[]) => this.#tellOthers(member, 'wake', hints))
    const leaveAll = this.#keepSlots(link)
    return () => {
      this.#members.delete(member)
      this.#claims.releaseAll(member)
      leaveAll()
    }
  }

  #countLimits(link: Link): void {
    const described: LimitWindow[][] = []
    link.handle('windows', (windows: LimitWindow[]) => described.push(windows))
    link.handle('take', ([scope, number]: [string, number]) =>
      writeVerdict(this.#limiter.take(scope, described[number]!)),
    )
  }

  #keepSlots(link: Link): () => void {
    const own: string[] = []
    link.handle('enter', ([name, max]: [string, number]) => {
      const isIn = this.#slots.enter(name, max)
      if (isIn) own.push(name)
      return isIn
    })
    link.handle('leave', (name: string) => {
      const index = own.indexOf(name)
      if (index < 0) return
      own.splice(index, 1)
      this.#slots.leave(name)
    })
    return () => {
      for (const name of own) this.#slots.leave(name)
    }
  }

  async #forgetElsewhere(from: Member, forgotten: unknown): Promise<void> {
    const others = [...this.#members].filter((member) => member !== from)
    const told = others.map(({ link }) => link.ask('forget', forgotten).catch(() => {})) // a process that has ended trusts nothing
    let timer: NodeJS.Timeout | undefined
    const byItself = new Promise((resolve) => {
      timer = setTimeout(resolve, FORGOTTEN_BY_ITSELF_MS)
    })
    await Promise.race([Promise.all(told), byItself])
    clearTimeout(timer)
  }

  #tellOthers(from: Member, kind: string, payload: unknown): void {
    for (const member of this.#members) if (member !== from) member.link.tell(kind, payload)
  }
}
