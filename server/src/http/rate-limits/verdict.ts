declare module '../../services.ts' {
  interface Services {
    limiter: RateLimiter
  }
}
/** A limit of 0 means that it is switched off. Callers leave such a window out. */
export type LimitWindow = { name: string; limit: number; seconds: number }

export type WindowState = {
  name: string
  limit: number
  seconds: number
  remaining: number
  /** When nothing remains: whole seconds until one more request fits. Otherwise: until the window is empty. */
  resetSeconds: number
}

export type Verdict = {
  allowed: boolean
  windows: WindowState[]
  /** The window with the fewest requests remaining; among equals, the one that takes longest to reset. */
  tightest: WindowState | undefined
  /** 0 when allowed. Otherwise at least 1, and a request after that wait fits if nobody else came in between. */
  retryAfterSeconds: number
}

export function verdictOn(allowed: boolean, windows: WindowState[]): Verdict {
  let tightest = windows[0]
  for (let i = 1; i < windows.length; i++) {
    if (isTighter(windows[i]!, tightest!)) tightest = windows[i]
  }
  // A refusal has at least one full window. The tightest is the full window that frees last, so its reset is enough for all.
  const retryAfterSeconds = allowed || tightest === undefined ? 0 : tightest.resetSeconds
  return { allowed, windows, tightest, retryAfterSeconds }
}

function isTighter(one: WindowState, other: WindowState): boolean {
  if (one.remaining !== other.remaining) return one.remaining < other.remaining
  return one.resetSeconds > other.resetSeconds
}

/** A verdict that came from elsewhere, as numbers: 1 or 0, then what remains and the reset of each window. */
export function readVerdict(numbers: readonly number[], windows: readonly LimitWindow[]): Verdict {
  const states = windows.map(({ name, limit, seconds }, i): WindowState => {
    return { name, limit, seconds, remaining: numbers[1 + 2 * i]!, resetSeconds: numbers[2 + 2 * i]! }
  })
  return verdictOn(numbers[0] === 1, states)
}

/** What `readVerdict` reads. */
export function writeVerdict({ allowed, windows }: Verdict): number[] {
  const numbers = [allowed ? 1 : 0]
  for (const { remaining, resetSeconds } of windows) numbers.push(remaining, resetSeconds)
  return numbers
}

/** Throws on first use for a limit of 0, which would refuse for ever, and for a quote in a name, which would break the header. */
export function checkWindow({ name, limit, seconds }: LimitWindow): void {
  if (!/^[\w-]+$/.test(name)) throw new RangeError(`rate limit window "${name}": letters, digits, "-" and "_" only`)
  for (const number of [limit, seconds]) {
    if (!Number.isSafeInteger(number) || number < 1) {
      throw new RangeError(`rate limit window "${name}": limit and seconds must be whole numbers of at least 1`)
    }
  }
}

/**
 * Sliding windows: in any `seconds` at most `limit` requests of a scope pass. A scope is what is limited, such as a
 * workspace or a person in the dashboard. Its windows are identified by name and length.
 */
export interface RateLimiter {
  /** Counts one request in every window, or in none when one of them is full. */
  take(scope: string, windows: readonly LimitWindow[]): Verdict | Promise<Verdict>
  close(): Promise<void>
}
