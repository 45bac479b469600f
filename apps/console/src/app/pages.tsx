import { useMessages } from '@adtally/i18n/use-messages.ts'
import { EmptyState, SkeletonRows } from '@adtally/ui/states.tsx'
import { QueryClientProvider } from '@tanstack/react-query'
import { createContext, type ReactNode, Suspense, use, useEffect, useState } from 'react'
import { createHashRouter, Link, RouterProvider, useLocation } from 'react-router'
import { holdsWork } from '../lib/drafts.ts'
import { page_is_older } from '../lib/page-build.ts'
import { query_client } from '../lib/query-client.ts'

const routes = createContext<ReactNode>(null)

/** The page at the address, out of a desk's routes; in a router that can be asked to stay. */
export function Pages({ children }: { children: ReactNode }) {
  const [router, setRouter] = useState<ReturnType<typeof createHashRouter> | null>(null)
  useEffect(() => {
    const made = createHashRouter([{ path: '*', Component: Shown }])
    setRouter(made)
    return () => made.dispose()
  }, [])
  useEffect(() => {
    // What was typed is in memory alone; the browser asks in its own words.
    const ask = (event: BeforeUnloadEvent) => {
      if (holdsWork()) event.preventDefault()
    }
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [])
  if (!router) return null
  return (
    <QueryClientProvider client={query_client}>
      <routes.Provider value={children}>
        <RouterProvider router={router} />
      </routes.Provider>
    </QueryClientProvider>
  )
}

function Shown() {
  useReloadedOnceOlder()
  return (
    <main id="content" className="mx-auto w-full max-w-[80rem] flex-auto px-4 py-6 min-[40rem]:px-6">
      <Suspense fallback={<SkeletonRows />}>{use(routes)}</Suspense>
    </main>
  )
}

/** A page that is older than the program becomes the new one where another is opened and nothing typed would be lost. */
function useReloadedOnceOlder(): void {
  const { key } = useLocation()
  const [first] = useState(key)
  useEffect(() => {
    if (key !== first && page_is_older.get() && !holdsWork()) window.location.reload()
  }, [key, first])
}

/** What an address shows that leads nowhere. */
export function NotFound() {
  const t = useMessages('consoleShell')
  return (
    <EmptyState
      title={t('notFound')}
      action={
        <Link to="/acts" className="flex min-h-12 items-center text-accent">
          {t('toActs')}
        </Link>
      }
    />
  )
}
