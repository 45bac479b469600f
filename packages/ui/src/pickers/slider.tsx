import { Slider as BaseSlider } from '@base-ui/react/slider'

interface SliderProps {
  label: string
  /** In whole steps; the caller maps steps to amounts. */
  value: number
  min: number
  max: number
  step?: number
  onChange: (value: number) => void
  /** The text for screen readers, such as "250.00 USD". */
  formatValue: (value: number) => string
  disabled?: boolean
}

/** Chooses a value in a range by dragging or arrow keys. */
export function Slider({
  label,
  value,
  min,
  max,
  step = 1,
  onChange,
  formatValue,
  disabled = false,
}: SliderProps) {
  return (
    <BaseSlider.Root
      value={value}
      min={min}
      max={max}
      step={step}
      disabled={disabled}
      onValueChange={(next: number) => onChange(next)}
    >
      <BaseSlider.Control className="flex h-11 touch-none items-center select-none data-disabled:opacity-45">
        <BaseSlider.Track className="h-1 w-full rounded-chip bg-edge">
          <BaseSlider.Indicator className="rounded-chip bg-accent" />
          <BaseSlider.Thumb
            getAriaLabel={() => label}
            getAriaValueText={(_text, current) => formatValue(current)}
            className="size-6 rounded-chip border-2 border-accent bg-surface shadow-raised has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-offset-2 has-[:focus-visible]:outline-accent"
          />
        </BaseSlider.Track>
      </BaseSlider.Control>
    </BaseSlider.Root>
  )
}
