import { CSPProvider } from '@base-ui/react/csp-provider'
import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import type { AppPage } from '../lib/page.ts'
import { query_client } from '../lib/query-client.ts'
import { MessagesGate } from './messages-gate.tsx'
import { AppRouter } from './router.tsx'

interface AppProps {
  routes: readonly AppPage[]
  /** Called once the first picture is on screen. */
  onDrawn?: () => void
}

/** Everything that surrounds the router. */
export function App({ routes, onDrawn }: AppProps) {
  const drawn = useEffectEvent(() => onDrawn?.())
  // In a task of its own: the browser has painted by then.
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
