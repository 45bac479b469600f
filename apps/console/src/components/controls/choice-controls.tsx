import { useMessages } from '@adtally/i18n/use-messages.ts'
import { CONTROL_CLASS, FieldFrame } from '@adtally/ui/field.tsx'
import { useId } from 'react'
import { useStatementWords } from '../../lib/statement-words.ts'
import { type ControlProps, typedIn } from './control-props.ts'

interface Option {
  value: string
  words: string
}

function Select({ options, ...props }: ControlProps & { options: readonly Option[] }) {
  const { field, label, hint, error, value, onChange } = props
  const t = useMessages('consoleActs')
  const id = useId()
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error}>
      {(control) => (
        <select
          {...control}
          name={field.name}
          value={typedIn(value)}
          onChange={({ target }) => onChange(target.value)}
          className={CONTROL_CLASS}
        >
          <option value="">{t(field.is_required ? 'choose' : 'unset')}</option>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.words}
            </option>
          ))}
        </select>
      )}
    </FieldFrame>
  )
}

/** One of a closed set. */
export function ChoiceControl(props: ControlProps) {
  const words = useStatementWords()
  const options = (props.field.bounds.one_of ?? []).map((value) => ({ value, words: words.choice(value) }))
  return <Select {...props} options={options} />
}

/** Yes, no, or nothing said. */
export function FlagControl(props: ControlProps) {
  const t = useMessages('consoleActs')
  const options = [
    { value: 'true', words: t('yes') },
    { value: 'false', words: t('no') },
  ]
  return <Select {...props} options={options} />
}
