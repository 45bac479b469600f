import { TextField } from '@adtally/ui/field.tsx'

/** Six digits of an app, or ten letters and digits with their hyphen. */
const CODE_LENGTH_MAX = 11
export const CODE_LENGTH_MIN = 6

interface CodeFieldProps {
  /** Whose codes do. */
  label: string
  value: string
  onChange: (code: string) => void
  /** What the server said against the last one. */
  refusal: string | null
}

/** A code of the second factor. */
export function CodeField({ label, value, onChange, refusal }: CodeFieldProps) {
  return (
    <TextField
      label={label}
      name="code"
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={CODE_LENGTH_MAX}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      error={refusal ?? undefined}
    />
  )
}
