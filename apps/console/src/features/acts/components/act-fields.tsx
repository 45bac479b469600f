import { useMessages } from '@adtally/i18n/use-messages.ts'
import { CONTROLS } from '../../../components/controls/controls.ts'
import { useStatementWords } from '../../../lib/statement-words.ts'
import { useFieldHint } from './field-hint.ts'
import type { ActForm } from './use-act-form.ts'

/** A control for each field of an act, by its kind. */
export function ActFields({ form }: { form: ActForm }) {
  const t = useMessages('consoleActs')
  const words = useStatementWords()
  const hintOf = useFieldHint()
  return form.fields.map((field) => {
    const Control = CONTROLS[field.kind]
    const label = words.field(field.name)
    return (
      <Control
        key={field.name}
        field={field}
        label={field.is_required ? label : t('optional', { label })}
        hint={hintOf(field)}
        error={form.errorOf(field.name)}
        value={form.values[field.name] ?? ''}
        onChange={(value) => form.edit(field.name, value)}
      />
    )
  })
}
