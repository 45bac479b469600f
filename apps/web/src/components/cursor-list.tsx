import { classNames } from '@adtally/ui/class-names.ts'
import { OfflineState, SkeletonRows } from '@adtally/ui/states.tsx'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { type ReactNode, useEffect, useMemo, useRef } from 'react'
import { Loaded } from './loaded.tsx'
import { NotLoaded } from './not-loaded.tsx'
import { useListWindow } from './use-list-window.ts'

interface CursorListProps<Item extends object> {
  query: UseInfiniteQueryResult<InfiniteData<{ items: Item[] }>, unknown>
  /** The list's name for screen readers. */
  label: string
  keyOf: (item: Item) => string
  /** Renders a row; `previous` allows headings between rows. */
  children: (item: Item, previous: Item | undefined) => ReactNode
  /** Shown for an empty list: what to do next. */
  empty: ReactNode
  skeleton?: ReactNode
  /** Divided rows (the default) or separate cards. */
  look?: keyof typeof LOOKS
}

const LOOKS = { rows: 'divide-y divide-line', cards: 'gap-3' } as const

/** How far below the window the next page is requested. */
const AHEAD = '400px'

/** Loads the next page when scrolled near. */
function NextPage({ onReach }: { onReach: () => void }) {
  const end = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!end.current) return
    // A busy browser reports several moments at once; the last is current.
    const observer = new IntersectionObserver((moments) => moments.at(-1)?.isIntersecting && onReach(), {
      rootMargin: AHEAD,
    })
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [onReach])
  return (
    <div ref={end} data-part="next-page">
      <SkeletonRows rows={2} />
    </div>
  )
}

/** A list that loads by cursor as it is scrolled, with its four states (DESIGN). */
export function CursorList<Item extends object>(props: CursorListProps<Item>) {
  const { query, empty, skeleton } = props
  return (
    <Loaded query={query} skeleton={skeleton ?? <SkeletonRows />}>
      {({ pages }) =>
        pages.every(({ items }) => items.length === 0) ? empty : <Rows {...props} pages={pages} />
      }
    </Loaded>
  )
}

function Rows<Item extends object>(props: CursorListProps<Item> & { pages: readonly { items: Item[] }[] }) {
  const { query, pages, label, keyOf, children, look = 'rows' } = props
  const items = useMemo(() => pages.flatMap((page) => page.items), [pages])
  const { list, is_part, from, to, above, below } = useListWindow(items)
  const total = query.hasNextPage ? -1 : items.length
  return (
    <>
      <ul ref={list} aria-label={label} className={classNames('flex flex-col', LOOKS[look])}>
        {is_part && <li aria-hidden style={{ height: above }} />}
        {items.slice(from, to).map((item, position) => (
          <li
            key={keyOf(item)}
            {...(is_part ? { 'aria-setsize': total, 'aria-posinset': from + position + 1 } : {})}
          >
            {children(item, items[from + position - 1])}
          </li>
        ))}
        {is_part && <li aria-hidden style={{ height: below }} />}
      </ul>
      {query.isFetchNextPageError ? (
        <NotLoaded onReload={() => query.fetchNextPage()} />
      ) : query.isFetchingNextPage && query.fetchStatus === 'paused' ? (
        <OfflineState />
      ) : (
        // Keyed by length: if a page is too short for a tall window, the next loads at once.
        query.hasNextPage && <NextPage key={items.length} onReach={query.fetchNextPage} />
      )}
    </>
  )
}
