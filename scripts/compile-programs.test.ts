import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { test } from 'node:test'
import { programFile } from '../server/test/program.ts'

const OPERATOR = 'server/src/operator/main.ts'

test('a compiled program prints the same output as its source', () => {
  const compiled = programFile(OPERATOR)
  assert.match(compiled, /\.js$/)
  for (const args of [['doctor', '--help'], ['nonsense']]) {
    const [said, expected] = [compiled, resolve(OPERATOR)].map((file) => spawnSync(process.execPath, [file, ...args]))
    assert.deepEqual([said!.status, said!.stdout, said!.stderr], [expected!.status, expected!.stdout, expected!.stderr])
  }
})

test('a program that is not compiled is started from its source', () => {
  assert.equal(programFile('bench/src/main.ts'), resolve('bench/src/main.ts'))
})
