import { CSPProvider } from '@base-ui/react/csp-provider'
import { QueryClientProvider } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import type { Page } from '../lib/page.ts'
import { query_client } from '../lib/query-client.ts'
import { MessagesGate } from './messages-gate.tsx'
import { AppRouter } from './router.tsx'

interface AppProps {
  routes: readonly Page[]
  first: ComponentProps<typeof MessagesGate>['first']
}

/** Everything that surrounds the router. */
export function App({ routes, first }: AppProps) {
  return (
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={query_client}>
        <MessagesGate first={first}>
          <AppRouter routes={routes} />
        </MessagesGate>
      </QueryClientProvider>
    </CSPProvider>
  )
}
