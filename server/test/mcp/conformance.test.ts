// The applicable part of the official conformance suite, in every version of the protocol that it knows. Most of its
// scenarios require the tools, resources and prompts of its own example server, and do not test behaviour that every
// server has. The version of the suite is a preview, because the released one does not know 2026-07-28.

import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import { folderWith } from '../folder-with.ts'
import { startTestService } from '../harness.ts'
import { programFile } from '../program.ts'

const SUITE = programFile('server/test/mcp/conformance/node_modules/@modelcontextprotocol/conformance/dist/index.js')

/** The scenarios that apply, with the checks in them that do not, and why. */
const applies: Record<string, Record<string, string>> = {
  'server-initialize': {},
  ping: {},
  'tools-list': {},
  'dns-rebinding-protection': {},
  'http-header-validation': {},
  'input-required-result-unsupported-methods': {},
  'server-stateless': {
    'sep-2575-server-rejects-undeclared-capability':
      'calls test_missing_capability; no tool of ours needs a capability',
    'sep-2575-missing-capability-http-400': 'calls test_missing_capability',
    'sep-2575-http-server-no-independent-requests-on-stream': 'calls test_streaming_elicitation',
    'sep-2575-server-no-log-without-loglevel': 'calls test_logging_tool; no log message is ever sent',
    'sep-2575-server-sends-subscription-ack': 'subscribes: there is nothing to tell, so that no stream is kept open',
    'sep-2575-server-tags-subscription-id': 'subscribes',
  },
  caching: {
    'sep-2549-prompts-list-caching-hints': 'asks for prompts: there are none',
    'sep-2549-resources-list-caching-hints': 'asks for resources: there are none',
    'sep-2549-resources-templates-list-caching-hints': 'asks for resources',
  },
}

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
    'http-custom-header-server-validation',
    'input-required-result-basic-elicitation',
    'input-required-result-basic-sampling',
    'input-required-result-basic-list-roots',
    'input-required-result-request-state',
    'input-required-result-multiple-input-requests',
    'input-required-result-multi-round',
    'input-required-result-missing-input-response',
    'input-required-result-result-type',
    'input-required-result-tampered-state',
    'input-required-result-capability-check',
    'input-required-result-ignore-extra-params',
    'input-required-result-validate-input',
  ],
  'asks for resources: there are none': [
    'resources-list',
    'resources-read-text',
    'resources-read-binary',
    'resources-templates-read',
    'resources-subscribe',
    'resources-unsubscribe',
    'sep-2164-resource-not-found',
  ],
  'asks for prompts: there are none': [
    'prompts-list',
    'prompts-get-simple',
    'prompts-get-with-args',
    'prompts-get-embedded-resource',
    'prompts-get-with-image',
    'input-required-result-non-tool-request',
  ],
  'asks for completions of arguments: there are none': ['completion-complete'],
  'needs a session: the server keeps none': ['server-session-lifecycle', 'server-sse-multiple-streams'],
  'asks for log messages, which the protocol gives up': ['logging-set-level'],
  'is about the extension for skills, which the server does not declare': [
    'sep-2640-skills-directory',
    'sep-2640-skills-enumeration',
    'sep-2640-skills-manifest',
  ],
  'is about the extension for tasks, which the server does not declare': [
    'tasks-lifecycle',
    'tasks-capability-negotiation',
    'tasks-wire-fields',
    'tasks-request-state-removal',
    'tasks-mrtr-input',
    'tasks-request-headers',
    'tasks-dispatch-and-envelope',
    'tasks-status-notifications',
    'tasks-required-task-error',
    'tasks-mrtr-composition',
  ],
}

const service = await startTestService()
const { key } = await service.workspace()
const address = await withKeyAdded(service.url, key)
const run = promisify(execFile)

/** The suite cannot send a key, so this proxy adds it. */
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

/** Returns the scenarios of the suite, with the versions of the protocol that each is about. */
async function scenarios(): Promise<Map<string, string[]>> {
  const { stdout } = await run(process.execPath, [SUITE, 'list', '--server'])
  const lines = [...stdout.matchAll(/^ {2}- (\S+) \[(.+)\]$/gm)]
  return new Map(lines.map(([, name, versions]) => [name!, versions!.split(',')]))
}

type Check = { id: string; status: string; errorMessage?: string }

async function checksOf(scenario: string, version: string): Promise<Check[]> {
  const folder = folderWith({})
  const args = ['server', '--url', address, '--scenario', scenario, '--spec-version', version, '--output-dir', folder]
  // The suite fails if a check fails, but the checks themselves are more exact.
  const said = await run(process.execPath, [SUITE, ...args]).catch((error) => error)
  const [file] = globSync(`${folder}/**/checks.json`)
  return JSON.parse(readFileSync(file ?? assert.fail(`${said.stdout}${said.stderr}`), 'utf8'))
}

const known = await scenarios()

test('every scenario of the conformance suite is run or listed with the reason why it does not apply', () => {
  const named = [...Object.keys(applies), ...Object.values(doesNotApply).flat()]
  assert.deepEqual([...known.keys()].sort(), named.sort())
})

for (const [scenario, exceptions] of Object.entries(applies))
  for (const version of known.get(scenario) ?? [])
    test(`the conformance scenario ${scenario} passes in version ${version}`, async () => {
      const checks = await checksOf(scenario, version)
      const failed = checks.filter(({ status }) => status === 'FAILURE')
      const why = failed.map(({ id, errorMessage }) => `${id}: ${errorMessage}`).join('\n')
      assert.deepEqual([...new Set(failed.map(({ id }) => id))].sort(), Object.keys(exceptions).sort(), why)
      assert.deepEqual(
        checks.filter(({ status }) => status === 'WARNING').map(({ id }) => id),
        [],
      )
      assert.ok(
        checks.some(({ status }) => status === 'SUCCESS'),
        JSON.stringify(checks),
      )
    })
