// In a process of tests: node:test finds the test that calls it, or that an uncaught error belongs to, with an async
// hook on every promise, timer and socket. Our tests run whole services in their process, and the hook slows those down.
// AsyncLocalStorage tells the same almost for nothing.

import hooks, { AsyncLocalStorage, AsyncResource } from 'node:async_hooks'

type RunInScope = (this: AsyncResource, act: (...args: unknown[]) => unknown, ...rest: unknown[]) => unknown

const running = new AsyncLocalStorage<number>()
const runInAsyncScope = AsyncResource.prototype.runInAsyncScope as RunInScope
const TEST = /^(Test|TestHook|Suite)$/
const inert = { enable: () => inert, disable: () => inert }
let announce: NonNullable<hooks.HookCallbacks['init']> = () => {}

// node:test, which is loaded after this module, takes both functions from this object.
hooks.createHook = ({ init = announce }) => {
  announce = init
  return inert
}
hooks.executionAsyncId = () => running.getStore() ?? 0

const runTest: RunInScope = function run(act, thisArg, ...args) {
  if (!TEST.test(this.constructor.name)) return runInAsyncScope.call(this, act, thisArg, ...args)
  const id = this.asyncId()
  announce(id, 'Test', 0, this)
  // Inside the scope, which restores what was stored when the test was made.
  return runInAsyncScope.call(this, () => running.run(id, () => act.apply(thisArg, args)))
}
AsyncResource.prototype.runInAsyncScope = runTest as typeof AsyncResource.prototype.runInAsyncScope
