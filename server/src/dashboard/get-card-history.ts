import { CardParams } from '../cards/card-schemas.ts'
import { readCardHistory } from '../cards/read-card-history.ts'
import { read } from '../http/route.ts'
import { pagingParameters, Strict } from '../http/schemas.ts'
import { CardHistory } from './shapes/card-history.ts'

export const getCardHistory = read({
  method: 'GET',
  url: '/cards/:card_id/history',
  operationId: 'getCardHistory',
  tag: 'Dashboard',
  summary: 'List what happened to a card',
  params: CardParams,
  query: Strict(pagingParameters(50)),
  reply: { 200: CardHistory },
  errors: ['card_not_found'],
  mayReadStandby: true,
  read: ({ sql, workspace, params, query }): Promise<CardHistory> =>
    readCardHistory(sql, workspace, params.card_id, query),
})
