import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Toaster } from '@adtally/ui/toaster.tsx'
import { Suspense, useEffect, useRef } from 'react'
import { Navigate, Outlet, ScrollRestoration, useLocation } from 'react-router'
import { AccountDialog } from '../components/account-dialog.tsx'
import { Header } from '../components/header.tsx'
import { PullToRefresh } from '../components/refresh.tsx'
import { StatusStrips } from '../components/status-strips.tsx'
import { basic_config } from '../lib/basic-config.ts'
import { loginAddress } from '../lib/page.ts'
import { application_name } from '../lib/page-settings.ts'
import { left_by_choice, session } from '../lib/session.ts'
import { useStore } from '../lib/store.ts'
import { usePageHandle } from '../lib/use-page-handle.ts'

/** The document's title after each navigation, in the language on screen (SPEC §2). */
function DocumentTitle() {
  const t = useMessages()
  const handle = usePageHandle()
  const brand = useStore(basic_config)?.brand_name ?? application_name
  const title = handle ? t(handle.meta.title) : ''
  useEffect(() => {
    document.title = title ? `${title} · ${brand}` : brand
  }, [title, brand])
  return null
}

/** Around every page: strips, header, the page itself, and what may lie over it. */
export function Root() {
  const handle = usePageHandle()
  const signedIn = useStore(session)
  const { pathname, search } = useLocation()
  const main = useRef<HTMLElement>(null)
  const shown = useRef(pathname)

  // Keyboards and screen readers start at the new page, not where the old one ended.
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    main.current?.focus({ preventScroll: true })
  }, [pathname])

  if (handle && handle.meta.auth !== false && !signedIn) {
    const to = left_by_choice.get() ? '/login' : loginAddress(`${pathname}${search}`)
    return <Navigate to={to} replace />
  }
  return (
    <div className="column screen-height flex flex-col">
      <DocumentTitle />
      <StatusStrips />
      {handle && <Header meta={handle.meta} />}
      <main
        ref={main}
        tabIndex={-1}
        data-page={handle?.name}
        className="flex flex-auto flex-col outline-none"
      >
        <PullToRefresh>
          <Outlet />
        </PullToRefresh>
      </main>
      <Suspense>
        <AccountDialog />
      </Suspense>
      <Toaster />
      <ScrollRestoration />
    </div>
  )
}
