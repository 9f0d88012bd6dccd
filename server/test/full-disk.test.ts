// Runs the tests of full-disk-scene.ts on a disk that is really full: a small one in memory, mounted where only they
// see it. Root may mount it directly. Another user needs a user namespace, and gets its own id back once the disk is
// mounted.

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'

const SIZE = '400m'
const scene = fileURLToPath(new URL('full-disk-scene.ts', import.meta.url))

const uid = process.geteuid!()
const gid = process.getegid!()
const asUser = uid === 0 ? '' : `unshare --user --map-user=${uid} --map-group=${gid}`
const isolate = uid === 0 ? ['--mount'] : ['--map-root-user', '--mount']
const mountThenRun = `mount -t tmpfs -o size=${SIZE},mode=755 tmpfs "$TMPDIR" && exec ${asUser} "$@"`

function runOnSmallDisk(): Promise<{ code: number | null; said: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'cardwright-disk-'))
  after(() => rmSync(folder, { recursive: true, force: true }))
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  const command = [process.execPath, '--test-reporter=spec', scene]
  const child = spawn('unshare', [...isolate, 'sh', '-c', mountThenRun, 'sh', ...command], {
    env: { ...env, TMPDIR: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk))
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, said })))
}

test('on a full disk writes return 503 and change nothing, and with space the service recovers automatically', {
  timeout: 300_000,
}, async () => {
  const { code, said } = await runOnSmallDisk()
  assert.equal(code, 0, said)
  assert.match(said, /^ℹ pass 3$/m)
})
