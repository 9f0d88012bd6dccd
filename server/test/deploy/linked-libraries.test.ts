import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { basename } from 'node:path'
import { test } from 'node:test'

/** The libraries that belong to the essential packages of a minimal Debian. */
const ESSENTIAL = /^(ld-linux|linux-vdso|lib(c|m|dl|pthread|rt|gcc_s|stdc\+\+)\.so)/
const LOADED = 'console.log(JSON.stringify(process.report.getReport().sharedObjects))'

test('the installed Node needs no library beyond the essential ones', () => {
  const loaded: string[] = JSON.parse(execFileSync(process.execPath, ['-e', LOADED], { encoding: 'utf8' }))
  // On macOS the libraries have other names, and all of them belong to the system.
  const libraries = loaded.map((path) => basename(path)).filter((name) => name.includes('.so'))
  assert.deepEqual(
    libraries.filter((name) => !ESSENTIAL.test(name)),
    [],
  )
})
