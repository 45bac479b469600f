import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

/** Rows that come and go together. */
const BLOCK = 10
/** Lists up to here are drawn whole. */
const WHOLE_MAX = 6 * BLOCK
/** How far beyond the screen rows are drawn, in CSS pixels. */
const AHEAD = 800
/** Stands for a row's height until one was seen. */
const ROW_GUESS = 64

/**
 * What a row of each block took when it was drawn, by the block's first item: that stays the same object while the
 * answer is kept, so that a list which is come back to is as long as it was left.
 */
const row_heights = new WeakMap<object, number>()

/** Which rows of a list are drawn, and the room of those that are not, in CSS pixels. */
export interface ListWindow {
  list: RefObject<HTMLUListElement | null>
  /** False for a short list, which is drawn whole. */
  is_part: boolean
  /** Index of the first row that is drawn. */
  from: number
  /** Index after the last one. */
  to: number
  above: number
  below: number
}

/** The height of each block: as it was drawn, else as the others were. */
function blockHeights(items: readonly object[]): number[] {
  const starts = Array.from({ length: Math.ceil(items.length / BLOCK) }, (_, block) => block * BLOCK)
  const known = starts.map((start) => row_heights.get(items[start] ?? items))
  const drawn = known.filter((height) => height !== undefined)
  const usual = drawn.length > 0 ? drawn.reduce((sum, height) => sum + height, 0) / drawn.length : ROW_GUESS
  return starts.map((start, block) => (known[block] ?? usual) * Math.min(BLOCK, items.length - start))
}

/** The first and the last block that lie between two distances from the list's top. */
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

/** Notes what the blocks that are drawn take; the last one's end is only known where it is the list's. */
function measure(list: HTMLUListElement, items: readonly object[], from: number, to: number): void {
  // The first and the last child stand for what is not drawn.
  for (let start = from; start < to; start += BLOCK) {
    const rows = Math.min(BLOCK, to - start)
    const top = list.children[1 + start - from]?.getBoundingClientRect().top
    const end = list.children[1 + start - from + rows]?.getBoundingClientRect().top
    const item = items[start]
    if (item && top !== undefined && end !== undefined) row_heights.set(item, (end - top) / rows)
  }
}

/**
 * Of a long list only the rows near the screen are drawn, whichever box it scrolls in, so that it costs the same
 * however far it goes on.
 */
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
    // Captured, because a box within the page scrolls without telling the window.
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
