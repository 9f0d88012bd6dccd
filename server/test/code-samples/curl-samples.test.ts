import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { test } from 'node:test'
import { newCard } from '../money/books.ts'
import { liveSamples, operations, runProgram, samplesIn } from './samples.ts'

const { service, samples } = await liveSamples('curl')
const address = { CARDWRIGHT_BASE_URL: `${service.url}/v1` }

test('every operation has a sample in each language', () => {
  for (const { operationId, samples: each } of operations) {
    assert.deepEqual(
      each.map(({ label }) => label),
      ['curl', 'Node.js', 'Python', 'Go'],
      operationId,
    )
  }
})

test('every curl sample returns a success status', async () => {
  for (const { operationId, source, key } of samples) {
    const env = { ...address, CARDWRIGHT_API_KEY: key }
    const checked = `${source} -sS -w '\\n%{http_code}'`
    const said = await runProgram('sh', ['-c', checked], '/', env)
    assert.match(said, /\n20[012]$/, `${operationId}: ${source}\n${said}`)
  }
  await service.audit()
})

test('the curl sample of the event stream prints events', async () => {
  const api = await service.fundedWorkspace(100)
  const { source } = samplesIn('curl').find(({ operationId }) => operationId === 'streamEvents')!
  const env = { PATH: process.env.PATH, ...address, CARDWRIGHT_API_KEY: api.key }
  // The shell runs in its own process group, because curl would outlive the shell.
  const child = spawn('sh', ['-c', `${source} -sS`], { env, detached: true })
  try {
    let isMade = false
    for await (const chunk of child.stdout) {
      // The first line reports that the stream is open.
      if (!isMade) await newCard(api, 10)
      isMade = true
      if (String(chunk).includes('event: card.created')) return
    }
    assert.fail('the stream ended without card.created')
  } finally {
    process.kill(-child.pid!)
  }
})
