import { createContext, useContext, useLayoutEffect, useRef } from 'react'
import { openLayer } from '../lib/layered-history.ts'

/** How many sheets and dialogs a component lies in. */
export const LayerDepth = createContext(0)

/** While open, the browser's and the device's back call `onClose` instead of leaving the page. */
export function useLayer(is_open: boolean, onClose: () => void): void {
  const depth = useContext(LayerDepth)
  const latest = useRef(onClose)
  useLayoutEffect(() => {
    latest.current = onClose
  })
  useLayoutEffect(() => (is_open ? openLayer(() => latest.current(), depth) : undefined), [is_open, depth])
}
