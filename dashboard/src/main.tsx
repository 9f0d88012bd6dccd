import { QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Problem } from './api/request.ts'
import { makeRouter } from './router.tsx'
import './styles.css'
import { Toasts } from './ui/toasts.tsx'

const queries = new QueryClient({
  // A session that has ended, by the clock or by somebody's hand: back to the sign-in, and then to the same page.
  queryCache: new QueryCache({
    onError: (error) => {
      if (!(error instanceof Problem && error.status === 401) || BEFORE_SIGN_IN.test(location.pathname)) return
      const next = `${location.pathname}${location.search}`
      queries.clear()
      void router.navigate({ to: '/sign-in', search: next === '/' ? {} : { next } })
    },
  }),
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      // A refusal is an answer; only what may pass by itself is asked again, and what names a parameter will not.
      retry: (failures, error) =>
        failures < 2 &&
        error instanceof Problem &&
        (error.status === 0 || error.status >= 500) &&
        error.param === undefined,
    },
  },
})

const BEFORE_SIGN_IN = /^\/(sign-in|join|reset)$/
const router = makeRouter(queries)

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
      <Toasts />
    </QueryClientProvider>
  </StrictMode>,
)
