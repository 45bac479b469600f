import { useLocation, useNavigate, useSearchParams } from 'react-router'
import * as z from 'zod/mini'

/** How many products are compared side by side. */
export const COMPARED_MIN = 2
export const COMPARED_MAX = 4

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
  chosen: string[]
  toggle: (product_id: string) => void
  end: () => void
}

/**
 * The choice of products to compare, which is in the page's address: it survives going away and back. Beginning is a
 * step in the browser's history, so that back ends it. `comparing` is null while none are being chosen.
 */
export function useComparing(): { comparing: Comparing | null; begin: () => void } {
  const [search, setSearch] = useSearchParams()
  const { state } = useLocation()
  const navigate = useNavigate()
  const chosen = chosenIn(search)
  const withChoice = (ids: readonly string[] | null) => {
    const next = new URLSearchParams(search)
    if (ids === null) next.delete(MEMBER)
    else next.set(MEMBER, ids.join())
    return next
  }
  const begin = () => setSearch(withChoice([]), { state: { comparing: true } })
  if (chosen === null) return { comparing: null, begin }
  return {
    begin,
    comparing: {
      chosen,
      toggle: (id) => {
        const next = chosen.includes(id) ? chosen.filter((each) => each !== id) : [...chosen, id]
        setSearch(withChoice(next), { replace: true, state })
      },
      end: () => {
        if (z.safeParse(begun, state).success) void navigate(-1)
        else setSearch(withChoice(null), { replace: true })
      },
    },
  }
}
