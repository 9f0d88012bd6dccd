// The team member who looks after a card. People set, clear and see the owner; API keys do not.

import Type, { type TObject } from 'typebox'
import { appendAudit } from '../accounts/audit-log.ts'
import type { Workspace } from '../accounts/workspace.ts'
import { clearOwner, selectOwners, setOwner } from '../cards/card-owners.ts'
import { CardParams } from '../cards/card-schemas.ts'
import { findCard } from '../cards/find-card.ts'
import { listCards, readCardPage } from '../cards/list-cards.ts'
import type { Sql } from '../database/database.ts'
import { ApiError } from '../errors.ts'
import { read, write } from '../http/route.ts'
import { Strict } from '../http/schemas.ts'
import { parseId, publicId, type Uuid } from '../ids.ts'
import { findMember, listMembers } from '../people/team.ts'
import { selectPeopleNames } from './list-actors.ts'
import { CardOwner, NewCardOwner, People, type Person } from './shapes/cards.ts'

export const listPeople = read({
  method: 'GET',
  url: '/people',
  operationId: 'listPeople',
  tag: 'Dashboard',
  access: 'operate',
  summary: 'The names of the people of the account',
  reply: { 200: People },
  async read({ sql, workspace }): Promise<People> {
    return { data: (await listMembers(sql, workspace.accountId)).map(({ id, name }) => ({ id, name })) }
  },
})

export const setCardOwner = write({
  method: 'PUT',
  url: '/cards/:card_id/owner',
  operationId: 'setCardOwner',
  tag: 'Cards',
  summary: 'Make a member of the team the owner of a card',
  params: CardParams,
  body: NewCardOwner,
  reply: { 200: CardOwner },
  errors: ['card_not_found'],
  async write({ tx, workspace, params, body, services, caller }) {
    const card = await findCard(tx, workspace, params.card_id)
    const member = await findMember(tx, workspace.accountId, body.user_id).catch((error: unknown) => {
      if (!(error instanceof ApiError)) throw error
      throw new ApiError('invalid_request', 'No such person in the team.', { param: 'user_id' })
    })
    const now = services.clock()
    await setOwner(tx, workspace, { card_id: card.id, user_id: member.uuid }, now)
    const subject = `${params.card_id} to ${member.id}`
    await appendAudit(tx, workspace, { action: 'card.set-owner', subject, caller, at: now })
    return { status: 200, body: { owner: { id: member.id, name: member.name } } }
  },
})

export const clearCardOwner = write({
  method: 'DELETE',
  url: '/cards/:card_id/owner',
  operationId: 'clearCardOwner',
  tag: 'Cards',
  summary: 'Leave a card without an owner',
  params: CardParams,
  reply: { 200: CardOwner },
  errors: ['card_not_found'],
  async write({ tx, workspace, params, services, caller }) {
    const card = await findCard(tx, workspace, params.card_id)
    await clearOwner(tx, workspace, card.id)
    await appendAudit(tx, workspace, {
      action: 'card.clear-owner',
      subject: params.card_id,
      caller,
      at: services.clock(),
    })
    return { status: 200, body: { owner: null } }
  },
})

/** Like the list of cards in the API, but only the cards of one person. */
export const listOwnedCards = read({
  ...listCards,
  url: '/cards',
  operationId: 'listOwnedCards',
  summary: 'List the cards that a person owns',
  scope: undefined as never,
  bounds: undefined as never,
  query: Strict({
    ...(listCards.query as TObject).properties,
    owner: Type.String({ maxLength: 100, description: 'The id of a person, or `me`.' }),
  }),
  read({ sql, workspace, query }) {
    const { owner } = query as { owner: string }
    const id = owner === 'me' ? workspace.person!.id : parseId('user', owner)?.uuid
    if (!id) throw new ApiError('invalid_request', 'No such person.', { param: 'owner' })
    return readCardPage(sql, workspace, query, id)
  },
})

/** The owners of cards, by the uuid of the card. A person who has left the team owns no card. */
export async function ownersOf(sql: Sql, workspace: Workspace, cardIds: readonly Uuid[]): Promise<Map<Uuid, Person>> {
  const owned = await selectOwners(sql, workspace, cardIds)
  const people = await selectPeopleNames(sql, workspace.accountId, [...new Set(owned.map(({ user_id }) => user_id))])
  const byId = new Map(people.map(({ id, name }) => [id, { id, name }]))
  return new Map(
    owned.flatMap(({ card_id, user_id }) => {
      const person = byId.get(publicId('user', 0, user_id))
      return person ? [[card_id, person]] : []
    }),
  )
}
