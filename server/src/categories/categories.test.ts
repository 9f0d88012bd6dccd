import assert from 'node:assert/strict'
import { test } from 'node:test'
import publishedCodes from 'merchant-category-codes/without_groups/mcc-en.json' with { type: 'json' }
import { categories, categoryOfMcc, isKnownCategoryEntry, mccIsAllowed } from './categories.ts'

// Whole blocks that the networks hand out brand by brand (airline, rental firm, hotel chain). Any code in them has its
// meaning by its place, assigned yet or not. The published list calls 3882 a cash service, but it lies inside the
// hotels' block, so it stays with the block.
const BLOCKS = [
  { first: 3000, last: 3350, category: 'airlines' },
  { first: 3351, last: 3500, category: 'car_rental' },
  { first: 3501, last: 3999, category: 'lodging' },
]

const EXAMPLES: [mcc: string, category: string, merchant: string][] = [
  ['7311', 'advertising', 'advertising services'],
  ['5734', 'software', 'software shop'],
  ['5817', 'software', 'app store'],
  ['7372', 'software', 'programming and data processing'],
  ['7379', 'software', 'computer services'],
  ['4816', 'cloud_hosting', 'network services, web hosting'],
  ['7375', 'cloud_hosting', 'information retrieval'],
  ['5815', 'digital_goods', 'films and music online'],
  ['5816', 'digital_goods', 'online games'],
  ['5818', 'digital_goods', 'large digital goods merchant'],
  ['5968', 'subscriptions', 'continuity merchant'],
  ['4899', 'subscriptions', 'cable and streamed television'],
  ['4814', 'telecom', 'telephone company'],
  ['4900', 'utilities', 'electricity'],
  ['3000', 'airlines', 'first code of the airline block'],
  ['3350', 'airlines', 'last code of the airline block'],
  ['4511', 'airlines', 'airline without a code of its own'],
  ['3501', 'lodging', 'first code of the hotel block'],
  ['3999', 'lodging', 'last code of the hotel block'],
  ['7011', 'lodging', 'hotel without a code of its own'],
  ['7033', 'lodging', 'campground'],
  ['3351', 'car_rental', 'first code of the rental block'],
  ['3500', 'car_rental', 'last code of the rental block'],
  ['7512', 'car_rental', 'rental firm without a code of its own'],
  ['7513', 'car_rental', 'truck rental'],
  ['4411', 'cruise_lines', 'cruise line'],
  ['4722', 'travel_agencies', 'travel agency'],
  ['4111', 'transport', 'commuter train'],
  ['4121', 'transport', 'taxi'],
  ['4784', 'transport', 'toll road'],
  ['7523', 'transport', 'car defer'],
  ['4215', 'shipping', 'courier'],
  ['9402', 'shipping', 'post office'],
  ['5541', 'fuel', 'petrol station'],
  ['5542', 'fuel', 'petrol pump'],
  ['5552', 'fuel', 'charging station'],
  ['5511', 'vehicles', 'car dealer'],
  ['7538', 'vehicles', 'garage'],
  ['5411', 'groceries', 'supermarket'],
  ['5462', 'groceries', 'bakery'],
  ['5812', 'restaurants', 'restaurant'],
  ['5813', 'restaurants', 'bar'],
  ['5814', 'restaurants', 'fast food'],
  ['5921', 'alcohol_and_tobacco', 'liquor shop'],
  ['5311', 'general_merchandise', 'department store'],
  ['5262', 'general_merchandise', 'marketplace'],
  ['5651', 'clothing', 'clothes shop'],
  ['5944', 'jewelry', 'jeweller'],
  ['5712', 'home_and_garden', 'furniture shop'],
  ['5732', 'electronics', 'electronics shop'],
  ['5045', 'electronics', 'computers'],
  ['5943', 'office_and_printing', 'stationer'],
  ['5942', 'specialty_shops', 'bookshop'],
  ['0742', 'pets', 'veterinarian'],
  ['1520', 'contractors_and_repairs', 'builder'],
  ['5912', 'health', 'pharmacy'],
  ['8062', 'health', 'hospital'],
  ['7230', 'personal_services', 'hairdresser'],
  ['7273', 'dating_and_adult', 'dating'],
  ['8220', 'education', 'university'],
  ['8111', 'professional_services', 'lawyer'],
  ['8931', 'professional_services', 'accountant'],
  ['7399', 'business_services', 'business services'],
  ['7832', 'entertainment', 'cinema'],
  ['7997', 'sports_and_recreation', 'sports club'],
  ['7995', 'gambling', 'betting'],
  ['7801', 'gambling', 'online casino'],
  ['6010', 'cash', 'cash at the counter'],
  ['6011', 'cash', 'cash machine'],
  ['6051', 'cash', 'currency exchange, cryptocurrency'],
  ['4829', 'money_transfer', 'wire transfer'],
  ['6540', 'money_transfer', 'loading of stored value'],
  ['6012', 'financial_services', 'bank'],
  ['6211', 'financial_services', 'broker'],
  ['6300', 'insurance', 'insurer'],
  ['6513', 'real_estate', 'rent'],
  ['8398', 'charities_and_memberships', 'charity'],
  ['9311', 'government', 'tax office'],
  ['9399', 'government', 'public services'],
]

