import { useMessages } from '@adtally/i18n/use-messages.ts'
import { EmptyState, SkeletonRows } from '@adtally/ui/states.tsx'
import { QueryClientProvider } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { HashRouter, Link, Navigate, Route, Routes } from 'react-router'
import { query_client } from '../lib/query-client.ts'
import type { Person } from '../lib/session.ts'

const Acts = lazy(() => import('../features/acts/routes/acts.tsx'))
const OwnSignIn = lazy(() => import('../features/session/routes/own-sign-in.tsx'))
const Act = lazy(() => import('../features/acts/routes/act.tsx'))

/** The page at the address. */
export default function Desk({ person }: { person: Person }) {
  return (
    <QueryClientProvider client={query_client}>
      <HashRouter>
        <main id="content" className="mx-auto w-full max-w-[80rem] flex-auto px-4 py-6 min-[40rem]:px-6">
          <Suspense fallback={<SkeletonRows />}>
            <Routes>
              <Route path="/" element={<Navigate to="/acts" replace />} />
              <Route path="/acts" element={<Acts roles={person.roles} />} />
              <Route path="/acts/:name" element={<Act person={person} />} />
              <Route path="/own-sign-in" element={<OwnSignIn person={person} />} />
              <Route path="*" element={<NotFound />} />
            </Routes>
          </Suspense>
        </main>
      </HashRouter>
    </QueryClientProvider>
  )
}

function NotFound() {
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
