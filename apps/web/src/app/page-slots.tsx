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

/** Where one signs in again. */
const SIGN_IN = '/login'

/** A page as a customer left it. */
interface Slot {
  page: AppPage
  /** The address that the page believes in: while it waits, the present one is login's. */
  place: ContextType<typeof LocationContext>
}

/**
 * The page at the address. A customer whose session ended by itself signs in again before it, and what they had
 * typed is there when they come back: their page waits hidden, at rest, and is given up as soon as somebody else
 * signs in or they go elsewhere.
 */
export function PageSlots({ page }: { page: AppPage }) {
  const place = useContext(LocationContext)
  // No more than the id: what else changes about a customer is not the whole page's affair.
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

  // Around all of them, so that a page stays until the next one's chunk is there.
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