const published: ReadonlySet<string> = new Set(publishedCodes.map((code) => code.mcc))
const inABlock = (mcc: string) => BLOCKS.some(({ first, last }) => Number(mcc) >= first && Number(mcc) <= last)

test('every published code belongs to exactly one category', () => {
  assert.ok(published.size > 1000, `only ${published.size} codes: is the published list whole?`)
  for (const mcc of published) {
    const owners = categories.filter((category) => category.mccs.includes(mcc)).map((category) => category.name)
    assert.deepEqual(owners, [categoryOfMcc(mcc)], mcc)
  }
})

test('no category lists a code that does not exist', () => {
  for (const { name, mccs } of categories) {
    const invented = mccs.filter((mcc) => !published.has(mcc) && !inABlock(mcc))
    assert.deepEqual(invented, [], name)
  }
})

test('the blocks of airlines, rental firms and hotels are whole', () => {
  for (const { first, last, category } of BLOCKS) {
    for (let code = first; code <= last; code++) assert.equal(categoryOfMcc(String(code)), category, String(code))
  }
})

test('well-known merchants are where a person would look for them', () => {
  for (const [mcc, category, merchant] of EXAMPLES) assert.equal(categoryOfMcc(mcc), category, `${mcc} ${merchant}`)
})

test('each category has a plain name, a sentence and its codes in order', () => {
  assert.ok(categories.length >= 35 && categories.length <= 50, `${categories.length} categories`)
  assert.equal(new Set(categories.map((category) => category.name)).size, categories.length)
  for (const { name, description, mccs } of categories) {
    assert.match(name, /^[a-z]+(_[a-z]+)*$/)
    assert.match(description, /^[A-Z][^.]{10,120}\.$/, name)
    assert.ok(mccs.length > 0, name)
    assert.ok(
      mccs.every((mcc) => /^\d{4}$/.test(mcc)),
      name,
    )
    assert.deepEqual(mccs, [...new Set(mccs)].sort(), name)
  }
})

test('"other" comes last, is small and takes what nothing else claims', () => {
  const other = categories.at(-1)
  assert.equal(other?.name, 'other')
  assert.ok(other.mccs.length <= 15, `${other.mccs.length} codes in "other"`)
  for (const mcc of ['0001', '1234', '9998', '', '73110', 'constructor']) assert.equal(categoryOfMcc(mcc), 'other', mcc)
})

test('an entry is a category name or any four digits, and nothing else', () => {
  for (const { name } of categories) assert.ok(isKnownCategoryEntry(name), name)
  for (const entry of ['7311', '0742', '0000', '1234']) assert.ok(isKnownCategoryEntry(entry), entry)
  const unknown = ['', 'Advertising', 'advertising ', 'ads', '731', '73111', '7311\n', '7311-7320', 'toString', '٧٣١١']
  for (const entry of unknown) assert.ok(!isKnownCategoryEntry(entry), JSON.stringify(entry))
})

test('an empty list allows every merchant; a list allows its categories and codes only', () => {
  const cases: [allowed: string[], mcc: string, answer: boolean][] = [
    [[], '7311', true],
    [[], '1234', true],
    [['advertising'], '7311', true],
    [['advertising'], '5734', false],
    [['advertising', 'software'], '7372', true],
    [['7311'], '7311', true],
    [['5734'], '7372', false],
    [['software', '5411'], '5411', true],
    [['software', '5411'], '5422', false],
    [['other'], '1234', true],
    [['other'], '7311', false],
    [['1234'], '1234', true],
    [['lodging'], '3999', true],
  ]
  for (const [allowed, mcc, answer] of cases) {
    assert.equal(mccIsAllowed(allowed, mcc), answer, `${mcc} in [${allowed}]`)
  }
})
