import Type from 'typebox'
import { selectKeysOf } from '../accounts/api-keys.ts'
import { readBothClocks } from '../accounts/read-workspace-time.ts'
import { selectBudgets } from '../engine/key-budgets.ts'
import { ApiError } from '../errors.ts'
import { read } from '../http/route.ts'
import { Timestamp } from '../http/schemas.ts'
import { publicId } from '../ids.ts'
import { presentRights, rightsShape } from './key-shape.ts'

const Key = Type.Object(
  {
    id: Type.String({ examples: ['key_0001m7fvfr85e5mtekznx29q5n67'] }),
    name: Type.String({ examples: ['Shopping agent'] }),
    environment: Type.String({ enum: ['sandbox', 'production'] }),
    ...rightsShape,
    created_at: Timestamp('When the key was created.'),
  },
  { $id: 'Key' },
)

export const getKeySelf = read({
  method: 'GET',
  url: '/keys/self',
  operationId: 'getKeySelf',
  scope: null,
  bounds: 'open',
  tag: 'Keys',
  summary: 'Get the rights of this key',
  description:
    'Returns the scopes and limits of the key that makes the request, and what is left of its budget. Every key may call this.',
  reply: { 200: Key },
  async read({ sql, workspace, services }) {
    const { key, bucket } = workspace
    if (!key) throw new ApiError('not_found', 'You are signed in as a person: this tells a key what it may do.')
    const needs = { budgetOf: key.id }
    const [[row], [budget], clock] = await Promise.all([
      selectKeysOf(sql, workspace, key.id),
      selectBudgets(sql, [{ workspace, needs }]),
      readBothClocks(sql, workspace, services),
    ])
    if (!row) throw new ApiError('unauthorized')
    return {
      id: publicId('key', 0, key.id),
      name: row.name,
      environment: workspace.environment,
      ...presentRights(key, bucket, { budget, clock }),
      created_at: row.created_at.toISOString(),
    }
  },
})
