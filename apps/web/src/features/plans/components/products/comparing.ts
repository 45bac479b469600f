import { startTransition, useLayoutEffect, useOptimistic, useRef } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import * as z from 'zod/mini'

/** Bounds of how many products are compared. */
export const COMPARED_MIN = 2
export const COMPARED_MAX = 4

/** The button that starts comparing and gets the focus back when it ends. */
export const COMPARE_ID = 'compare-products'

const MEMBER = 'compare'
const product_id = z.uuid()
/** Marks the history entry that started comparing: one step back ends it. */
const begun = z.object({ comparing: z.literal(true) })

/** The chosen products in the page's address, up to the maximum; null while not choosing. */
export function chosenIn(search: URLSearchParams): string[] | null {
  const text = search.get(MEMBER)
  if (text === null) return null
  const ids = text.split(',').filter((id) => z.safeParse(product_id, id).success)
  return [...new Set(ids)].slice(0, COMPARED_MAX)
}

export interface Comparing {
  chosen: readonly string[]
  toggle: (product_id: string) => void
  end: () => void
}

/** Whether products are being chosen, and how to begin. */
export interface ComparingWay {
  /** Null while not choosing. */
  comparing: Comparing | null
  begin: () => void
}

/** The products to compare, kept in the page's address. Starting is a history entry, so that back ends it. */
export function useComparing(): ComparingWay {
  const [search, setSearch] = useSearchParams()
  const { state } = useLocation()
  const navigate = useNavigate()
  const addressed = chosenIn(search)
  // Optimistic, because the router may render late: a box is ticked at once, and a second tap builds on the first.
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
