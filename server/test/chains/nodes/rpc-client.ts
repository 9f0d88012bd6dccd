/** Calls a node from a test and throws the error that the node returns. */
// biome-ignore lint/suspicious/noExplicitAny: each method has its own result, which the tests check
export type Rpc = (method: string, ...params: unknown[]) => Promise<any>

export function rpcOf(address: string): Rpc {
  const url = new URL(address)
  const credentials = btoa(`${url.username}:${url.password}`)
  const headers = { 'content-type': 'application/json', authorization: `Basic ${credentials}` }
  return async (method, ...params) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    const response = await fetch(url.origin, { method: 'POST', headers, body })
    const { result, error } = (await response.json()) as { result: unknown; error?: { message: string } }
    if (error) throw new Error(`${method}: ${error.message}`)
    return result
  }
}
