import {
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useRef,
} from 'react'

const STEPS: Record<string, number> = { ArrowUp: -1, ArrowDown: 1, PageUp: -5, PageDown: 5 }

/** How many pixels a pressed mouse may move before it drags. */
const DRAG_STARTS_AT = 4

interface WheelGestures {
  list: RefObject<HTMLElement | null>
  index: number
  last: number
  option_height: number
  /** Mobile devices scroll natively; wheel and drag are for desktops (SPEC §2). */
  mobile: boolean
  choose: (index: number) => void
}

/** Handles arrow keys, mouse wheel and drag over a picker's options. */
export function useWheelGestures({ list, index, last, option_height, mobile, choose }: WheelGestures) {
  const drag = useRef<{ pointer: number; from_y: number; from_index: number } | null>(null)
  const turn = useEffectEvent((event: WheelEvent) => {
    // Stop the page from scrolling; React's listener would be passive.
    event.preventDefault()
    choose(index + Math.sign(event.deltaY))
  })
  useEffect(() => {
    const element = list.current
    if (!element || mobile) return
    const listener = (event: WheelEvent) => turn(event)
    element.addEventListener('wheel', listener, { passive: false })
    return () => element.removeEventListener('wheel', listener)
  }, [list, mobile])

  return {
    onKeyDown(event: KeyboardEvent) {
      const step = STEPS[event.key]
      if (step !== undefined) choose(index + step)
      else if (event.key === 'Home') choose(0)
      else if (event.key === 'End') choose(last)
      else return
      event.preventDefault()
    },
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (mobile || event.pointerType !== 'mouse') return
      drag.current = { pointer: event.pointerId, from_y: event.clientY, from_index: index }
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      if (drag.current?.pointer !== event.pointerId) return
      const moved = Math.abs(drag.current.from_y - event.clientY)
      // Captured only now: capturing at once would send plain clicks to the list instead of the option.
      if (moved > DRAG_STARTS_AT) event.currentTarget.setPointerCapture(event.pointerId)
      const height = option_height * (list.current?.currentCSSZoom ?? 1)
      choose(drag.current.from_index + Math.round((drag.current.from_y - event.clientY) / height))
    },
    onPointerUp() {
      drag.current = null
    },
    onPointerCancel() {
      drag.current = null
    },
  }
}
