import { TextArea, TextField } from '@adtally/ui/field.tsx'
import { PasswordField } from '@adtally/ui/password-field.tsx'
import { type ControlProps, typedIn } from './control-props.ts'

/** What each control of text gives its field. */
function common({ field, label, hint, error, value, onChange }: ControlProps) {
  return {
    ...{ label, hint, error, name: field.name, value: typedIn(value) },
    autoComplete: 'off',
    onChange: ({ target }: { target: { value: string } }) => onChange(target.value),
  }
}

/** Codes, numbers and ids are taken as typed: nothing is corrected or begun with a capital. */
const AS_TYPED = { autoCapitalize: 'none', autoCorrect: 'off', spellCheck: false } as const

/** Words in one line. */
export function TextControl(props: ControlProps) {
  return <TextField {...common(props)} />
}

/** A code, an id, a number of one kind, or a name to sign in by. */
export function CodeControl(props: ControlProps) {
  return <TextField {...common(props)} {...AS_TYPED} />
}

/** An amount in major units, read by the decimal sign of the language. */
export function AmountControl(props: ControlProps) {
  return <TextField {...common(props)} {...AS_TYPED} inputMode="decimal" />
}

/** A whole number. */
export function WholeControl(props: ControlProps) {
  return <TextField {...common(props)} {...AS_TYPED} inputMode="numeric" />
}

/** Words in several lines. */
export function LongTextControl(props: ControlProps) {
  return <TextArea {...common(props)} />
}

/** Items in one or several lines. */
export function ListControl(props: ControlProps) {
  return <TextArea {...common(props)} {...AS_TYPED} rows={2} />
}

/** What nobody should see over a shoulder. */
export function SecretControl(props: ControlProps) {
  return <PasswordField {...common(props)} autoComplete="new-password" />
}
