import Type from 'typebox'
import { findWorkspacesByKeys, hashKey } from '../accounts/api-keys.ts'
import { hasExpired } from '../accounts/key-rights.ts'
import { read } from '../http/route.ts'

/**
 * For the samples of the documentation. Stored keys are hashes, so the only key that can be shown is the one that the
 * operator has given to the service in CARDWRIGHT_SANDBOX_KEY, and only to people who could make such a key themselves.
 */
export const getSandboxKey = read({
  method: 'GET',
  url: '/sandbox-key',
  operationId: 'getSandboxKey',
  tag: 'Dashboard',
  access: 'keys',
  freshly: 'always',
  summary: 'Get the sandbox key that the operator has configured for this workspace, or null',
  reply: { 200: Type.Object({ key: Type.Union([Type.String(), Type.Null()]) }) },
  async read({ sql, workspace, services: { config, clock } }) {
    const key = config.sandboxKey
    if (key === undefined) return { key: null }
    const hash = hashKey(key).toString('hex')
    const owner = (await findWorkspacesByKeys(sql, [hash])).get(hash)
    const isOwn = owner?.id === workspace.id && !hasExpired(owner, clock().getTime())
    return { key: isOwn ? key : null }
  },
})
