// A processor that issues every card it is asked for, for tests that need live cards and are not about processors.

import { after } from 'node:test'
import { folderWith } from '../folder-with.ts'
import { openLithicWorld } from './lithic-world.ts'
import { binsOf, entryOf, OUTSIDE_BIN } from './outside-service.ts'

const NAME = 'lithic-live'
export const LIVE_BIN = OUTSIDE_BIN

export async function withLiveCards(): Promise<Record<string, string>> {
  const nobodyAsks = () => Promise.reject(new Error('nobody asks'))
  const world = await openLithicWorld({ seed: 1, clock: () => new Date(), ask: nobodyAsks })
  after(() => world.close())
  return {
    CARDWRIGHT_DATA_DIR: folderWith({ 'bins.json': binsOf(NAME, 'production') }),
    ...entryOf(NAME, world, 'production'),
  }
}
