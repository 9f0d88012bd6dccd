// Tests the settings in docs/guides/mcp.md as the programs that read them would use them.

import assert from 'node:assert/strict'
import { chmodSync, readFileSync } from 'node:fs'
import { delimiter } from 'node:path'
import { after, test } from 'node:test'
import type { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import cli from '../../../cli/package.json' with { type: 'json' }
import { environmentFor, MAIN } from '../../../cli/test/cli-fixture.ts'
import { tools } from '../../src/mcp/tools.ts'
import { folderWith } from '../folder-with.ts'
import { startTestService } from '../harness.ts'
import { type Era, httpTransport, namesOf, newClient, used } from './mcp-clients.ts'

const service = await startTestService()
const { key } = await service.workspace()
const guide = readFileSync(new URL('../../../docs/guides/mcp.md', import.meta.url), 'utf8')
const ERAS: Era[] = ['legacy', 'modern']

/** Returns the settings of a program in a block of this language, with our address and key in place of the examples. */
function settingsOf(program: string, language: string): string {
  const [, text] =
    new RegExp(`\\*\\*${program}\\*\\*[\\s\\S]*?\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(guide) ?? []
  assert.ok(text, program)
  return text
    .replaceAll('https://cards.example.com', service.url)
    .replaceAll('$CARDWRIGHT_URL', service.url)
    .replace(/sk_test_…|\$\{env:CARDWRIGHT_API_KEY\}|\$AGENT_KEY/g, key)
}

async function assertServes(client: Client): Promise<void> {
  after(() => client.close())
  assert.equal(client.getServerVersion()?.name, 'cardwright')
  assert.equal((await namesOf(client)).length, tools.length)
  assert.equal((await used(client, 'whoami')).environment, 'sandbox')
}

test('every block of settings is valid JSON', () => {
  const blocks = [...guide.matchAll(/```json\n(.*?)```/gs)]
  assert.equal(blocks.length, 2)
  for (const [, text] of blocks) assert.deepEqual(Object.keys(JSON.parse(text!)), ['mcpServers'])
})

for (const era of ERAS) {
  test(`Claude Code connects with the URL and the header of the command in the guide (${era})`, async () => {
    const command = settingsOf('Claude Code', 'sh').trim()
    const form = /^claude mcp add --transport http cardwright (\S+) --header "Authorization: Bearer (\S+)"$/
    const [, url, bearer] = form.exec(command) ?? assert.fail(command)
    assert.equal(url, `${service.url}/mcp`)
    const client = newClient(era)
    await client.connect(httpTransport(url, bearer!))
    await assertServes(client)
  })

  test(`Claude Desktop can start the program that the guide names (${era})`, async () => {
    const { command, args, env, ...rest } = JSON.parse(settingsOf('Claude Desktop', 'json')).mcpServers.cardwright
    assert.deepEqual(rest, {})
    assert.ok(Object.hasOwn(cli.bin, command), `the package has no command ${command}`)
    // The program is found by its name, as an installed one is.
    const installed = folderWith({ [command]: `#!/bin/sh\nexec '${process.execPath}' '${MAIN}' "$@"\n` })
    chmodSync(`${installed}/${command}`, 0o755)
    const { HOME } = environmentFor()
    const PATH = `${installed}${delimiter}${process.env.PATH}`
    const client = newClient(era)
    await client.connect(new StdioClientTransport({ command, args, env: { PATH, HOME: HOME!, ...env } }))
    await assertServes(client)
  })

  test(`Cursor connects with the URL and the headers in the guide (${era})`, async () => {
    const { url, headers, ...rest } = JSON.parse(settingsOf('Cursor', 'json')).mcpServers.cardwright
    assert.deepEqual(rest, {})
    assert.deepEqual(Object.keys(headers), ['Authorization'])
    const client = newClient(era)
    await client.connect(httpTransport(url, headers.Authorization.replace(/^Bearer /, '')))
    await assertServes(client)
  })
}

test('the table of tools in the guide names every tool', () => {
  const named = [...guide.matchAll(/^\| ((?:`\w+`(?:, )?)+) \|/gm)].flatMap(([, cell]) => cell!.match(/\w+/g)!)
  assert.deepEqual(named.sort(), tools.map(({ name }) => name).sort())
})
