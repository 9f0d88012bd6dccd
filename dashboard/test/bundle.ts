// Small programs for a page, bundled from texts: an example of a guide, and a page that uses it.

import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'rolldown'
import { compileScript, parse } from 'vue/compiler-sfc'

const folder = fileURLToPath(new URL('.', import.meta.url))
const ENTRY = './page.jsx'

/** `files` by their names, as they import each other; the page is `./page.jsx`. Packages are those of the dashboard. */
export async function bundle(files: Record<string, string>): Promise<string> {
  const { output } = await build({
    input: ENTRY,
    plugins: [texts(files)],
    write: false,
    output: { format: 'iife' },
    // Development: there React runs every effect twice.
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

/** Stands in this folder as far as looking for packages goes. */
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
