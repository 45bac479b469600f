import { ApiError } from '@adtally/client/api-error.ts'
import { checkedBeneficiaryForm } from '@adtally/contract/money/beneficiary-number.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Banner } from '@adtally/ui/banner.tsx'
import { type FormEvent, Suspense, useRef, useState } from 'react'
import { ConnectedButton } from '../../../components/fields/connected-button.tsx'
import { PinSheet } from '../../../components/fields/pin-sheet.tsx'
import { useBeneficiaryWait } from '../../../lib/figures/use-policy-figures.ts'
import { createKept } from '../../../lib/forms/create-kept.ts'
import { useFormErrors } from '../../../lib/forms/use-form-errors.ts'
import { type PinFailure, pinFailure } from '../../../lib/session/use-pin-lock.ts'
import { type Beneficiary, useBindBeneficiary } from '../api/beneficiary.ts'
import { BeneficiaryFields } from './beneficiary-fields.tsx'
import { FIELDS, type FormValues, formOf, initialValues } from './form-values.ts'

/** The server's prefix for the call's members. */
const PREFIX = 'beneficiary.'

interface BindFormProps {
  bound: Beneficiary | null
  /** The page that a reset of the transaction password leads back to. */
  resetTo: string
  onBound: (beneficiary: Beneficiary) => void
}

/** Null before anything was typed. */
const useDraft = createKept<FormValues | null>(null)

/** Binds or changes the beneficiary: checked beside each field, then confirmed with the transaction password. */
export default function BindForm({ bound, resetTo, onBound }: BindFormProps) {
  const t = useMessages('bindCard')
  const wait = useBeneficiaryWait()
  const [initial] = useState(() => initialValues(bound))
  const [draft, setDraft] = useDraft()
  const values = draft ?? initial
  const [unchanged, setUnchanged] = useState<string | null>(null)
  const [asking, setAsking] = useState(false)
  const [failure, setFailure] = useState<PinFailure | null>(null)
  const form = useRef<HTMLFormElement>(null)
  const errors = useFormErrors()
  const bind = useBindBeneficiary()
  const dotted = FIELDS[values.kind].map(({ name }) => PREFIX + name)
  const errorOf = (field: string) => errors.of(field) ?? errors.of(PREFIX + field)

  const change = (next: Partial<FormValues>) => {
    setDraft({ ...values, ...next })
    setUnchanged(null)
    for (const field of Object.keys(next)) {
      errors.clear(field)
      errors.clear(PREFIX + field)
    }
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const isModified = JSON.stringify(values) !== JSON.stringify(initial)
    if (bound && !isModified) return setUnchanged(t('unchanged'))
    if (errors.check(checkedBeneficiaryForm, formOf(values), event.currentTarget)) setAsking(true)
  }
  const finish = (beneficiary: Beneficiary) => {
    setDraft(null)
    onBound(beneficiary)
  }
  const refuse = (error: unknown) => {
    const isAboutForm =
      errors.take(error, dotted) || (error instanceof ApiError && error.reason === 'beneficiary_unchanged')
    if (!isAboutForm) return setFailure(pinFailure(error, t('connectionLost')))
    setAsking(false)
    if (error instanceof ApiError && error.reason === 'beneficiary_unchanged') setUnchanged(error.message)
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
  }

  return (
    <form ref={form} noValidate onSubmit={submit} className="flex flex-col gap-4">
      <BeneficiaryFields values={values} bound={bound} errorOf={errorOf} onChange={change} />
      {bound && wait && <Banner tone="warning">{t('changeWait', wait)}</Banner>}
      <Alert text={unchanged} />
      <ConnectedButton type="submit">{bound ? t('change') : t('bind')}</ConnectedButton>
      {asking && (
        <Suspense>
          <PinSheet
            action={bound ? t('confirmChange') : t('confirmBind')}
            busy={bind.isPending}
            failure={failure}
            resetTo={resetTo}
            onConfirm={(digits) =>
              bind.mutate({ beneficiary: formOf(values), digits }, { onSuccess: finish, onError: refuse })
            }
            onClose={() => setAsking(false)}
          >
            <p className="text-center text-14 text-muted">
              {t('confirmLine', { kind: t(`kinds.${values.kind}`) })}
            </p>
          </PinSheet>
        </Suspense>
      )}
    </form>
  )
}

function Alert({ text }: { text: string | null }) {
  if (text === null) return null
  return (
    <p role="alert" className="text-14 text-negative">
      {text}
    </p>
  )
}
