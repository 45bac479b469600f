import { classNames } from '@adtally/ui/class-names.ts'
import { FailedState, SkeletonRows } from '@adtally/ui/states.tsx'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { Loaded } from './loaded.tsx'

interface CursorListProps<Item> {
  query: UseInfiniteQueryResult<InfiniteData<{ items: Item[] }>, unknown>
  /** The list's name for screen readers. */
  label: string
  keyOf: (item: Item) => string
  children: (item: Item) => ReactNode
  /** What to do next where there is nothing yet. */
  empty: ReactNode
  skeleton?: ReactNode
  /** Rows divided by lines, or cards apart from each other; default rows. */
  look?: keyof typeof LOOKS
}

const LOOKS = { rows: 'divide-y divide-line', cards: 'gap-3' } as const

/** How far below the window the next page is asked for. */
const AHEAD = '400px'

/** Reads the next page when its end comes near. */
function NextPage({ onReach }: { onReach: () => void }) {
  const end = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!end.current) return
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && onReach(), {
      rootMargin: AHEAD,
    })
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [onReach])
  return (
    <div ref={end}>
      <SkeletonRows rows={2} />
    </div>
  )
}

/** A list that goes on by cursor as it is scrolled, with its four states (DESIGN). */
export function CursorList<Item>(props: CursorListProps<Item>) {
  const { query, label, keyOf, children, empty, skeleton, look = 'rows' } = props
  return (
    <Loaded query={query} skeleton={skeleton ?? <SkeletonRows />}>
      {({ pages }) => {
        const items = pages.flatMap((page) => page.items)
        if (items.length === 0) return empty
        return (
          <>
            <ul aria-label={label} className={classNames('flex flex-col', LOOKS[look])}>
              {items.map((item) => (
                <li key={keyOf(item)}>{children(item)}</li>
              ))}
            </ul>
            {query.isFetchNextPageError ? (
              <FailedState onReload={() => query.fetchNextPage()} />
            ) : (
              query.hasNextPage && <NextPage onReach={query.fetchNextPage} />
            )}
          </>
        )
      }}
    </Loaded>
  )
}
