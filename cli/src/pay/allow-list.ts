// The pages that may get a card: exact hosts over https, and over http only on this machine.

import { UsageError } from '../framework/failures.ts'

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])
const HOST = /^(\[[0-9a-f:]+\]|[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?)(:\d{1,5})?$/i
const MAX_HOSTS = 50

export class AllowList {
  readonly #hosts: ReadonlySet<string>

  constructor(hosts: readonly string[]) {
    if (hosts.length > MAX_HOSTS) throw new UsageError(`at most ${MAX_HOSTS} hosts can be allowed`)
    this.#hosts = new Set(hosts.map(hostOf))
  }

  allows(address: string): boolean {
    if (!URL.canParse(address)) return false
    const { protocol, hostname, host } = new URL(address)
    const isPrivate = protocol === 'https:' || (protocol === 'http:' && LOOPBACK.has(hostname))
    return isPrivate && this.#hosts.has(host)
  }

  hasHost(host: string): boolean {
    return this.#hosts.has(hostOf(host))
  }
}

/**
 * CARDWRIGHT_PAY_ALLOW lists the hosts that the owner of the card's key allows, so `--allow` can only choose among them.
 * Without the variable, `--allow` is the list.
 */
export function allowListOf(given: readonly string[], variable: string | undefined): AllowList {
  const owned = (variable ?? '').split(/[\s,]+/).filter((each) => each !== '')
  if (owned.length === 0 && given.length === 0)
    throw new UsageError('no host is allowed to receive a card: name it with --allow HOST or in CARDWRIGHT_PAY_ALLOW')
  if (owned.length === 0) return new AllowList(given)
  const bound = new AllowList(owned)
  const beyond = given.find((host) => !bound.hasHost(host))
  if (beyond !== undefined) throw new UsageError(`"${beyond}" is not among the hosts of CARDWRIGHT_PAY_ALLOW`)
  return given.length === 0 ? bound : new AllowList(given)
}

/** The host as the URL parser writes it: in lower case, and without the default port of https. */
function hostOf(text: string): string {
  if (!HOST.test(text) || !URL.canParse(`https://${text}`))
    throw new UsageError(
      `"${text}" is not a host such as shop.example.com or 127.0.0.1:8080; wildcards are not supported`,
    )
  return new URL(`https://${text}`).host
}
