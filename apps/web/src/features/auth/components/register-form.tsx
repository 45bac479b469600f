import { registration, registrationSignIn } from '@adtally/contract/identity/registration.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Button } from '@adtally/ui/button.tsx'
import { part } from '@adtally/ui/part.tsx'
import { SkeletonRows } from '@adtally/ui/states.tsx'
import { type FormEvent, Suspense, useState } from 'react'
import { useSearchParams } from 'react-router'
import { ConnectedButton } from '../../../components/fields/connected-button.tsx'
import type { PhoneEntry } from '../../../components/fields/phone-field.tsx'
import { StepHeading } from '../../../components/step-heading.tsx'
import { basic_config } from '../../../lib/basic-config.ts'
import { useForm } from '../../../lib/forms/use-form.ts'
import { useStepHistory } from '../../../lib/forms/use-step-history.ts'
import { CONTACT_FIELDS, SIGN_IN_FIELDS, useRegister } from '../api/register.ts'
import { type RegistrationValues, startingWith } from './registration-values.ts'
import { SignInStep } from './sign-in-step.tsx'

// Loaded later, because it brings the phone numbers of all countries.
const ContactStep = part(() => import('./contact-step.tsx'))

/** Checks by the server's own list; if that can't be loaded, the server refuses it. */
async function isCommon({ password, username }: RegistrationValues): Promise<boolean> {
  const brand = basic_config.get()?.brand_name ?? ''
  try {
    const { isCommonPassword } = await import('@adtally/contract/identity/common-password.ts')
    return isCommonPassword(password, [username, brand])
  } catch {
    return false
  }
}

/** The step's number; the page's title names the first step. */
function StepLine({ isFirst }: { isFirst: boolean }) {
  const t = useMessages('auth')
  const line = t('step', { step: isFirst ? 1 : 2, total: 2 })
  return isFirst ? <p className="text-14 text-muted">{line}</p> : <StepHeading small>{line}</StepHeading>
}

/** SPEC's seven fields in two steps; a refused field leads back to its step, and nothing typed is lost. */
export function RegisterForm({ onRegistered }: { onRegistered: () => void }) {
  const t = useMessages('auth')
  const { step, goTo, end } = useStepHistory<'signIn' | 'contact'>('signIn')
  const isFirst = step === 'signIn'
  const [search] = useSearchParams()
  const { values, errors, field } = useForm(startingWith(search.get('licence_key') ?? ''))
  const [phone, setPhone] = useState<PhoneEntry | null>(null)
  const register = useRegister()

  /** To the second step, unless the password is one that the server would refuse after it. */
  const goOn = async () => {
    if (await isCommon(values)) errors.say('password', 'password_too_common')
    else goTo('contact')
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (register.isPending) return
    if (isFirst) {
      const { nickname: _nickname, email: _email, ...signIn } = values
      if (errors.check(registrationSignIn, signIn, event.currentTarget)) void goOn()
      return
    }
    const { nickname, ...rest } = values
    const input = { ...rest, phone: phone?.phone ?? '', ...(nickname.trim() ? { nickname } : {}) }
    if (!errors.check(registration, input, event.currentTarget)) return
    register.mutate(input, {
      onSuccess: () => end(onRegistered),
      onError: (error) => {
        if (errors.take(error, SIGN_IN_FIELDS)) goTo('signIn')
        else errors.take(error, CONTACT_FIELDS)
      },
    })
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <StepLine isFirst={isFirst} />
      {isFirst ? (
        <SignInStep field={field} />
      ) : (
        <Suspense fallback={<SkeletonRows rows={3} />}>
          <ContactStep
            field={field}
            phone={phone}
            onPhone={(next) => {
              setPhone(next)
              errors.clear('phone')
            }}
            phoneError={errors.of('phone')}
          />
        </Suspense>
      )}
      {!isFirst && <p className="text-12 text-muted">{t('terms')}</p>}
      <ConnectedButton type="submit" needs_connection={!isFirst} busy={register.isPending} className="mt-2">
        {isFirst ? t('next') : t('openAccount')}
      </ConnectedButton>
      {!isFirst && (
        <Button variant="quiet" type="button" onClick={() => goTo('signIn')}>
          {t('previous')}
        </Button>
      )}
    </form>
  )
}
