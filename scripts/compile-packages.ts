// The packages that the service loads in more than a thousand files, made into a few for the processes of a run: a process
// of tests then loads the service in two thirds of the time. See compiled-packages.ts for where they are taken up.

import { resolve } from 'node:path'
import { rolldown } from 'rolldown'

/** Modules of packages as the service and its tests name them, all written as ES modules. */
const PACKAGES = [
  '@better-auth/kysely-adapter',
  '@better-auth/passkey',
  '@better-auth/utils/otp',
  'better-auth/api',
  'better-auth/crypto',
  'better-auth/minimal',
  'better-auth/plugins/two-factor',
  'kysely',
  'typebox',
]

/** Makes them in this folder; what several of them need is in a file that they share. Returns the file of each. */
export async function compilePackages(folder: string): Promise<Record<string, string>> {
  const files = Object.fromEntries(PACKAGES.map((name, index) => [name, `package-${index}`]))
  const input = Object.fromEntries(Object.entries(files).map(([name, file]) => [file, name]))
  const build = await rolldown({ input, cwd: resolve('server'), platform: 'node', logLevel: 'silent' })
  await build.write({ dir: folder, format: 'esm' })
  await build.close()
  return Object.fromEntries(Object.entries(files).map(([name, file]) => [name, `${folder}/${file}.js`]))
}
