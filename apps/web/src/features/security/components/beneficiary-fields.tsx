import { useMessages } from '@adtally/i18n/use-messages.ts'
import { TextField } from '@adtally/ui/field.tsx'
import type { Beneficiary } from '../api/beneficiary.ts'
import { FIELDS, type FieldName, type FormValues } from './form-values.ts'
import { KindChoice } from './kind-choice.tsx'

interface BeneficiaryFieldsProps {
  values: FormValues
  /** The present beneficiary, shown masked at fields that have to be entered again. */
  bound: Beneficiary | null
  errorOf: (field: string) => string | undefined
  onChange: (change: Partial<FormValues>) => void
}

/** The fields of a bank card, bank account or wallet address, each with its error. */
export function BeneficiaryFields({ values, bound, errorOf, onChange }: BeneficiaryFieldsProps) {
  const t = useMessages('bindCard')
  const { kind } = values
  const masked: Partial<Record<FieldName, string>> =
    bound?.kind === kind
      ? { beneficiary_name: bound.beneficiary_name_masked, account_number: bound.account_number_masked }
      : {}
  const labelOf = (name: FieldName) =>
    name === 'account_number' ? t(`numbers.${kind}`) : t(`fields.${name}`)
  return (
    <>
      <KindChoice values={values} onChange={onChange} />
      {FIELDS[kind].map(({ name, optional }) => (
        <TextField
          key={name}
          name={name}
          label={optional ? t('optional', { label: labelOf(name) }) : labelOf(name)}
          {...(name === 'account_number'
            ? {
                hint: t(`numberHints.${kind}`),
                inputMode: kind === 'bank_card' ? 'numeric' : 'text',
                autoCapitalize: kind === 'bank_account' ? 'characters' : 'none',
                autoCorrect: 'off',
                spellCheck: false,
              }
            : {})}
          {...(name === 'beneficiary_name' ? { hint: t('ownName') } : {})}
          autoComplete="off"
          required={!optional}
          placeholder={masked[name]}
          value={values[name]}
          onChange={(event) => onChange({ [name]: event.target.value })}
          error={errorOf(name)}
        />
      ))}
    </>
  )
}
