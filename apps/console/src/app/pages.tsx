import { useMessages } from '@adtally/i18n/use-messages.ts'
import { EmptyState, SkeletonRows } from '@adtally/ui/states.tsx'
import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, Suspense, useEffect, useLayoutEffect, useState } from 'react'
import { HashRouter, Link, useLocation } from 'react-router'
import { holdsWork } from '../lib/drafts.ts'
import { numberEntry } from '../lib/history-place.ts'
import { page_is_older, reloading } from '../lib/page-build.ts'
import { query_client } from '../lib/query-client.ts'

/** The page at the address, out of a desk's routes. */
export function Pages({ children }: { children: ReactNode }) {
  return (
    <QueryClientProvider client={query_client}>
      <HashRouter>
        <Shown>{children}</Shown>
      </HashRouter>
    </QueryClientProvider>
  )
}

function Shown({ children }: { children: ReactNode }) {
  const location = useLocation()
  // Before anybody can go on from what is drawn, else two entries would have one number.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each address is an entry
  useLayoutEffect(numberEntry, [location])
  useReloadedOnceOlder()
  return (
    <main id="content" className="mx-auto w-full max-w-[80rem] flex-auto px-4 py-6 min-[40rem]:px-6">
      <Suspense fallback={<SkeletonRows />}>{children}</Suspense>
    </main>
  )
}

/** A page that is older than the program becomes the new one where another is opened and nothing typed would be lost. */
function useReloadedOnceOlder(): void {
  const location = useLocation()
  const [first] = useState(location)
  useEffect(() => {
    if (location !== first && page_is_older.get() && !holdsWork()) reloading.now()
  }, [location, first])
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
