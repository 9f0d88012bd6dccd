import { fitsOnALine, nounOf, type SampleCall } from './sample-call.ts'

export function nodeSample(sample: SampleCall): string {
  const called = `client.${sample.call.split('.').map(camel).join('.')}(${argumentsOf(sample).join(', ')})`
  const noun = nounOf(sample)
  const use =
    sample.answer === 'one'
      ? `const ${noun} = await ${called}\nconsole.log(${noun})`
      : `for await (const ${noun} of ${called}) {\n  console.log(${noun})\n}`
  return `import { Cardwright } from '@cardwright/sdk'\n\nconst client = new Cardwright()\n\n${use}`
}

function argumentsOf({ ids, fields }: SampleCall): string[] {
  const params = Object.fromEntries(fields.map(({ name, value }) => [name, value]))
  return [...ids.map(({ value }) => literal(value)), ...(fields.length > 0 ? [paramsText(params)] : [])]
}

function paramsText(params: Record<string, unknown>): string {
  const line = literal(params)
  if (fitsOnALine(line)) return line
  const lines = Object.entries(params).map(([key, value]) => `  ${key}: ${literal(value)},\n`)
  return `{\n${lines.join('')}}`
}

function literal(value: unknown): string {
  if (typeof value === 'string') return `'${value.replace(/['\\]/g, '\\$&')}'`
  if (Array.isArray(value)) return `[${value.map((each) => literal(each)).join(', ')}]`
  if (value === null || typeof value !== 'object') return String(value)
  const entries = Object.entries(value).map(([key, each]) => `${key}: ${literal(each)}`)
  return `{ ${entries.join(', ')} }`
}

function camel(name: string): string {
  return name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
}
