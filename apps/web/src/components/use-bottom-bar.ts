import { type RefObject, useLayoutEffect, useRef } from 'react'

/** For a bar that stays at the bottom of the window: what gets the focus is scrolled to above it, not under it. */
export function useBottomBar<Bar extends HTMLElement>(): RefObject<Bar | null> {
  const bar = useRef<Bar>(null)
  useLayoutEffect(() => {
    const { style } = document.documentElement
    style.scrollPaddingBottom = `${bar.current?.offsetHeight ?? 0}px`
    return () => {
      style.scrollPaddingBottom = ''
    }
  }, [])
  return bar
}
