import { fitsOnALine, nounOf, type SampleCall } from './sample-call.ts'

/** Words of the language that are names of parameters. */
const RESERVED = new Set(['from'])

export function pythonSample(sample: SampleCall): string {
  const noun = nounOf(sample)
  const called = `client.${sample.call}(${argumentsOf(sample)})`
  const use =
    sample.answer === 'one' ? `${noun} = ${called}\nprint(${noun})` : `for ${noun} in ${called}:\n    print(${noun})`
  return `from cardwright import Cardwright\n\nclient = Cardwright()\n\n${use}`
}

function argumentsOf({ ids, fields }: SampleCall): string {
  const given = [
    ...ids.map(({ value }) => literal(value)),
    ...fields.map(({ name, value }) => `${RESERVED.has(name) ? `${name}_` : name}=${literal(value)}`),
  ]
  const line = given.join(', ')
  return fitsOnALine(line) ? line : `\n${given.map((each) => `    ${each},\n`).join('')}`
}

function literal(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  const entries = Object.entries(value).map(([key, each]) => `${JSON.stringify(key)}: ${literal(each)}`)
  return `{${entries.join(', ')}}`
}
