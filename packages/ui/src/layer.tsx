import { createContext, type ReactNode, useContext, useLayoutEffect, useRef } from 'react'

/** Registers an overlay with how to close it and how many layers contain it; returns how to report it closed. */
export type OpenLayer = (close: () => void, depth: number) => () => void

/** The app's handler that lets the browser's and the device's back close overlays; by default none. */
export const LayerHost = createContext<OpenLayer>(() => () => undefined)

const Depth = createContext(0)

/** While open, back calls `onClose` instead of leaving the page. */
export function useLayer(is_open: boolean, onClose: () => void): void {
  const openLayer = useContext(LayerHost)
  const depth = useContext(Depth)
  const latest = useRef(onClose)
  useLayoutEffect(() => {
    latest.current = onClose
  })
  useLayoutEffect(
    () => (is_open ? openLayer(() => latest.current(), depth) : undefined),
    [is_open, openLayer, depth],
  )
}

/** Wraps a layer's content, so that a layer in it counts as above it. */
export function InLayer({ children }: { children: ReactNode }) {
  return <Depth value={useContext(Depth) + 1}>{children}</Depth>
}
