import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Problem } from './api/request.ts'
import { makeRouter } from './router.tsx'
import './styles.css'
import { Toasts } from './ui/toasts.tsx'

const queries = new QueryClient({
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

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <RouterProvider router={makeRouter(queries)} />
      <Toasts />
    </QueryClientProvider>
  </StrictMode>,
)
