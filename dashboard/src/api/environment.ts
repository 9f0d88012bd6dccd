// Which of the account's two environments a page shows. The address says so (`?env=production`; without it, the
// sandbox), so that a link can be shared and two tabs can differ. Every link keeps it (router.tsx).

import { useNavigate, useSearch } from '@tanstack/react-router'

export type Environment = 'sandbox' | 'production'

export const otherThan = (environment: Environment): Environment =>
  environment === 'sandbox' ? 'production' : 'sandbox'

function environmentOf(env: string | null | undefined): Environment {
  return env === 'production' ? 'production' : 'sandbox'
}

/** By the address bar: for what is sent from outside of a component. */
export function environment(): Environment {
  return environmentOf(new URLSearchParams(location.search).get('env'))
}

/** By the page that is drawn: while another one is being loaded, the address bar is ahead of it. */
export function useEnvironment(): Environment {
  return environmentOf((useSearch({ strict: false }) as { env?: string }).env)
}

/** The same page, or another one, in an environment. Filters of the one environment mean nothing in the other. */
export function useChooseEnvironment(): (next: Environment, to?: string, replace?: boolean) => Promise<void> {
  const navigate = useNavigate()
  return (env, to = location.pathname, replace = false) => navigate({ to, search: { env }, replace } as never)
}

type Search = Record<string, unknown>

/** For the router: every address keeps the environment of the page before, unless it names one; the sandbox needs no name. */
export function keepEnvironment({ search, next }: { search: Search; next: (search: Search) => Search }): Search {
  const { env, ...rest } = next(search)
  return environmentOf((env ?? search.env) as string | undefined) === 'production'
    ? { ...rest, env: 'production' }
    : rest
}
