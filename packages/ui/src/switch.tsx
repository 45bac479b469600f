import { Switch as BaseSwitch } from '@base-ui/react/switch'
import { type ReactNode, useId } from 'react'

interface SwitchProps {
  label: string
  hint?: ReactNode
  checked: boolean
  onChange: (checked: boolean) => void
  disabled?: boolean
}

/** A switch with its label on the left. */
export function Switch({ label, hint, checked, onChange, disabled = false }: SwitchProps) {
  const id = useId()
  return (
    <div className="flex min-h-14 items-center justify-between gap-4">
      <div>
        <label htmlFor={id} className="text-16">
          {label}
        </label>
        {hint && <p className="text-12 text-muted">{hint}</p>}
      </div>
      <BaseSwitch.Root
        id={id}
        checked={checked}
        disabled={disabled}
        onCheckedChange={(next) => onChange(next)}
        className="relative h-7 w-12 flex-none rounded-chip bg-edge p-0.5 transition-colors before:absolute before:-inset-2 data-checked:bg-accent data-disabled:opacity-45"
      >
        <BaseSwitch.Thumb className="block size-6 rounded-chip bg-white transition-transform data-checked:translate-x-5" />
      </BaseSwitch.Root>
    </div>
  )
}
