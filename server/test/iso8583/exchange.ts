// Messages that a codec of other people writes and reads, beside ours.

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { decode } from '../../src/iso8583/decode.ts'
import type { Dialect, Message } from '../../src/iso8583/dialect.ts'
import { encode } from '../../src/iso8583/encode.ts'

/** One line to the other program: the message, and the bytes that we write for it. */
type Given = { dialect: string; mti: string; fields: Record<string, string>; bytes: string }
/** Its line in return: the bytes that it writes, and what it reads in ours. */
type Returned = { bytes: string; mti: string; fields: Record<string, string> }

/** Asserts that the program writes the bytes that we write, reads in them what we wrote, and that we read its bytes. */
export async function agreesWith(command: string[], dialect: Dialect, messages: readonly Message[]): Promise<void> {
  const given = messages.map((message): Given => {
    const fields = Object.fromEntries(message.fields)
    return { dialect: dialect.name, mti: message.mti, fields, bytes: encode(dialect, message).toString('hex') }
  })
  const returned = await exchange(command, given)
  assert.equal(returned.length, given.length)
  for (const [index, { mti, fields, bytes }] of returned.entries()) {
    assert.equal(bytes, given[index]!.bytes, `${dialect.name}, message ${index}, the bytes`)
    assert.deepEqual(
      { mti, fields },
      { mti: given[index]!.mti, fields: given[index]!.fields },
      `message ${index}, the fields`,
    )
    const read = decode(dialect, Buffer.from(bytes, 'hex'))
    assert.deepEqual({ mti: read.mti, fields: Object.fromEntries(read.fields) }, { mti, fields })
  }
}

async function exchange([program, ...args]: string[], given: Given[]): Promise<Returned[]> {
  const child = spawn(program!, args, { stdio: ['pipe', 'pipe', 'pipe'] })
  child.stdin.end(given.map((each) => `${JSON.stringify(each)}\n`).join(''))
  const ended = new Promise((resolve) => child.on('close', resolve))
  const [out, complaints] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  const lines = out.split('\n').filter((line) => line !== '')
  assert.equal(complaints, '')
  return lines.map((line) => JSON.parse(line) as Returned)
}
