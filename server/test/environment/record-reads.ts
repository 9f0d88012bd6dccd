// Loaded before the service. Reports on standard error which variables code under node_modules read with a value.

const told = new Set<string>()

process.env = new Proxy(process.env, {
  get(variables, name) {
    const value = Reflect.get(variables, name)
    if (value !== undefined && typeof name === 'string' && !told.has(name) && isReadByLibrary()) {
      told.add(name)
      process.stderr.write(`library read ${name}\n`)
    }
    return value
  },
})

/** Checks the stack frame that reads the variable, below those of this file. */
function isReadByLibrary(): boolean {
  const frames = (new Error().stack ?? '').split('\n').slice(1)
  const reader = frames.find((frame) => !frame.includes('record-reads') && !frame.includes('Reflect.get'))
  return reader?.includes('/node_modules/') === true
}
