// Bundles small programs from source texts: an example from a guide, and a page that uses the example.

import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'rolldown'
import { compileScript, parse } from 'vue/compiler-sfc'

const folder = fileURLToPath(new URL('.', import.meta.url))
const ENTRY = './page.jsx'

/**
 * `files` maps names to sources, which import each other by these names. The page is `./page.jsx`. Packages are
 * resolved from the dashboard.
 */
export async function bundle(files: Record<string, string>): Promise<string> {
  const { output } = await build({
    input: ENTRY,
    plugins: [texts(files)],
    write: false,
    output: { format: 'iife' },
    // In development mode, React runs every effect twice.
    transform: {
      define: {
        'process.env.NODE_ENV': '"development"',
        __VUE_OPTIONS_API__: 'false',
        __VUE_PROD_DEVTOOLS__: 'false',
        __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'false',
      },
    },
    logLevel: 'warn',
  })
  return output[0].code
}

/** Resolves the texts as files in this folder, so their imports find the dashboard's packages. */
function texts(files: Record<string, string>): Plugin {
  return {
    name: 'texts',
    resolveId: (name) => (Object.hasOwn(files, name) ? `${folder}${name.slice(2)}` : undefined),
    load(id) {
      const name = `./${id.slice(folder.length)}`
      if (!id.startsWith(folder) || !Object.hasOwn(files, name)) return undefined
      const code = name.endsWith('.vue') ? compiled(files[name]!) : files[name]!
      return { code, moduleType: name.endsWith('.jsx') ? 'jsx' : 'js' }
    },
  }
}

function compiled(source: string): string {
  const { descriptor, errors } = parse(source)
  if (errors.length > 0) throw errors[0]
  return compileScript(descriptor, { id: 'example', inlineTemplate: true }).content
}
