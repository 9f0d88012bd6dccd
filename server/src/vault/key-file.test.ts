import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { inspect } from 'node:util'
import { Worker } from 'node:worker_threads'
import { KeyFileError, openKeyFile } from './key-file.ts'

const folder = fs.mkdtempSync(join(tmpdir(), 'vault-key-file-'))
after(() => fs.rmSync(folder, { recursive: true }))
let files = 0
const newPath = () => join(folder, `master-${++files}.key`)
const modeOf = (path: string) => fs.statSync(path).mode & 0o777
const CONTEXT = 'cardwright data key:seal:1'
const KEY = randomBytes(32).toString('base64')

function written(content: string, mode = 0o400): string {
  const path = newPath()
  fs.writeFileSync(path, content)
  fs.chmodSync(path, mode)
  return path
}

/** Asserts that the error names the file and a remedy and shows no part of a key, however it is printed. */
function isCleanKeyFileError(path: string, problem: RegExp) {
  return (error: unknown) => {
    assert.ok(error instanceof KeyFileError, inspect(error))
    assert.ok(error.message.startsWith(`key file ${path}: `), error.message)
    assert.match(error.message, problem)
    assert.match(error.message, /; (restore|run|name|check|if none|keep)/)
    assert.ok(
      !inspect(error, { depth: 9, showHidden: true }).includes(KEY.slice(0, 6)),
      'the error shows a part of the key',
    )
    return true
  }
}
const refuses = (path: string, problem: RegExp, create = false) =>
  assert.throws(() => openKeyFile(path, { create }), isCleanKeyFileError(path, problem))

test('a new key file is created with mode 0400 and is opened again with the same key', () => {
  const path = newPath()
  const first = openKeyFile(path, { create: true })
  assert.equal(modeOf(path), 0o400)
  assert.equal(first.currentVersion, 1)
  const { version, wrapped } = first.wrap(Buffer.from('data key'), CONTEXT)
  for (const create of [true, false]) {
    assert.equal(openKeyFile(path, { create }).unwrap(version, wrapped, CONTEXT).toString(), 'data key')
  }
})

test('a missing key file is created only on request', () => {
  const path = newPath()
  refuses(path, /does not exist/)
  assert.equal(fs.existsSync(path), false)
  refuses(join(folder, 'no-such-folder', 'master.key'), /ENOENT/, true)
})

test('a key file that other users may read or write is rejected, even for root', () => {
  for (const mode of [0o440, 0o404, 0o644, 0o420, 0o401]) {
    refuses(written(JSON.stringify({ versions: { 1: KEY } }), mode), /open to other users.*chmod 400/, true)
  }
  for (const mode of [0o400, 0o600])
    openKeyFile(written(JSON.stringify({ versions: { 1: KEY } }), mode), { create: false })
})

test('short keys and malformed content are rejected, and the file is not changed', () => {
  const whole = JSON.stringify({ versions: { 1: KEY } })
  const contents = [
    '',
    KEY,
    '[]',
    'null',
    '{}',
    '{"versions":null}',
    `{"versions":["${KEY}"]}`,
    '{"versions":{}}',
    `{"versions":{"0":"${KEY}"}}`,
    `{"versions":{"1.5":"${KEY}"}}`,
    `{"versions":{"x${KEY}":"${KEY}"}}`,
    `{"versions":{"2147483648":"${KEY}"}}`,
    `{"versions":{"1":"${KEY.slice(0, 20)}"}}`,
    `{"versions":{"1":"${randomBytes(31).toString('base64')}"}}`,
    `{"versions":{"1":12}}`,
    `{"versions":{"1":"${KEY}","2":"${KEY.slice(1)}"}}`,
    `{"versions":{"1":"${KEY}"},"more":1}`,
  ]
  for (let length = 1; length < whole.length; length++) contents.push(whole.slice(0, length))
  for (const content of contents) {
    const path = written(content)
    refuses(path, /is not of the form|is not base64|not a whole number|holds no key/, true)
    assert.equal(fs.readFileSync(path, 'utf8'), content)
  }
})

