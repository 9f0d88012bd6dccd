// What every limiter promises, checked against a plain log of the times it let pass. For tests.
import assert from 'node:assert/strict'
import fc from 'fast-check'
import type { LimitWindow, Verdict } from './rate-limiter.ts'
import type { RateLimiter } from './verdict.ts'

type Step = {
  gapMs: number
  /** After a refusal, wait exactly what it said instead of the gap. */
  obeys: boolean
}
export type Scenario = { startMs: number; windows: LimitWindow[]; steps: Step[] }
export type Clock = { ms: number }

const seconds = fc.oneof(fc.constantFrom(1, 7, 60, 3600), fc.integer({ min: 1, max: 200 }))
const windowList = fc
  .array(fc.record({ limit: fc.integer({ min: 1, max: 8 }), seconds }), { minLength: 1, maxLength: 3 })
  .map((windows) => windows.map((window, i) => ({ name: `w${i}`, ...window })))

// Times bunch where mistakes hide: at the same moment, at the edges of a slot, at the edge of the window, 1 ms around each.
function gapIn(windows: LimitWindow[]): fc.Arbitrary<number> {
  const slots = fc.constantFrom(0, 1, 2, 29, 30, 59, 60, 61)
  const nudge = fc.integer({ min: -1, max: 1 })
  const atAnEdge = fc.tuple(fc.constantFrom(...windows), slots, nudge).map(([window, slot, ms]) => {
    return Math.max(0, Math.round((window.seconds * 1000 * slot) / 60) + ms)
  })
  return fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, { weight: 3, arbitrary: fc.nat(2500) }, atAnEdge)
}

export const scenarios: fc.Arbitrary<Scenario> = windowList.chain((windows) =>
  fc.record({
    startMs: fc.integer({ min: 1_790_000_000_000, max: 1_790_000_100_000 }),
    windows: fc.constant(windows),
    steps: fc.array(fc.record({ gapMs: gapIn(windows), obeys: fc.boolean() }), { minLength: 1, maxLength: 60 }),
  }),
)

export async function keepsItsPromises(limiter: RateLimiter, scope: string, clock: Clock, scenario: Scenario) {
  const { windows, steps } = scenario
  const passed: number[] = []
  clock.ms = scenario.startMs
  let verdict: Verdict | undefined
  for (const step of steps) {
    const waited = verdict?.allowed === false && step.obeys
    clock.ms += waited ? verdict!.retryAfterSeconds * 1000 : step.gapMs
    verdict = await limiter.take(scope, windows)
    if (waited) assert.equal(verdict.allowed, true, 'waiting retryAfterSeconds is enough')
    if (verdict.allowed) passed.push(clock.ms)
    agreesWithLog(verdict, passed, clock.ms)
    readsWell(verdict)
  }
  await isFreshAfterReset(limiter, scope, clock, windows)
}

function agreesWithLog({ allowed, windows }: Verdict, passed: readonly number[], now: number): void {
  let mayRefuse = false
  for (const { limit, seconds, remaining } of windows) {
    const surely = passed.filter((ms) => ms > now - seconds * 1000).length
    const atMost = passed.filter((ms) => ms > now - seconds * 1000 * (61 / 60)).length
    assert.ok(surely <= limit, `${surely} passed within ${seconds} s, the limit is ${limit}`)
    assert.ok(remaining <= limit - surely && remaining >= limit - atMost, 'remaining follows from what passed')
    if (atMost >= limit) mayRefuse = true
  }
  assert.ok(allowed || mayRefuse, 'refuses only when a window is full')
}

function readsWell({ allowed, windows, tightest, retryAfterSeconds }: Verdict): void {
  const least = Math.min(...windows.map((window) => window.remaining))
  const resets = windows.filter((window) => window.remaining === least).map((window) => window.resetSeconds)
  assert.equal(tightest!.remaining, least)
  assert.equal(tightest!.resetSeconds, Math.max(...resets))
  assert.equal(retryAfterSeconds, allowed ? 0 : tightest!.resetSeconds)
  assert.ok(allowed || retryAfterSeconds >= 1)
  for (const { resetSeconds, seconds } of windows) {
    assert.ok(Number.isInteger(resetSeconds) && resetSeconds >= 0 && resetSeconds <= seconds)
  }
}

/** Waits until a request fits, then as long as the windows with something left ask for: those must be as new. */
async function isFreshAfterReset(limiter: RateLimiter, scope: string, clock: Clock, windows: LimitWindow[]) {
  clock.ms += (await limiter.take(scope, windows)).retryAfterSeconds * 1000
  const last = await limiter.take(scope, windows)
  const open = last.windows.filter((window) => window.remaining > 0)
  clock.ms += Math.max(last.retryAfterSeconds, ...open.map((window) => window.resetSeconds)) * 1000
  const next = await limiter.take(scope, windows)
  if (!next.allowed) return
  for (const { name } of open) {
    const window = next.windows.find((state) => state.name === name)!
    assert.equal(window.remaining, window.limit - 1, 'fresh after its reset')
  }
}
