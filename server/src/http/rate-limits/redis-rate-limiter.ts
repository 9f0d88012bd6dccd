import { type Log, RedisLink } from './redis-link.ts'
import type { RateLimiter } from './verdict.ts'
import { checkWindow, type LimitWindow, readVerdict, verdictOn } from './verdict.ts'

/** Every request waits for its limit, so it must not wait longer than this. */
const DEADLINE_MS = 100

type RedisOptions = {
  log: Log
  /** Counts while Redis is unreachable. It starts empty, so an outage can allow up to one more budget per process. */
  fallback: RateLimiter
  /** Milliseconds, for tests. Without it Redis's own clock is used, the only one all processes share. */
  now?: () => number
  deadlineMs?: number
}

/** One count for all processes with the same Redis. A take is one round trip; without Redis the fallback counts. */
export function redisRateLimiter(url: string, options: RedisOptions): RateLimiter {
  const link = new RedisLink(url, options.log, options.deadlineMs ?? DEADLINE_MS)
  return {
    async take(scope, windows) {
      if (windows.length === 0) return verdictOn(true, [])
      const { suffixes, args } = requestFor(windows)
      // The braces keep a scope's windows on one node of a cluster, where a script may touch one node only.
      const keys = suffixes.map((suffix) => `cardwright:rate:{${scope}}${suffix}`)
      const time = options.now === undefined ? '' : Math.round(options.now() * 1000)
      const answer = await link.run(keys, [time, ...args])
      return answer === undefined ? options.fallback.take(scope, windows) : readVerdict(answer, windows)
    },
    async close() {
      link.close()
      await options.fallback.close()
    },
  }
}

type Request = { suffixes: string[]; args: number[] }
const requests = new WeakMap<readonly LimitWindow[], Request>()

function requestFor(windows: readonly LimitWindow[]): Request {
  const known = requests.get(windows)
  if (known !== undefined) return known
  windows.forEach(checkWindow)
  const request = {
    suffixes: windows.map(({ name, seconds }) => `:${name}:${seconds}`),
    args: windows.flatMap(({ limit, seconds }) => [limit, seconds]),
  }
  requests.set(windows, request)
  return request
}
