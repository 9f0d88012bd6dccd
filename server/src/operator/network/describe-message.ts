// network describe: shows a message of the network to a person. It needs no database and no service.

import { existsSync, readFileSync } from 'node:fs'
import { buffer as allBytes } from 'node:stream/consumers'
import { CommandError, UsageError } from '../../../../cli/src/framework/failures.ts'
import type { Io } from '../../../../cli/src/framework/io.ts'
import { type Description, describeMessage } from '../../iso8583/describe-message.ts'
import type { Dialect } from '../../iso8583/dialect.ts'
import { DialectError } from '../../iso8583/dialect-table.ts'
import { DEFAULT_DIALECT, openDialect, shippedDialect, shippedDialects } from '../../iso8583/dialects.ts'
import { type Call, type Command, json } from '../command.ts'
import { table } from '../table.ts'

export const describeMessageCommand: Command = {
  name: 'network describe',
  summary: 'show an ISO 8583 message field by field, with card numbers masked',
  args: ['HEX|FILE|-'],
  options: {
    dialect: {
      kind: 'text',
      value: 'NAME|FILE',
      help: `one of ${shippedDialects.join(', ')}, or a file with a table of your own (default ${DEFAULT_DIALECT})`,
    },
    json,
  },
  notes:
    'The message is given in hexadecimal, as a file that contains it (in hexadecimal or as it was sent), or as - on standard\ninput, with or without its length prefix. A message with a real card number belongs in a file: a command stays in the\nhistory of the shell. The exit code is 1 if the message does not match the dialect.',
  async run(call) {
    const dialect = findDialect(call.text('dialect') ?? DEFAULT_DIALECT)
    const description = describeFirst(dialect, await readMessage(call.args[0]!, call.io))
    if (call.flag('json')) call.printJson(jsonOf(description))
    else show(call, description)
    return description.error ? 1 : 0
  },
}

function findDialect(given: string): Dialect {
  const shipped = shippedDialect(given)
  if (shipped) return shipped
  if (!/[./]/.test(given))
    throw new UsageError(`--dialect must be one of ${shippedDialects.join(', ')}, or a file; "${given}" is neither`)
  try {
    return openDialect(JSON.parse(readFileSync(given, 'utf8')))
  } catch (error) {
    if (error instanceof SyntaxError) throw new CommandError(`${given} is not JSON: ${error.message}`)
    if (error instanceof DialectError) throw new CommandError(`${given}: ${error.message}`)
    throw error
  }
}

/** What the message may be, best guess first: many messages in ASCII consist of digits that would also be hexadecimal. */
async function readMessage(given: string, io: Io): Promise<Buffer[]> {
  const bytes = await readBytes(given, io)
  if (bytes.length === 0) throw new CommandError('there is no message to describe')
  const digits = bytes.toString('latin1').replace(/[\s:]/g, '')
  return /^([0-9A-Fa-f]{2})+$/.test(digits) ? [Buffer.from(digits, 'hex'), bytes] : [bytes]
}

/** What is wrong with the argument is told without it, because it may contain a card number. */
async function readBytes(given: string, { stdin }: Io): Promise<Buffer> {
  if (given === '-') return allBytes(stdin)
  if (existsSync(given)) return readFileSync(given)
  if (/^[0-9A-Fa-f\s:]+$/.test(given) || /^\d{4}[0-9A-Fa-f]{16}/.test(given)) return Buffer.from(given, 'latin1')
  throw new CommandError('the message is neither hexadecimal nor a file that exists')
}

function describeFirst(dialect: Dialect, candidates: Buffer[]): Description {
  const described = candidates.map((bytes) => describeMessage(dialect, bytes))
  return described.find(({ error }) => !error) ?? described[0]!
}

function show({ print }: Call, { dialect, isFramed, pieces, error, differsAt }: Description): void {
  print(`dialect ${dialect}, ${isFramed ? 'with' : 'without'} its frame\n`)
  const rows = pieces.map(({ offset, bytes, field, name, value }) => [
    String(offset),
    String(bytes),
    field,
    value,
    name,
  ])
  if (rows.length > 0) print(`${table(['OFFSET', 'BYTES', 'FIELD', 'VALUE', 'NAME'], rows)}\n`)
  if (error) print(`not decoded further: ${error.message}`)
  else if (differsAt === undefined) print('Our own encoder writes the same bytes.')
  else print(`Our own encoder writes the message differently, from byte ${differsAt} on.`)
}

function jsonOf({ dialect, isFramed, pieces, error, differsAt }: Description) {
  const { field, offset, expected, found } = error ?? {}
  return {
    dialect,
    framed: isFramed,
    pieces,
    error: error ? { field, offset, expected, found } : null,
    differs_at: differsAt ?? null,
  }
}
