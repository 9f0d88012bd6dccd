// A service with one simulated processor, whose questions reach the service and whose API the service calls.

import { after } from 'node:test'
import type { ProcessorKind } from '../../src/config/processor-config.ts'
import { folderWith } from '../folder-with.ts'
import { type Api, startTestService, type TestService } from '../harness.ts'
import { type IncreaseWorld, openIncreaseWorld } from './increase-world.ts'
import { type LithicWorld, openLithicWorld } from './lithic-world.ts'
import { binsOf, entryOf, OUTSIDE_BIN, post } from './outside-service.ts'
import { openStripeWorld, type StripeWorld } from './stripe-world.ts'
import type { Message, Reply, World, WorldOptions } from './world.ts'

type Worlds = { lithic: LithicWorld; stripe: StripeWorld; increase: IncreaseWorld }

const worlds: { [Kind in ProcessorKind]: (options: WorldOptions) => Promise<Worlds[Kind]> } = {
  lithic: openLithicWorld,
  stripe: openStripeWorld,
  increase: openIncreaseWorld,
}

export { OUTSIDE_BIN } from './outside-service.ts'

export type Scene<Of extends World = World> = {
  service: TestService
  world: Of
  /** Its name in processors.json. */
  name: string
  deliver(message: Message): Promise<Reply>
  /** A card of a workspace with money, and its id there. */
  newCard(api: Api, amount: number): Promise<{ id: string; externalId: string }>
}

type SceneOptions = {
  seed?: number
  worker?: boolean
  env?: Record<string, string>
  /** The processor's clock, by which it signs. */
  clock?: () => Date
  /** What becomes of a question on its way to the service. */
  ask?: (message: Message, deliver: (message: Message) => Promise<Reply>) => Promise<Reply>
}

export async function openScene<Kind extends ProcessorKind>(
  kind: Kind,
  { seed = 1, worker = false, env = {}, clock = () => new Date(), ask }: SceneOptions = {},
): Promise<Scene<Worlds[Kind]>> {
  const name = `${kind}-test`
  let url = ''
  const deliver = (message: Message) => post(`${url}/processors/${name}/${message.callback}`, message)
  const world = await worlds[kind]({
    seed,
    clock,
    ask: (message) => (ask ? ask(message, deliver) : deliver(message)),
  })
  after(() => world.close())
  const service = await startTestService({ ...environmentOf(name, world), ...env }, { worker })
  url = service.url
  return { service, world, name, deliver, newCard: (api, amount) => newCard(world, api, amount) }
}

/** What makes a service know the world. */
export function environmentOf(name: string, world: World): Record<string, string> {
  return { CARDWRIGHT_DATA_DIR: folderWith({ 'bins.json': binsOf(name) }), ...entryOf(name, world) }
}

async function newCard(world: World, api: Api, amount: number): Promise<{ id: string; externalId: string }> {
  const { status, body } = await api.post('/cards', { bin_id: OUTSIDE_BIN, amount })
  if (status !== 201) throw new Error(`no card: ${JSON.stringify(body)}`)
  const externalId = [...world.cards].find(([, card]) => card.cardId === body.id)?.[0]
  if (externalId === undefined) throw new Error('the processor does not know the card')
  return { id: body.id, externalId }
}
