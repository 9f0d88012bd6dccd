// Searches every byte that left a process during the example, and every row that is stored.

import assert from 'node:assert/strict'
import { asOwner } from '../../../server/test/contract/assertions.ts'
import { type Exchange, headerLines } from './recording-proxy.ts'
import type { Scene } from './scene.ts'
import { cvvPatterns, foundIn, numberPatterns, type Pattern, passcodePattern, textPatterns } from './secrets.ts'

/** The two answers whose purpose is the number: to the checkout helper, and to the frame that a person looks at. */
const isReveal = ({ who, method, path }: Exchange) =>
  (who === 'checkout' && method === 'GET' && /^\/v1\/cards\/\w+\/details$/.test(path)) ||
  (who === 'person' && method === 'POST' && /^\/reveal\/rev_\w+$/.test(path))

/** The one answer to an agent whose purpose is a passcode. */
const isPasscode = ({ who, path, asked }: Exchange) =>
  who === 'agent' && path === '/mcp' && asked.includes('"wait_for_passcode"')

/** A person who may see passcodes is shown them by the open dashboard, as `3ds.challenge` happens. */
const isPersonsStream = ({ who, path }: Exchange) => who === 'person' && path.startsWith('/v1/events/stream')

/** Built files are the same for everybody, and full of short numbers. */
const isBuilt = ({ path }: Exchange) => /^\/(assets|reveal\/v1)\//.test(path)

export async function assertKeptSecret(scene: Scene, requestIds: readonly string[]): Promise<void> {
  const { secrets, proxies, receiver } = scene
  const known = await secretsOf(scene, requestIds)
  const keys = Object.entries(secrets).flatMap(([name, secret]) => textPatterns(name, secret))
  const everything = [...keys, ...known.cards, ...known.passcodes]
  const faults: string[] = []
  const search = (place: string, text: string, patterns: readonly Pattern[]) =>
    faults.push(...foundIn(text, patterns).map((name) => `${place}: ${name}`))

  const exchanges = Object.values(proxies).flatMap((proxy) => proxy.exchanges)
  for (const each of exchanges) {
    const patterns = [
      ...keys,
      ...(isReveal(each) ? [] : known.numbers),
      ...(isReveal(each) || isBuilt(each) ? [] : known.cvvs),
      ...(isPasscode(each) || isPersonsStream(each) || isBuilt(each) ? [] : known.passcodes),
    ]
    search(`${each.who} ${each.method} ${each.path}`, each.answered, patterns)
    // An agent that sends a number has learned it.
    if (each.who === 'agent') search(`${each.who} asking ${each.path}`, each.asked, known.cards)
  }
  for (const [name, text] of Object.entries(scene.outputs())) {
    // `cardwright mcp` hands the agent what the service answered, passcodes of wait_for_passcode among it.
    search(`output of ${name}`, text, name === 'mcp' ? [...keys, ...known.cards] : everything)
  }
  for (const { body, headers } of receiver.received) search('webhook', `${headerLines(headers)}\n\n${body}`, everything)
  search('stored rows', await storedRows(scene), everything)
  assert.deepEqual(faults, [])
  assertSearched(scene, exchanges, known)
}

type Known = { numbers: Pattern[]; cvvs: Pattern[]; cards: Pattern[]; passcodes: Pattern[] }

async function secretsOf({ boss }: Scene, requestIds: readonly string[]): Promise<Known> {
  const known: Known = { numbers: [], cvvs: [], cards: [], passcodes: [] }
  for (const id of requestIds) {
    const { card_id } = (await boss.get(`/spend-requests/${id}`)).body
    const { body: details } = await boss.get(`/cards/${card_id}/details`)
    assert.match(details.pan, /^\d{16}$/)
    known.numbers.push(...numberPatterns(details))
    known.cvvs.push(...cvvPatterns(details))
    const { body: challenges } = await boss.get(`/3ds?card_id=${card_id}`)
    for (const { otp } of challenges.data) known.passcodes.push(passcodePattern(otp))
  }
  known.cards = [...known.numbers, ...known.cvvs]
  assert.ok(
    known.passcodes.length >= requestIds.length,
    `${known.passcodes.length} passcodes for ${requestIds.length} requests`,
  )
  return known
}

/** A search that finds nothing proves something only if it finds what is there. */
function assertSearched(scene: Scene, exchanges: readonly Exchange[], known: Known): void {
  const reveals = exchanges.filter(isReveal).filter(({ answered }) => foundIn(answered, known.numbers).length > 0)
  assert.deepEqual([...new Set(reveals.map(({ who }) => who))].sort(), ['checkout', 'person'])
  for (const { answered } of reveals) assert.notDeepEqual(foundIn(answered, known.cvvs), [])
  const passcodes = exchanges.filter(isPasscode).filter(({ answered }) => foundIn(answered, known.passcodes).length > 0)
  assert.ok(passcodes.length >= 2, `${passcodes.length} passcodes`)
  const { service, agent, mcp, pay } = scene.outputs()
  assert.match(service, /"level"/)
  assert.match(agent, /"step": ?"done"/)
  assert.ok(mcp === '' || mcp.includes('jsonrpc'), mcp)
  assert.match(pay, /"step":"paid"/)
  assert.ok(
    scene.receiver.received.some(({ body }) => body.includes('spend_request.used')),
    `no spend_request.used among ${scene.receiver.received.length} events`,
  )
  for (const who of ['agent', 'checkout', 'shop', 'person'])
    assert.ok(
      exchanges.some((exchange) => exchange.who === who && exchange.answered !== ''),
      who,
    )
}

/** Every row of every table as text: events, the request log, stored answers, deliveries and the rest. */
async function storedRows({ dashboard }: Scene): Promise<string> {
  return asOwner(dashboard.service, async (sql) => {
    const tables = await sql<{ name: string }[]>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`
    const texts = tables.map(async ({ name }) => {
      const [row] = await sql<{ text: string | null }[]>`select string_agg(t::text, E'\n') as text from ${sql(name)} t`
      return row!.text ?? ''
    })
    const all = (await Promise.all(texts)).join('\n')
    assert.ok(all.includes('Acme Books'), 'the search finds what is there')
    return all
  })
}
