import { type RefObject, useLayoutEffect, useRef } from 'react'

/** For a bar fixed to the window's bottom: focused elements scroll to above it, not under it. */
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