test('a folder or an endless file is rejected', () => {
  refuses(folder, /not a regular file|EISDIR/)
  refuses(written('x'.repeat(2 ** 20 + 1)), /too large/)
})

test('a new version is used to wrap, and old versions still unwrap until they are dropped', () => {
  const path = newPath()
  const file = openKeyFile(path, { create: true })
  const old = file.wrap(Buffer.from('old'), CONTEXT)
  assert.equal(file.addVersion(), 2)
  assert.equal(file.wrap(Buffer.from('new'), CONTEXT).version, 2)
  assert.equal(file.unwrap(1, old.wrapped, CONTEXT).toString(), 'old')
  assert.equal(modeOf(path), 0o400)
  file.dropVersionsBefore(2)
  assert.throws(() => file.unwrap(1, old.wrapped, CONTEXT), { code: 'master_key_unknown' })
  assert.throws(() => file.dropVersionsBefore(3), isCleanKeyFileError(path, /has no version 3/))
  assert.deepEqual(Object.keys(JSON.parse(fs.readFileSync(path, 'utf8')).versions), ['2'])
  assert.equal(file.addVersion(), 3)
})

test('another process sees a new version after a reload', () => {
  const path = newPath()
  const [one, two] = [openKeyFile(path, { create: true }), openKeyFile(path, { create: false })]
  one.addVersion()
  const { version, wrapped } = one.wrap(Buffer.from('x'), CONTEXT)
  assert.throws(() => two.unwrap(version, wrapped, CONTEXT), { code: 'master_key_unknown' })
  two.reload()
  assert.equal(two.unwrap(version, wrapped, CONTEXT).toString(), 'x')
})

test('a failed reload keeps the loaded keys', () => {
  const path = newPath()
  const file = openKeyFile(path, { create: true })
  const { version, wrapped } = file.wrap(Buffer.from('x'), CONTEXT)
  fs.chmodSync(path, 0o644)
  assert.throws(() => file.reload(), isCleanKeyFileError(path, /open to other users/))
  fs.rmSync(path)
  assert.throws(() => file.reload(), isCleanKeyFileError(path, /does not exist/))
  assert.throws(() => file.addVersion(), isCleanKeyFileError(path, /does not exist/))
  assert.equal(fs.existsSync(`${path}.new`), false)
  assert.equal(file.unwrap(version, wrapped, CONTEXT).toString(), 'x')
})

test('a change replaces the file instead of writing into it', () => {
  const path = newPath()
  const file = openKeyFile(path, { create: true })
  const reader = fs.openSync(path, 'r')
  const before = fs.readFileSync(path, 'utf8')
  file.addVersion()
  // A reader that had the file open still reads the whole old file.
  assert.equal(fs.readFileSync(reader, 'utf8'), before)
  fs.closeSync(reader)
  assert.deepEqual(
    fs.readdirSync(folder).filter((name) => name.endsWith('.new')),
    [],
  )
})

test('a change through a symbolic link changes the target of the link', () => {
  const [path, link] = [newPath(), newPath()]
  openKeyFile(path, { create: true })
  fs.symlinkSync(path, link)
  openKeyFile(link, { create: false }).addVersion()
  assert.ok(fs.lstatSync(link).isSymbolicLink(), 'the link was replaced by a file')
  assert.equal(openKeyFile(path, { create: false }).currentVersion, 2)
})

test('a change by root keeps the owner of the file', { skip: process.getuid?.() !== 0 && 'needs root' }, () => {
  const path = newPath()
  const file = openKeyFile(path, { create: true })
  fs.chownSync(path, 65534, 65534)
  file.addVersion()
  const { uid, gid } = fs.statSync(path)
  assert.deepEqual({ uid, gid, mode: modeOf(path) }, { uid: 65534, gid: 65534, mode: 0o400 })
})

