// The official conformance suite, as far as it applies: most of its scenarios ask for tools, resources and prompts of its own
// example server, and not for a behaviour that every server has.

import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import { startTestService } from '../harness.ts'
import { programFile } from '../program.ts'

const SUITE = programFile('server/test/mcp/conformance/node_modules/@modelcontextprotocol/conformance/dist/index.js')

const applies = ['server-initialize', 'ping', 'tools-list', 'dns-rebinding-protection']

const doesNotApply: Record<string, string[]> = {
  'calls a tool of the example server, such as test_simple_text': [
    'tools-call-simple-text',
    'tools-call-image',
    'tools-call-audio',
    'tools-call-embedded-resource',
    'tools-call-mixed-content',
    'tools-call-with-logging',
    'tools-call-error',
    'tools-call-with-progress',
    'tools-call-sampling',
    'tools-call-elicitation',
    'json-schema-2020-12',
    'elicitation-sep1034-defaults',
    'elicitation-sep1330-enums',
    'server-sse-polling',
  ],
  'asks for resources: there are none': [
    'resources-list',
    'resources-read-text',
    'resources-read-binary',
    'resources-templates-read',
    'resources-subscribe',
    'resources-unsubscribe',
  ],
  'asks for prompts: there are none': [
    'prompts-list',
    'prompts-get-simple',
    'prompts-get-with-args',
    'prompts-get-embedded-resource',
    'prompts-get-with-image',
  ],
  'asks for completions of arguments: there are none': ['completion-complete'],
  'needs a session: the server keeps none': ['server-sse-multiple-streams'],
  'asks for log messages, which the protocol gives up': ['logging-set-level'],
}

const service = await startTestService()
const { key } = await service.workspace()
const address = await withKeyAdded(service.url, key)
const run = promisify(execFile)

/** The suite cannot send a key, so that one is added on the way. */
async function withKeyAdded(url: string, key: string): Promise<string> {
  const server = createServer((incoming, outgoing) => {
    const headers = { ...incoming.headers, authorization: `Bearer ${key}` }
    const passed = request(new URL(incoming.url!, url), { method: incoming.method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode!, answer.headers)
      answer.pipe(outgoing)
    })
    incoming.pipe(passed)
  })
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  after(() => server.close().closeAllConnections())
  return `http://localhost:${(server.address() as AddressInfo).port}/mcp`
}

test('every scenario of the suite applies, or it is said why not', async () => {
  const { stdout } = await run(process.execPath, [SUITE, 'list', '--server'])
  const names = [...stdout.matchAll(/^ {2}- (\S+)/gm)].map(([, name]) => name!)
  assert.deepEqual(names.sort(), [...applies, ...Object.values(doesNotApply).flat()].sort())
})

for (const scenario of applies)
  test(`${scenario} passes`, async () => {
    const args = [SUITE, 'server', '--url', address, '--scenario', scenario]
    const { stdout } = await run(process.execPath, args).catch((error) => assert.fail(`${error.stdout}${error.stderr}`))
    assert.match(stdout, /[1-9]\d*\/\d+ passed|Passed: [1-9]/i, stdout)
  })
