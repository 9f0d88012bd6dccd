import type { Workspace } from '../accounts/workspace.ts'
import type { Config } from '../config/config.ts'
import { ApiError } from '../errors.ts'
import { resolvesToPrivate, webhookUrlFault } from './webhook-url.ts'

/** Loopback is for laptops, and never allowed in production, whatever the setting says. */
export function mayUseLoopback(
  config: Pick<Config, 'webhookAllowLoopback'>,
  environment: Workspace['environment'],
): boolean {
  return config.webhookAllowLoopback && environment === 'sandbox'
}

/** Refuses URLs that could never be delivered to. The rest is checked again at every connection. */
export async function checkUrl(config: Config, { environment }: Workspace, url: string): Promise<void> {
  const allowLoopback = mayUseLoopback(config, environment)
  const fault = webhookUrlFault(url, { allowLoopback })
  if (fault !== undefined) throw new ApiError('invalid_url', fault, { param: 'url' })
  const { protocol, hostname } = new URL(url)
  if (protocol === 'https:' && (await resolvesToPrivate(hostname)))
    throw new ApiError('invalid_url', 'The host of the URL has an address that is not public.', { param: 'url' })
}
