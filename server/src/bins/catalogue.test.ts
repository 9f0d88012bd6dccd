import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { categories } from '../categories/categories.ts'
import { parseBinCatalogue, readBinCatalogue } from './catalogue.ts'
import { checkProcessors } from './check-processors.ts'

const SOURCE = '/data/bins.json'

function entry(changes: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    id: 'bin_one',
    prefix: '42424242',
    length: 16,
    network: 'visa',
    type: 'prepaid',
    issuer_country: 'US',
    '3ds': true,
    apple_pay: true,
    google_pay: false,
    max_transaction: 5000,
    max_monthly: 20000,
    acceptance_rate: 0.97,
    best_for: ['advertising'],
    ...changes,
  }
}

function problemsOf(json: unknown): string[] {
  try {
    parseBinCatalogue(json, SOURCE)
  } catch (error) {
    return (error as Error).message.split('\n')
  }
  return []
}

function dataDirectory(t: TestContext): string {
  const directory = mkdtempSync(join(tmpdir(), 'bins-'))
  t.after(() => rmSync(directory, { recursive: true }))
  return directory
}

test('without a file of the operator the built-in examples are used', (t) => {
  const bins = readBinCatalogue(dataDirectory(t))
  assert.ok(bins.length >= 8)
  assert.deepEqual(new Set(bins.map((bin) => bin.network)), new Set(['visa', 'mastercard']))
  assert.deepEqual(new Set(bins.map((bin) => bin.type)), new Set(['prepaid', 'debit', 'credit']))
  for (const country of ['US', 'GB', 'DE', 'LT', 'SG', 'HK']) {
    assert.ok(
      bins.some((bin) => bin.issuerCountry === country),
      country,
    )
  }
  const names = new Set(categories.map((category) => category.name))
  for (const bin of bins) {
    assert.match(bin.prefix, /^\d{8}$/, bin.id)
    const [, network, country, type] = bin.id.split('_')
    assert.deepEqual([network, country?.toUpperCase(), type], [bin.network, bin.issuerCountry, bin.type], bin.id)
    assert.ok(bin.bestFor.length > 0 && bin.bestFor.every((name) => names.has(name)), `${bin.id}: ${bin.bestFor}`)
  }
})

test("the operator's file replaces the examples whole", (t) => {
  const directory = dataDirectory(t)
  writeFileSync(
    join(directory, 'bins.json'),
    JSON.stringify([entry({ id: 'own', prefix: '222100' })]).replace('visa', 'mastercard'),
  )
  assert.deepEqual(
    readBinCatalogue(directory).map((bin) => [bin.id, bin.prefix, bin.network]),
    [['own', '222100', 'mastercard']],
  )
})

test('a file that is there but broken stops the start and is named', (t) => {
  const directory = dataDirectory(t)
  const file = join(directory, 'bins.json')
  const failure = (words: string) => (error: Error) => error.message.startsWith(file) && error.message.includes(words)
  writeFileSync(file, '[{"id": ')
  assert.throws(() => readBinCatalogue(directory), failure('is not valid JSON'))
  writeFileSync(file, '[{}]')
  assert.throws(() => readBinCatalogue(directory), failure('entry 1: field "id" is missing'))
  rmSync(file)
  mkdirSync(file)
  assert.throws(() => readBinCatalogue(directory), failure('cannot be read'))
})

test('an entry becomes a definition with its money in cents', () => {
  assert.deepEqual(parseBinCatalogue([entry({ max_transaction: 1.1, max_monthly: 999_999_999.99 })], SOURCE), [
    {
      id: 'bin_one',
      prefix: '42424242',
      length: 16,
      network: 'visa',
      type: 'prepaid',
      issuerCountry: 'US',
      threeDs: true,
      applePay: true,
      googlePay: false,
      maxTransactionCents: 110n,
      maxMonthlyCents: 99_999_999_999n,
      acceptanceRate: 0.97,
      bestFor: ['advertising'],
      processor: 'sandbox',
      environment: 'sandbox',
    },
  ])
})

test('every cent survives the way from the file to the books', () => {
  for (let cents = 1; cents <= 20_000; cents++) {
    const [bin] = parseBinCatalogue([entry({ max_transaction: cents / 100 })], SOURCE)
    assert.equal(bin?.maxTransactionCents, BigInt(cents))
  }
})

test('values on the edge of a rule pass', () => {
  const edges: Record<string, unknown>[] = [
    { id: 'abc' },
    { id: 'a'.repeat(40) },
    { prefix: '400000' },
    { prefix: '499999999' },
    { network: 'mastercard', prefix: '510000' },
    { network: 'mastercard', prefix: '559999' },
    { network: 'mastercard', prefix: '222100' },
    { network: 'mastercard', prefix: '272099' },
    { max_transaction: 20000 },
    { max_transaction: 0.01 },
    { max_monthly: 1_000_000_000 },
    { acceptance_rate: 0 },
    { acceptance_rate: 1 },
    { best_for: [] },
  ]
  for (const change of edges) assert.deepEqual(problemsOf([entry(change)]), [], JSON.stringify(change))
})

