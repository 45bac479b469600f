import { TextField } from '@adtally/ui/field.tsx'

/** Six digits from an app, or ten letters and digits with a hyphen. */
const CODE_LENGTH_MAX = 11
export const CODE_LENGTH_MIN = 6

interface CodeFieldProps {
  /** Names the accepted codes. */
  label: string
  value: string
  onChange: (code: string) => void
  /** The server's refusal of the last code. */
  refusal: string | null
}

/** A field for a code of the second factor. */
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
