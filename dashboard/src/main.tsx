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

// Reads pause while the service cannot be reached, and every panel reads again when the connection returns.
onlineManager.setEventListener((setOnline) => listenToConnection(() => setOnline(connection() === 'online')))

const queries = new QueryClient({
  // When no open page can ask the user to sign in again (shell/sign-in-again.tsx), go to the sign-in page and return
  // afterwards.
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
      // Retry only connection failures and server errors, which may be temporary. An error that names a parameter is
      // permanent.
      retry: (failures, error) =>
        failures < 2 &&
        error instanceof Problem &&
        (error.status === 0 || error.status >= 500) &&
        error.param === undefined,
    },
    // An action by the user runs now or fails. It must not be queued and run later.
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
