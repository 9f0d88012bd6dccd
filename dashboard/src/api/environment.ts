// Which of the account's two environments a page shows. The address holds it (`?env=production`, or nothing for the
// sandbox), so a link can be shared and two tabs can differ. Every link keeps the environment (router.tsx).

import { useNavigate, useSearch } from '@tanstack/react-router'

export type Environment = 'sandbox' | 'production'

export const otherThan = (environment: Environment): Environment =>
  environment === 'sandbox' ? 'production' : 'sandbox'

function environmentOf(env: string | null | undefined): Environment {
  return env === 'production' ? 'production' : 'sandbox'
}

/** The environment in the address bar. Code outside of components uses this when it sends a request. */
export function environment(): Environment {
  return environmentOf(new URLSearchParams(location.search).get('env'))
}

/** The environment of the page on screen. While the next page loads, the address bar is already ahead of it. */
export function useEnvironment(): Environment {
  return environmentOf((useSearch({ strict: false }) as { env?: string }).env)
}

/**
 * Opens the same page, or the page `to`, in another environment. Filters are dropped, because they mean nothing there.
 */
export function useChooseEnvironment(): (next: Environment, to?: string, replace?: boolean) => Promise<void> {
  const navigate = useNavigate()
  return (env, to = location.pathname, replace = false) => navigate({ to, search: { env }, replace } as never)
}

type Search = Record<string, unknown>

/**
 * For the router: a new address keeps the environment of the page before, unless it names one. The sandbox is not
 * written to the address.
 */
export function keepEnvironment({ search, next }: { search: Search; next: (search: Search) => Search }): Search {
  const { env, ...rest } = next(search)
  return environmentOf((env ?? search.env) as string | undefined) === 'production'
    ? { ...rest, env: 'production' }
    : rest
}