test('a change that a crash has interrupted does not damage the file and is reported at the next change', () => {
  const path = newPath()
  const file = openKeyFile(path, { create: true })
  fs.writeFileSync(`${path}.new`, '{"versio', { mode: 0o400 })
  file.reload()
  assert.throws(() => file.addVersion(), isCleanKeyFileError(path, /being changed.*remove .*\.new/))
  assert.equal(fs.readFileSync(`${path}.new`, 'utf8'), '{"versio') // The file may belong to a running process.
  fs.rmSync(`${path}.new`)
  assert.equal(file.addVersion(), 2)
})

test('a file with the highest version rejects another version and stays readable', () => {
  const path = written(`{"versions":{"2147483647":"${KEY}"}}`)
  assert.throws(() => openKeyFile(path, { create: false }).addVersion(), isCleanKeyFileError(path, /whole number/))
  openKeyFile(path, { create: false })
})

/** Like processes, threads share nothing but the file. */
function inThread<Result>(script: string, data: unknown): Promise<Result> {
  const module = JSON.stringify(new URL('./key-file.ts', import.meta.url).href)
  const code = `const { parentPort, workerData } = require('node:worker_threads')
    import(${module}).then(({ openKeyFile }) => parentPort.postMessage((${script})(openKeyFile, workerData)))`
  return new Promise((resolve, reject) => {
    new Worker(code, { eval: true, workerData: data }).once('message', resolve).once('error', reject)
  })
}

type Wraps = { version: number; wrapped: Uint8Array }[]
const THREADS = 4

test('threads that create the file at the same time agree on its key', async () => {
  const paths = Array.from({ length: 8 }, newPath)
  const arrived = new Int32Array(new SharedArrayBuffer(4))
  const script = `(openKeyFile, { paths, arrived }) => paths.map((path, round) => {
    Atomics.add(arrived, 0, 1)
    Atomics.notify(arrived, 0)
    for (let count; (count = Atomics.load(arrived, 0)) < ${THREADS} * (round + 1); ) Atomics.wait(arrived, 0, count)
    return openKeyFile(path, { create: true }).wrap(Buffer.from('x'), '${CONTEXT}')
  })`
  const threads = Array.from({ length: THREADS }, () => inThread<Wraps>(script, { paths, arrived }))
  for (const wraps of await Promise.all(threads)) {
    for (const [i, { version, wrapped }] of wraps.entries()) {
      const file = openKeyFile(paths[i]!, { create: false })
      assert.equal(file.unwrap(version, Buffer.from(wrapped), CONTEXT).toString(), 'x')
    }
  }
})

test('threads that add versions at the same time lose no key', async () => {
  const path = newPath()
  const script = `(openKeyFile, path) => Array.from({ length: 5 }, () => {
    const file = openKeyFile(path, { create: true })
    file.addVersion()
    return file.wrap(Buffer.from('x'), '${CONTEXT}')
  })`
  const wraps = (await Promise.all(Array.from({ length: THREADS }, () => inThread<Wraps>(script, path)))).flat()
  const file = openKeyFile(path, { create: false })
  assert.equal(file.currentVersion, 1 + THREADS * 5)
  for (const { version, wrapped } of wraps) {
    assert.equal(file.unwrap(version, Buffer.from(wrapped), CONTEXT).toString(), 'x')
  }
})

test('a reader never sees a partly written file', async () => {
  const path = newPath()
  openKeyFile(path, { create: true })
  const reader = `(openKeyFile, path) => {
    const file = openKeyFile(path, { create: false })
    let reads = 0
    // On a busy machine the writer may need seconds.
    for (const end = Date.now() + 60_000; file.currentVersion < 41 && Date.now() < end; reads++) file.reload()
    return { reads, version: file.currentVersion }
  }`
  const writer = `(openKeyFile, path) => {
    const file = openKeyFile(path, { create: false })
    for (let i = 0; i < 40; i++) file.addVersion()
  }`
  const [{ reads, version }] = await Promise.all([
    inThread<{ reads: number; version: number }>(reader, path),
    inThread(writer, path),
  ])
  assert.ok(reads > 0, 'the file was never read')
  assert.equal(version, 41)
})
