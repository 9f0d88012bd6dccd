// In a process of tests: the packages that the run has compiled are loaded from there. Those that packages import among
// themselves are in the same files, so that each is loaded once.

import { registerHooks } from 'node:module'
import { pathToFileURL } from 'node:url'

const files: Record<string, string> = JSON.parse(process.env.CARDWRIGHT_TEST_PACKAGES ?? '{}')
const FOREIGN = /\/node_modules\//

registerHooks({
  resolve(specifier, context, nextResolve) {
    const file = Object.hasOwn(files, specifier) ? files[specifier] : undefined
    if (file === undefined || FOREIGN.test(context.parentURL ?? '')) return nextResolve(specifier, context)
    return { url: pathToFileURL(file).href, format: 'module', shortCircuit: true }
  },
})
