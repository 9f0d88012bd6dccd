// Modules that only tests use are loaded again for every test file of a process, as if the file had the process to itself, so that
// a folder, a counter or a hook that a fixture makes when it is loaded belongs to one file. The service's own modules and packages
// are loaded once; their state is in the values that a test creates.

import { registerHooks } from 'node:module'

const FIXTURE = /\/(test|contract|scripts)\/[^?]*\.ts$|-fixture\.ts$/
const FOREIGN = /\/node_modules\//

let current = 0

/** The modules that are loaded from now on belong to the file of this number. */
export function beginFile(number: number): void {
  current = number
}

registerHooks({
  resolve(specifier, context, nextResolve) {
    const resolved = nextResolve(specifier, context)
    const { url } = resolved
    return FIXTURE.test(url) && !FOREIGN.test(url) ? { ...resolved, url: `${url}?file=${current}` } : resolved
  },
})
