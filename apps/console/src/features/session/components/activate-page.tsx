import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Button } from '@adtally/ui/button.tsx'
import { Card } from '@adtally/ui/card.tsx'
import { TextField } from '@adtally/ui/field.tsx'
import { PasswordField } from '@adtally/ui/password-field.tsx'
import { useEffect, useId, useRef, useState } from 'react'
import { type SessionCall, theDesk } from '../../../lib/desk.ts'
import { application_name } from '../../../lib/page-settings.ts'
import { type Activated, activate } from '../api/session-calls.ts'
import { EntryCard } from './entry-card.tsx'
import { useEntryForm } from './use-entry-form.ts'

interface ActivatePageProps {
  call: SessionCall
  /** On to signing in. */
  onDone(): void
}

const AS_TYPED = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false } as const

/** Where somebody new sets their first password, and a second factor, with both halves of their code. */
export default function ActivatePage({ call, onDone }: ActivatePageProps) {
  const t = useMessages('consoleSession')
  const { named_by } = theDesk()
  const [made, setMade] = useState<Activated | null>(null)
  const form = useEntryForm(call.request, async (input) => setMade(await activate(call, input)))
  const id = useId()
  const title = t('activateTitle')
  useEffect(() => {
    document.title = `${title} · ${application_name}`
  }, [title])
  if (made) return <SetUp made={made} onDone={onDone} />
  const wanted = form.field('second_factor').value
  return (
    <EntryCard
      title={title}
      note={t('activateNote')}
      form={form}
      submit={t('activateSubmit')}
      other={
        <Button variant="quiet" block onClick={onDone}>
          {t('backToLogIn')}
        </Button>
      }
    >
      <TextField
        {...AS_TYPED}
        type={named_by === 'email' ? 'email' : 'text'}
        label={t('username')}
        {...form.field(named_by)}
        autoComplete="username"
      />
      <TextField {...AS_TYPED} label={t('firstCode')} {...form.field('first_code')} />
      <TextField {...AS_TYPED} label={t('secondCode')} {...form.field('second_code')} />
      <PasswordField label={t('newPassword')} autoComplete="new-password" {...form.field('new_password')} />
      <label htmlFor={id} className="flex min-h-11 items-center gap-3 text-14">
        <input
          id={id}
          type="checkbox"
          checked={wanted === 'true'}
          onChange={({ target }) => form.choose('second_factor', target.checked ? 'true' : '')}
          className="size-5 accent-accent"
        />
        {t('wantsFactor')}
      </label>
    </EntryCard>
  )
}

/** What is shown once: the key for an authenticator app, and the codes that stand in for it. */
function SetUp({ made: { second_factor, recovery_codes }, onDone }: { made: Activated; onDone(): void }) {
  const t = useMessages('consoleSession')
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const key = second_factor === null ? null : new URL(second_factor).searchParams.get('secret')
  return (
    <Card className="w-full max-w-96">
      <h1 ref={heading} tabIndex={-1} className="text-20 font-semibold outline-none">
        {t('activated')}
      </h1>
      {key !== null && (
        <>
          <p className="mt-2 text-14">{t('factorNote')}</p>
          <p className="mt-2 font-mono text-16 break-all">{key.match(/.{1,4}/g)?.join(' ')}</p>
          <p className="mt-4 text-14">{t('recoveryNote')}</p>
          <ul className="mt-2 grid grid-cols-2 gap-1 font-mono text-14">
            {recovery_codes.map((code) => (
              <li key={code}>{code}</li>
            ))}
          </ul>
        </>
      )}
      <Button block onClick={onDone} className="mt-4">
        {t('submit')}
      </Button>
    </Card>
  )
}
