import { CSPProvider } from '@base-ui/react/csp-provider'
import { QueryClientProvider } from '@tanstack/react-query'
import type { Page } from '../lib/page.ts'
import { query_client } from '../lib/query-client.ts'
import { MessagesGate } from './messages-gate.tsx'
import { AppRouter } from './router.tsx'

interface AppProps {
  routes: readonly Page[]
}

/** Everything that surrounds the router. */
export function App({ routes }: AppProps) {
  return (
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={query_client}>
        <MessagesGate>
          <AppRouter routes={routes} />
        </MessagesGate>
      </QueryClientProvider>
    </CSPProvider>
  )
}
