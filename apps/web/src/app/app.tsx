import { CSPProvider } from '@base-ui/react/csp-provider'
import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import type { AppPage } from '../lib/page.ts'
import { query_client } from '../lib/query-client.ts'
import { MessagesGate } from './messages-gate.tsx'
import { AppRouter } from './router.tsx'

interface AppProps {
  routes: readonly AppPage[]
  /** Called after the first paint. */
  onDrawn?: () => void
}

/** The router with everything around it. */
export function App({ routes, onDrawn }: AppProps) {
  const drawn = useEffectEvent(() => onDrawn?.())
  // In its own task: by then the browser has painted.
  useEffect(() => void setTimeout(drawn), [])
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
