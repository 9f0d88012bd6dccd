import { onlineManager, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { connection, listenToConnection } from './api/connection.ts'
import { Problem } from './api/request.ts'
import { makeRouter } from './router.tsx'
import { OfflineBanner } from './shell/offline-banner.tsx'
import './styles.css'
import { Toasts } from './ui/toasts.tsx'

// Reads wait while the service cannot be reached, and every panel reads again when it can.
onlineManager.setEventListener((setOnline) => listenToConnection(() => setOnline(connection() === 'online')))

const queries = new QueryClient({
  // Where no page is open that could ask to sign in again (shell/sign-in-again.tsx): to the sign-in, and back.
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
    // What a person does is done now or fails: it must not happen later by itself.
    mutations: { networkMode: 'always' },
  },
})

const BEFORE_SIGN_IN = /^\/(sign-in|join|reset)$/
const router = makeRouter(queries)

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
      <OfflineBanner />
      <Toasts />
    </QueryClientProvider>
  </StrictMode>,
)
