import { type KeyboardEvent, type PointerEvent, useId, useLayoutEffect, useRef } from 'react'
import { classNames } from './class-names.ts'
import { isMobile, optionHeight, useViewportWidth } from './picker-device.ts'

export interface PickerOption<Value extends string> {
  value: Value
  label: string
}

interface PickerProps<Value extends string> {
  /** The picker's name for screen readers. */
  label: string
  options: readonly PickerOption<Value>[]
  value: Value
  onChange: (value: Value) => void
  /** Pixels at the design width (SPEC §2: 44). */
  optionHeight?: number
  /** SPEC §2: 6. */
  visibleOptions?: number
}

const STEPS: Record<string, number> = { ArrowUp: -1, ArrowDown: 1, PageUp: -5, PageDown: 5 }

/**
 * A wheel of options (SPEC §2, adaptive picker). On a mobile device the wheel is the browser's own scrolling,
 * snapping to options; on a desktop it follows mouse wheel, drag and arrow keys, and its options grow with the
 * page above 750 px.
 */
export function Picker<Value extends string>(props: PickerProps<Value>) {
  const { label, options, value, onChange, visibleOptions = 6 } = props
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const drag = useRef<{ pointer: number; from_y: number; from_index: number } | null>(null)
  const width = useViewportWidth()
  const height = optionHeight(props.optionHeight ?? 44, width)
  const mobile = isMobile()
  const index = Math.max(
    0,
    options.findIndex((option) => option.value === value),
  )

  const choose = (next: number) => {
    const option = options[Math.min(options.length - 1, Math.max(0, next))]
    if (option && option.value !== value) onChange(option.value)
  }

  useLayoutEffect(() => {
    const element = list.current
    if (element && Math.round(element.scrollTop / height) !== index) element.scrollTop = index * height
  }, [index, height])

  // React listens to wheel passively; the page must not scroll along.
  useLayoutEffect(() => {
    const element = list.current
    if (!element || mobile) return
    const turn = (event: WheelEvent) => {
      event.preventDefault()
      choose(index + Math.sign(event.deltaY))
    }
    element.addEventListener('wheel', turn, { passive: false })
    return () => element.removeEventListener('wheel', turn)
  })

  const handleKey = (event: KeyboardEvent) => {
    const step = STEPS[event.key]
    if (step !== undefined) choose(index + step)
    else if (event.key === 'Home') choose(0)
    else if (event.key === 'End') choose(options.length - 1)
    else return
    event.preventDefault()
  }
  const handleDown = (event: PointerEvent<HTMLDivElement>) => {
    if (mobile || event.pointerType !== 'mouse') return
    drag.current = { pointer: event.pointerId, from_y: event.clientY, from_index: index }
    event.currentTarget.setPointerCapture(event.pointerId)
  }
  const handleMove = (event: PointerEvent) => {
    if (drag.current?.pointer !== event.pointerId) return
    const zoomed = height * (list.current?.currentCSSZoom ?? 1)
    choose(drag.current.from_index + Math.round((drag.current.from_y - event.clientY) / zoomed))
  }

  return (
    <div className="relative">
      <div
        aria-hidden
        className="pointer-events-none absolute inset-x-0 top-1/2 -translate-y-1/2 rounded-control bg-accent-soft"
        style={{ height }}
      />
      <div
        ref={list}
        role="listbox"
        aria-label={label}
        aria-activedescendant={`${id}-${index}`}
        tabIndex={0}
        onKeyDown={handleKey}
        onPointerDown={handleDown}
        onPointerMove={handleMove}
        onPointerUp={() => {
          drag.current = null
        }}
        onPointerCancel={() => {
          drag.current = null
        }}
        onScroll={(event) => mobile && choose(Math.round(event.currentTarget.scrollTop / height))}
        className={classNames(
          'relative [mask-image:linear-gradient(transparent,black_35%,black_65%,transparent)] [scrollbar-width:none]',
          mobile
            ? 'snap-y snap-mandatory overflow-y-scroll overscroll-contain'
            : 'overflow-hidden select-none',
        )}
        style={{ height: height * visibleOptions, paddingBlock: (height * (visibleOptions - 1)) / 2 }}
      >
        {options.map((option, position) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: arrow keys on the listbox choose
          <div
            key={option.value}
            id={`${id}-${position}`}
            role="option"
            tabIndex={-1}
            aria-selected={position === index}
            onClick={() => choose(position)}
            style={{ height }}
            className="flex snap-center items-center justify-center px-4 text-16 aria-selected:font-medium"
          >
            {option.label}
          </div>
        ))}
      </div>
    </div>
  )
}
