import { useId, useLayoutEffect, useRef } from 'react'
import { classNames } from '../class-names.ts'
import { isMobile, useOptionScale, useVisibleOptions } from './picker-device.ts'
import { useWheelGestures } from './use-wheel-gestures.ts'

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

const FADE = '[mask-image:linear-gradient(transparent,black_35%,black_65%,transparent)]'

/**
 * A wheel of options (SPEC §2, adaptive picker). On mobile devices it is native scrolling that snaps to options; on
 * desktops it handles mouse wheel, drag and arrow keys, and its options grow with the page above 750 px.
 */
export function Picker<Value extends string>(props: PickerProps<Value>) {
  const { label, options, value, onChange } = props
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const height = (props.optionHeight ?? 44) * useOptionScale()
  const visible_options = useVisibleOptions(props.visibleOptions ?? 6)
  const mobile = isMobile()
  const last = options.length - 1
  const index = Math.max(
    0,
    options.findIndex((option) => option.value === value),
  )
  const choose = (next: number) => {
    const option = options[Math.min(last, Math.max(0, next))]
    if (option && option.value !== value) onChange(option.value)
  }
  const gestures = useWheelGestures({ list, index, last, option_height: height, mobile, choose })

  useLayoutEffect(() => {
    const element = list.current
    if (element && Math.round(element.scrollTop / height) !== index) element.scrollTop = index * height
  }, [index, height])

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
        {...gestures}
        onScroll={(event) => mobile && choose(Math.round(event.currentTarget.scrollTop / height))}
        className={classNames(
          'relative [scrollbar-width:none]',
          FADE,
          mobile
            ? 'snap-y snap-mandatory overflow-y-scroll overscroll-contain'
            : 'overflow-hidden select-none',
        )}
        style={{ height: height * visible_options, paddingBlock: (height * (visible_options - 1)) / 2 }}
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
