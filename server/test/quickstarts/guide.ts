// Runs a quickstart as its reader would. The program in the guide must print what the page says.

import assert from 'node:assert/strict'
import { runProgram } from '../code-samples/samples.ts'
import { startTestService } from '../harness.ts'
import { textOf } from '../repository/repository-files.ts'

/** Returns the code of the only block in this language. */
export function blockOf(guide: string, language: string): string {
  const blocks = [...textOf(guide).matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, 'gms'))]
  assert.equal(blocks.length, 1, `${guide} must have one block of ${language}`)
  return blocks[0]![1]!
}

export async function keepsItsPromise(guide: string, [program, ...args]: string[], folder: string): Promise<void> {
  const service = await startTestService()
  const { key } = await service.fundedWorkspace(200)
  const env = { CARDWRIGHT_API_KEY: key, CARDWRIGHT_BASE_URL: `${service.url}/v1` }
  const said = await runProgram(program!, args, folder, env)
  assert.equal(said.replace(/card_\w+/, 'card_…'), blockOf(guide, 'text'))
  await service.audit()
}
