import { useStore } from '@adtally/client/store.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { classNames } from '@adtally/ui/class-names.ts'
import { part } from '@adtally/ui/part.tsx'
import { Toaster } from '@adtally/ui/toaster.tsx'
import {
  memo,
  type RefObject,
  Suspense,
  useEffect,
  useLayoutEffect,
  useRef,
  useSyncExternalStore,
} from 'react'
import { createPath, Navigate, useLocation, useNavigate } from 'react-router'
import { AccountDialog } from '../components/header/account-dialog.tsx'
import { Header } from '../components/header/header.tsx'
import { MainBar } from '../components/header/main-bar.tsx'
import { StatusStrips } from '../components/header/status-strips.tsx'
import { PullToRefresh } from '../components/refresh.tsx'
import { failure_reference } from '../lib/announcements.ts'
import { basic_config } from '../lib/basic-config.ts'
import { step_title } from '../lib/forms/step-title.ts'
import { path_ahead } from '../lib/layered-history.ts'
import { type AppPage, isOpen, loginAddress, type PageMeta, pageAt } from '../lib/page.ts'
import { application_name } from '../lib/page-settings.ts'
import { left_by_choice, session } from '../lib/session/session.ts'
import { PageSlots } from './page-slots.tsx'
import { useScrollMemory } from './use-scroll-memory.ts'

/** Sets the document's title after each navigation, in the current language (SPEC §2). */
function DocumentTitle({ title_key }: { title_key: PageMeta['title'] }) {
  const t = useMessages('titles')
  const brand = useStore(basic_config)?.brand_name ?? application_name
  // Soft hyphens are for headings only.
  const title = (useStore(step_title) ?? t(title_key)).replaceAll('\u00ad', '')
  useEffect(() => {
    document.title = title ? `${title} · ${brand}` : brand
  }, [title, brand])
  return null
}

/** Whether anybody is signed in; other changes of the session don't re-render. */
function useSignedIn(): boolean {
  return useSyncExternalStore(session.subscribe, () => session.get() !== null)
}

/** Navigates to an address opened during the first render, which is sliced and ends before the router listens. */
function useAddressOpenedMeanwhile(): void {
  const drawn = createPath(useLocation())
  const navigate = useNavigate()
  const first = useRef({ drawn, navigate })
  useEffect(() => {
    const { drawn, navigate } = first.current
    const opened = window.location.hash.slice(1)
    if (opened && opened !== drawn) void navigate(opened, { replace: true })
  }, [])
}

/** Makes a page that is being left inert: anything typed until the next one is there would be lost. */
function useLeftPageAtRest(main: RefObject<HTMLElement | null>, drawn: string): void {
  useLayoutEffect(() => {
    const follow = () => {
      const next = path_ahead.get()
      if (main.current) main.current.inert = next !== null && next !== drawn
    }
    follow()
    return path_ahead.subscribe(follow)
  }, [main, drawn])
}

const FailureReference = part(() => import('../components/failure-reference.tsx'))

/** The reference of a failure, if there is one. */
function Reference() {
  const request_id = useStore(failure_reference)
  if (request_id === null) return null
  return (
    <Suspense>
      <FailureReference request_id={request_id} onClose={() => failure_reference.set(null)} />
    </Suspense>
  )
}

/** Renders the page at the address; leads visitors without access to login (SPEC §2, §6). */
export function Root({ routes }: { routes: readonly AppPage[] }) {
  const signedIn = useSignedIn()
  const { pathname, search } = useLocation()
  const wanted = pageAt(routes, pathname)
  useScrollMemory()
  useAddressOpenedMeanwhile()
  const main = useRef<HTMLElement>(null)
  useLeftPageAtRest(main, pathname)

  if (pathname === '/') return <Navigate to="/login" replace />
  if (!wanted) return null
  const open = isOpen(wanted, signedIn)
  // Login also renders the wanted page, so that an ended session's page can wait behind it.
  const shown = open ? wanted : pageAt(routes, '/login')
  const to = left_by_choice.get() ? '/login' : loginAddress(`${pathname}${search}`)
  return (
    <>
      {!open && <Navigate to={to} replace />}
      {shown && <Surroundings page={shown} main={main} />}
    </>
  )
}

interface SurroundingsProps {
  page: AppPage
  main: RefObject<HTMLElement | null>
}

/** Everything around a page: strips, header, the page itself and overlays. */
const Surroundings = memo(function Surroundings({ page, main }: SurroundingsProps) {
  const { name, meta } = page
  const shown = useRef(name)

  // Keyboards and screen readers start at the new page's top.
  useEffect(() => {
    if (shown.current === name) return
    shown.current = name
    // After a sheet of the previous page has given the focus back.
    queueMicrotask(() => main.current?.focus({ preventScroll: true }))
  }, [name, main])

  return (
    <div className={classNames('column screen-height flex flex-col', Boolean(meta.whiteText) && 'bg-deep')}>
      <DocumentTitle title_key={meta.title} />
      {/* No box of its own, so that the bar sticks to the page while the title scrolls away. */}
      <header className="contents">
        <StatusStrips />
        <Header meta={meta} />
      </header>
      <main ref={main} tabIndex={-1} data-page={name} className="flex flex-auto flex-col outline-none">
        <PullToRefresh>
          <PageSlots page={page} />
        </PullToRefresh>
      </main>
      {meta.showMainBar && <MainBar />}
      <Suspense>
        <AccountDialog />
      </Suspense>
      <Reference />
      <Toaster />
    </div>
  )
})
