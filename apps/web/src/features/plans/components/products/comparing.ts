import { startTransition, useLayoutEffect, useOptimistic, useRef } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import * as z from 'zod/mini'

/** How many products are compared side by side. */
export const COMPARED_MIN = 2
export const COMPARED_MAX = 4

/** The button that begins comparing, and that has the focus again when it ends. */
export const COMPARE_ID = 'compare-products'

const MEMBER = 'compare'
const product_id = z.uuid()
/** Of an entry of the history that comparing was begun with: one step back ends it. */
const begun = z.object({ comparing: z.literal(true) })

/** The products chosen in a page's address, at most as many as are compared; null where none are being chosen. */
export function chosenIn(search: URLSearchParams): string[] | null {
  const text = search.get(MEMBER)
  if (text === null) return null
  const ids = text.split(',').filter((id) => z.safeParse(product_id, id).success)
  return [...new Set(ids)].slice(0, COMPARED_MAX)
}

/** Products being chosen for a comparison. */
export interface Comparing {
  chosen: readonly string[]
  toggle: (product_id: string) => void
  end: () => void
}

/** Whether products are being chosen, and how to begin. */
export interface ComparingWay {
  /** Null while none are being chosen. */
  comparing: Comparing | null
  begin: () => void
}

/**
 * The choice of products to compare, which is in the page's address: it survives going away and back. Beginning is a
 * step in the browser's history, so that back ends it.
 */
export function useComparing(): ComparingWay {
  const [search, setSearch] = useSearchParams()
  const { state } = useLocation()
  const navigate = useNavigate()
  const addressed = chosenIn(search)
  // The router draws a new address when it finds time; a box is ticked at once, and a second tap builds on the first.
  const [chosen, showChosen] = useOptimistic(addressed)
  const latest = useRef(addressed)
  const address = addressed?.join() ?? null
  useLayoutEffect(() => {
    latest.current = address === null ? null : address.split(',').filter(Boolean)
  }, [address])
  const withChoice = (ids: readonly string[] | null) => {
    const next = new URLSearchParams(search)
    if (ids === null) next.delete(MEMBER)
    else next.set(MEMBER, ids.join())
    return next
  }
  const toggle = (id: string) => {
    const before = latest.current ?? []
    const next = before.includes(id) ? before.filter((each) => each !== id) : [...before, id]
    if (next.length > COMPARED_MAX) return
    latest.current = next
    startTransition(() => {
      showChosen(next)
      setSearch(withChoice(next), { replace: true, state })
    })
  }
  const end = () => {
    document.getElementById(COMPARE_ID)?.focus({ preventScroll: true })
    if (z.safeParse(begun, state).success) void navigate(-1)
    else setSearch(withChoice(null), { replace: true })
  }
  return {
    begin: () => setSearch(withChoice([]), { state: { comparing: true } }),
    comparing: chosen && { chosen, toggle, end },
  }
}
