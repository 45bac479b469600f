import { CONTROL_CLASS, FieldFrame, type FieldProps } from '@adtally/ui/field.tsx'
import { type ReactNode, useId } from 'react'

interface SelectFieldProps extends FieldProps {
  value: string
  onChange: (value: string) => void
  children: ReactNode
}

/** A choice among many, with the device's own control. */
export function SelectField({ value, onChange, children, ...frame }: SelectFieldProps) {
  const id = useId()
  return (
    <FieldFrame id={id} {...frame}>
      {(control) => (
        <select
          {...control}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          className={CONTROL_CLASS}
        >
          {children}
        </select>
      )}
    </FieldFrame>
  )
}
