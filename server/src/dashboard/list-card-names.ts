import { read } from '../http/route.ts'
import { Strict, Text } from '../http/schemas.ts'
import { parseId, publicId } from '../ids.ts'
import { selectCardNames } from './card-names.ts'
import { CardNames } from './shapes/cards.ts'

/** Enough for the cards on a page of any list; one id has 33 characters. */
const MAX_IDS_TEXT = 4000

export const listCardNames = read({
  method: 'GET',
  url: '/cards/names',
  operationId: 'listCardNames',
  tag: 'Cards',
  summary: 'The labels and last four digits of cards, by their ids',
  query: Strict({ ids: Text({ maxLength: MAX_IDS_TEXT, description: 'Ids of cards, with commas between them.' }) }),
  reply: { 200: CardNames },
  mayReadStandby: true,
  async read({ sql, workspace, query }): Promise<CardNames> {
    const asked = query.ids.split(',').flatMap((text) => parseId('card', text) ?? [])
    const here = asked.filter(({ bucket }) => bucket === workspace.bucket).map(({ uuid }) => uuid)
    const names = await selectCardNames(sql, workspace, here)
    return {
      data: Object.fromEntries([...names].map(([id, name]) => [publicId('card', workspace.bucket, id), name])),
    }
  },
})
