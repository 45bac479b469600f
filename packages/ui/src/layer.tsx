import { createContext, type ReactNode, useContext, useLayoutEffect, useRef } from 'react'

/** Is told of what lies over the page, how to close it and how many layers it lies in; answers how to say that it is closed. */
export type OpenLayer = (close: () => void, depth: number) => () => void

/** Who has the browser's and the device's back close what lies over the page; without one nobody does. */
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

/** What a layer holds: another one in it lies above it. */
export function InLayer({ children }: { children: ReactNode }) {
  return <Depth value={useContext(Depth) + 1}>{children}</Depth>
}
