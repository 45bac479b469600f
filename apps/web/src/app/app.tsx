import { CSPProvider } from '@base-ui/react/csp-provider'
import { QueryClientProvider } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { RouterProvider } from 'react-router/dom'
import { query_client } from '../lib/query-client.ts'
import { MessagesGate } from './messages-gate.tsx'

interface AppProps {
  router: ComponentProps<typeof RouterProvider>['router']
  first: ComponentProps<typeof MessagesGate>['first']
}

/** Everything that surrounds the router. */
export function App({ router, first }: AppProps) {
  return (
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={query_client}>
        <MessagesGate first={first}>
          <RouterProvider router={router} />
        </MessagesGate>
      </QueryClientProvider>
    </CSPProvider>
  )
}