test('a wrong value is refused with the file, the entry and the field', () => {
  const cases: [field: string, values: unknown[], words: string][] = [
    ['id', ['ab', 'a'.repeat(41), 'Bin_One', 'bin-one', 'bin_one\n', 7, null], 'must be 3 to 40 characters'],
    ['prefix', ['42424', '4242424242', '4242424x', 42424242, '', null], 'must be text of 6 to 9 digits'],
    ['prefix', ['51051051', '30000000'], 'must begin with 4 on visa'],
    ['length', [15, 19, '16', null], 'must be 16'],
    ['network', ['amex', 'Visa', null, 4], 'must be "visa" or "mastercard"'],
    ['type', ['charge', null], 'must be "prepaid" or "debit" or "credit"'],
    ['issuer_country', ['us', 'USA', 'U', '', 840], 'two capital letters'],
    ['3ds', [false, 'true', 1, null], 'must be true'],
    ['apple_pay', ['yes', 1, null], 'must be true or false'],
    ['google_pay', ['no', 0, null], 'must be true or false'],
    ['max_transaction', [0, -5, '5000', null], 'above 0'],
    ['max_transaction', [10.005, 1e-7], 'more than two decimals'],
    ['max_transaction', [20000.01], 'must not be above "max_monthly" (20000)'],
    ['max_monthly', [0, -0.01, true, [1]], 'above 0'],
    ['max_monthly', [20000.123], 'more than two decimals'],
    ['max_monthly', [1_000_000_000.01, 1e21], 'must not be above 1000000000'],
    ['acceptance_rate', [-0.01, 1.01, '0.9', null], 'from 0 to 1'],
    ['best_for', ['software', [1], [''], { 0: 'software' }, null], 'must be a list of texts'],
  ]
  for (const [field, values, words] of cases) {
    for (const value of values) {
      const problems = problemsOf([entry({ id: 'bin_two', prefix: '40000566' }), entry({ [field]: value })])
      assert.equal(problems.length, 1, `${field} ${JSON.stringify(value)}: ${problems}`)
      const problem = problems[0] ?? ''
      assert.match(problem, /^\/data\/bins\.json, entry 2( \(".*"\))?: field /)
      assert.ok(problem.includes(`field "${field}"`) && problem.includes(words), problem)
    }
  }
})

test('Mastercard prefixes outside its two ranges are refused', () => {
  for (const prefix of ['500000', '560000', '222099', '272100', '400000']) {
    const problems = problemsOf([entry({ network: 'mastercard', prefix })])
    assert.match(problems[0] ?? '', /field "prefix" must begin with 51 to 55 or 2221 to 2720 on mastercard/, prefix)
  }
})

test('missing and unknown fields are named', () => {
  for (const field of Object.keys(entry())) {
    const { [field]: _, ...rest } = entry()
    const label = field === 'id' ? 'entry 1' : 'entry 1 ("bin_one")'
    assert.deepEqual(problemsOf([rest]), [`/data/bins.json, ${label}: field "${field}" is missing`])
  }
  const unknown = JSON.parse('{"max_daily": 5, "__proto__": 5, "toString": 5}')
  const named = problemsOf([Object.assign(unknown, entry())]).map(
    (problem) => /field "(\w+)" is not known/.exec(problem)?.[1],
  )
  assert.deepEqual(named, ['max_daily', '__proto__', 'toString'])
})

test('no two entries may share an id or a number', () => {
  assert.deepEqual(problemsOf([entry(), entry({ prefix: '40000566' })]), [
    '/data/bins.json, entry 2 ("bin_one"): field "id" repeats that of entry 1 ("bin_one")',
  ])
  for (const [first, second] of [
    ['42424242', '42424242'],
    ['424242', '42424242'],
    ['424242429', '42424242'],
  ]) {
    assert.deepEqual(problemsOf([entry({ prefix: first }), entry({ id: 'bin_two', prefix: second })]), [
      `/data/bins.json, entry 2 ("bin_two"): field "prefix" "${second}" overlaps with "${first}" of entry 1 ("bin_one")`,
    ])
  }
  assert.deepEqual(problemsOf([entry({ prefix: '424242421' }), entry({ id: 'bin_two', prefix: '424242422' })]), [])
})

test('everything wrong is reported at once', () => {
  const problems = problemsOf([entry({ length: 15, type: 'gift' }), null, entry({ id: 'x', prefix: '40000566' })])
  assert.deepEqual(problems, [
    '/data/bins.json, entry 1 ("bin_one"): field "length" must be 16, not 15',
    '/data/bins.json, entry 1 ("bin_one"): field "type" must be "prepaid" or "debit" or "credit", not "gift"',
    '/data/bins.json, entry 2: must be an object, not null',
    '/data/bins.json, entry 3 ("x"): field "id" must be 3 to 40 characters out of a to z, 0 to 9 and _, not "x"',
  ])
})

test('a catalogue is a list with something in it', () => {
  for (const json of [{}, [], null, 'bins', { bins: [entry()] }]) {
    assert.deepEqual(problemsOf(json), ['/data/bins.json: must be a list of at least one BIN'])
  }
})

test('a BIN of a processor says which, and in which environment', () => {
  const [bin] = parseBinCatalogue([entry({ processor: 'lithic-main', environment: 'production' })], SOURCE)
  assert.deepEqual([bin!.processor, bin!.environment], ['lithic-main', 'production'])
  assert.match(problemsOf([entry({ processor: 'Lithic Main' })]).join(), /"processor" must be "sandbox" or the name/)
  assert.match(problemsOf([entry({ environment: 'live' })]).join(), /"environment" must be "sandbox" or "production"/)
  assert.match(problemsOf([entry({ environment: 'production' })]).join(), /without a processor: nobody could charge/)
})

test('a BIN and its processor agree on the environment', () => {
  const bins = (environment: string) => parseBinCatalogue([entry({ processor: 'lithic-main', environment })], SOURCE)
  const lithic = { name: 'lithic-main', environment: 'sandbox' } as const
  assert.doesNotThrow(() => checkProcessors(bins('sandbox'), [lithic]))
  assert.throws(() => checkProcessors(bins('production'), [lithic]), /is for the production, and its processor/)
  assert.throws(() => checkProcessors(bins('sandbox'), []), /there is no processor "lithic-main"/)
})
