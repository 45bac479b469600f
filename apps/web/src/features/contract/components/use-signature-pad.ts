import { type RefObject, useEffect, useRef, useState } from 'react'
import SignaturePad from 'signature_pad'

/** A canvas to draw on, which keeps its drawing when the screen turns. */
export interface Pad {
  canvas: RefObject<HTMLCanvasElement | null>
  is_empty: boolean
  clear(): void
  /** The drawing as PNG; the same object until it changes. */
  drawing(): Promise<Blob | null>
}

/** Lets a canvas be drawn on by finger, pen or mouse. */
export function useSignaturePad(): Pad {
  const canvas = useRef<HTMLCanvasElement>(null)
  const pad = useRef<SignaturePad | null>(null)
  const made = useRef<Blob | null>(null)
  const [is_empty, setIsEmpty] = useState(true)

  useEffect(() => {
    const target = canvas.current
    if (!target) return
    // Black ink whatever the screen's colours: it goes onto white paper.
    const drawn = new SignaturePad(target, { penColor: '#000', minWidth: 0.8, maxWidth: 3 })
    pad.current = drawn
    const fit = () => {
      const strokes = drawn.toData()
      const scale = Math.max(1, window.devicePixelRatio)
      target.width = target.offsetWidth * scale
      target.height = target.offsetHeight * scale
      target.getContext('2d')?.scale(scale, scale)
      drawn.fromData(strokes)
    }
    const changed = () => {
      made.current = null
      setIsEmpty(drawn.isEmpty())
    }
    drawn.addEventListener('endStroke', changed)
    const watcher = new ResizeObserver(fit)
    watcher.observe(target)
    return () => {
      watcher.disconnect()
      drawn.removeEventListener('endStroke', changed)
      drawn.off()
    }
  }, [])

  return {
    canvas,
    is_empty,
    clear: () => {
      pad.current?.clear()
      made.current = null
      setIsEmpty(true)
    },
    drawing: async () => {
      const target = canvas.current
      if (!target || !pad.current || pad.current.isEmpty()) return null
      made.current ??= await new Promise<Blob | null>((resolve) => target.toBlob(resolve, 'image/png'))
      return made.current
    },
  }
}
