import {
  Activity,
  type ContextType,
  Suspense,
  useContext,
  useLayoutEffect,
  useRef,
  useSyncExternalStore,
} from 'react'
import { UNSAFE_LocationContext as LocationContext } from 'react-router'
import type { AppPage } from '../lib/page.ts'
import { session, waiting_customer } from '../lib/session/session.ts'
import { LoadingPage } from './loading-page.tsx'

const SIGN_IN = '/login'

/** A page as a customer left it. */
interface Slot {
  page: AppPage
  /** The address that the page sees; while the page waits, the real one is login's. */
  place: ContextType<typeof LocationContext>
}

/**
 * The page at the address. If a session ends by itself, the customer signs in again and finds what they had typed:
 * the page waits hidden and inert, and is dropped if somebody else signs in or they go elsewhere.
 */
export function PageSlots({ page }: { page: AppPage }) {
  const place = useContext(LocationContext)
  // Only the id: other changes of the customer should not re-render the page.
  const customer_id = useSyncExternalStore(
    session.subscribe,
    () => session.get()?.user?.customer_id ?? waiting_customer.get(),
  )
  const left = useRef<(Slot & { customer_id: string }) | null>(null)

  const shown: Slot = { page, place }
  const { current } = left
  const waits = page.path === SIGN_IN && current !== null && current.customer_id === customer_id
  const slots = waits ? [{ page: current.page, place: current.place }, shown] : [shown]

  useLayoutEffect(() => {
    if (page.path === SIGN_IN) return
    const has_owner = page.meta.auth !== false && customer_id !== null
    left.current = has_owner ? { page, place, customer_id } : null
  })

  // One boundary around all, so that a page stays until the next one's chunk has loaded.
  return (
    <Suspense fallback={<LoadingPage />}>
      {slots.map((slot) => (
        <Activity key={slot.page.path} mode={slot.page === page ? 'visible' : 'hidden'}>
          <LocationContext value={slot.place}>
            <slot.page.Component />
          </LocationContext>
        </Activity>
      ))}
    </Suspense>
  )
}
