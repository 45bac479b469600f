import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

/** Rows are added and removed in blocks of this size. */
const BLOCK = 10
/** Lists up to this length are rendered whole. */
const WHOLE_MAX = 6 * BLOCK
/** How far beyond the screen rows are rendered, in CSS pixels. */
const AHEAD = 800
/** A row's height before one was measured. */
const ROW_GUESS = 64

/**
 * The measured row height per block, keyed by the block's first item, which stays the same object while the answer is
 * cached, so that a list has the same length when one comes back to it.
 */
const row_heights = new WeakMap<object, number>()

/** The rendered rows of a list, and the room for the others, in CSS pixels. */
export interface ListWindow {
  list: RefObject<HTMLUListElement | null>
  /** False for a short list, which is rendered whole. */
  is_part: boolean
  from: number
  to: number
  above: number
  below: number
}

/** The height of each block: as measured, or the average of the others. */
function blockHeights(items: readonly object[]): number[] {
  const starts = Array.from({ length: Math.ceil(items.length / BLOCK) }, (_, block) => block * BLOCK)
  const known = starts.map((start) => row_heights.get(items[start] ?? items))
  const drawn = known.filter((height) => height !== undefined)
  const usual = drawn.length > 0 ? drawn.reduce((sum, height) => sum + height, 0) / drawn.length : ROW_GUESS
  return starts.map((start, block) => (known[block] ?? usual) * Math.min(BLOCK, items.length - start))
}

/** The first and last block between two distances from the list's top. */
function blocksBetween(heights: readonly number[], top: number, bottom: number): [number, number] {
  let first = 0
  let last = 0
  let end = 0
  for (const [block, height] of heights.entries()) {
    if (end <= top) first = block
    if (end < bottom) last = block
    end += height
  }
  return [first, Math.max(first, last)]
}

/** Measures the rendered blocks; the last one's end is only known if it is the list's end. */
function measure(list: HTMLUListElement, items: readonly object[], from: number, to: number): void {
  // The first and last children are placeholders for rows that are not rendered.
  for (let start = from; start < to; start += BLOCK) {
    const rows = Math.min(BLOCK, to - start)
    const top = list.children[1 + start - from]?.getBoundingClientRect().top
    const end = list.children[1 + start - from + rows]?.getBoundingClientRect().top
    const item = items[start]
    if (item && top !== undefined && end !== undefined) row_heights.set(item, (end - top) / rows)
  }
}

/** Renders only a long list's rows near the screen, whichever box scrolls, so that its length costs nothing. */
export function useListWindow(items: readonly object[]): ListWindow {
  const list = useRef<HTMLUListElement>(null)
  const [[first, last], setShown] = useState<[number, number]>([0, WHOLE_MAX / BLOCK - 1])
  const is_part = items.length > WHOLE_MAX
  const heights = is_part ? blockHeights(items) : []
  const sum = (blocks: readonly number[]) => blocks.reduce((total, height) => total + height, 0)
  const from = is_part ? Math.min(first * BLOCK, items.length) : 0
  const to = is_part ? Math.min((last + 1) * BLOCK, items.length) : items.length

  useLayoutEffect(() => {
    if (is_part && list.current) measure(list.current, items, from, to)
  }, [is_part, items, from, to])

  useLayoutEffect(() => {
    if (!is_part) return
    const look = () => {
      const top = list.current?.getBoundingClientRect().top ?? 0
      const next = blocksBetween(blockHeights(items), -top - AHEAD, window.innerHeight - top + AHEAD)
      setShown((present) => (present[0] === next[0] && present[1] === next[1] ? present : next))
    }
    look()
    // Captured, because a scrolling box inside the page does not notify the window.
    window.addEventListener('scroll', look, { capture: true, passive: true })
    window.addEventListener('resize', look)
    return () => {
      window.removeEventListener('scroll', look, { capture: true })
      window.removeEventListener('resize', look)
    }
  }, [is_part, items])

  return {
    list,
    is_part,
    from,
    to,
    above: sum(heights.slice(0, first)),
    below: sum(heights.slice(last + 1)),
  }
}
