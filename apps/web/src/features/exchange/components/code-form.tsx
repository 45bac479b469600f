import { acceptorDetail } from '@adtally/contract/money/exchange.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Card } from '@adtally/ui/card.tsx'
import { TextField } from '@adtally/ui/field.tsx'
import { type FormEvent, useRef, useState } from 'react'
import { ConnectedButton } from '../../../components/fields/connected-button.tsx'
import { useFormErrors } from '../../../lib/forms/use-form-errors.ts'
import { type Offer, useOffer } from '../api/orders.ts'

const FIELDS = ['code']

/** Letters and digits in groups of four, as codes are printed. */
function grouped(typed: string): string {
  const letters = typed.toUpperCase().replace(/[^0-9A-Z]/g, '')
  return letters.replace(/(.{4})(?=.)/g, '$1-').slice(0, 14)
}

/** Asks for the acceptance code, which leads to its offer. */
export function CodeForm({ onOffer }: { onOffer: (offer: Offer | null) => void }) {
  const t = useMessages('exchange')
  const [code, setCode] = useState('')
  const form = useRef<HTMLFormElement>(null)
  const errors = useFormErrors()
  const look = useOffer()
  const refuse = (error: unknown) => {
    onOffer(null)
    if (!errors.take(error, FIELDS)) return
    requestAnimationFrame(() => form.current?.querySelector('input')?.focus())
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (look.isPending || !errors.check(acceptorDetail.request, { code }, event.currentTarget)) return
    look.mutate({ code }, { onSuccess: onOffer, onError: refuse })
  }
  return (
    <Card>
      <form ref={form} noValidate onSubmit={submit} className="flex flex-col gap-3">
        <TextField
          label={t('form.field')}
          hint={t('form.hint')}
          error={errors.of('code')}
          autoComplete="one-time-code"
          autoCapitalize="characters"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="go"
          value={code}
          onChange={(event) => {
            setCode(grouped(event.target.value))
            errors.clear('code')
          }}
        />
        <ConnectedButton type="submit" busy={look.isPending}>
          {t('form.look')}
        </ConnectedButton>
      </form>
    </Card>
  )
}
