import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Button } from '@adtally/ui/button.tsx'
import { Card } from '@adtally/ui/card.tsx'
import { TextField } from '@adtally/ui/field.tsx'
import { PasswordField } from '@adtally/ui/password-field.tsx'
import { useEffect, useRef, useState } from 'react'
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

/** Codes are taken as typed. */
const AS_TYPED = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false } as const

/** Sets what somebody signs in with, by the halves of a code that they were given; then shows what is shown once. */
export default function ActivatePage({ call, onDone }: ActivatePageProps) {
  const t = useMessages('consoleSession')
  const { named_by } = theDesk()
  const [made, setMade] = useState<{ name: string; shown: Activated } | null>(null)
  const [wants_app, setWantsApp] = useState(true)
  const form = useEntryForm(call.request, async (input) => {
    const shown = await activate(call, { ...input, second_factor: wants_app })
    setMade({ name: form.field(named_by).value, shown })
  })
  const title = t('activationTitle')
  useEffect(() => {
    document.title = `${title} · ${application_name}`
  }, [title])
  if (made) return <Keep {...made} onDone={onDone} />
  const is_partner = named_by === 'email'
  return (
    <EntryCard
      title={title}
      note={t(is_partner ? 'activateNote' : 'activationNote')}
      form={form}
      submit={t('activationSubmit')}
      other={
        <Button variant="quiet" block onClick={onDone}>
          {t('cancel')}
        </Button>
      }
    >
      <TextField
        {...AS_TYPED}
        type={is_partner ? 'email' : 'text'}
        label={t('username')}
        {...form.field(named_by)}
        autoComplete="username"
      />
      <TextField {...AS_TYPED} label={t('firstCode')} {...form.field('first_code')} />
      <TextField {...AS_TYPED} label={t('secondCode')} {...form.field('second_code')} />
      <PasswordField
        label={t('newPassword')}
        hint={t('newPasswordHint')}
        autoComplete="new-password"
        {...form.field('new_password')}
      />
      <label className="flex min-h-11 items-center gap-3 text-14">
        <input
          type="checkbox"
          checked={wants_app}
          onChange={({ target }) => setWantsApp(target.checked)}
          className="size-5 accent-accent"
        />
        {t('wantsApp')}
      </label>
    </EntryCard>
  )
}

interface KeepProps {
  name: string
  shown: Activated
  onDone(): void
}

/** What only this page ever shows: the key for an authenticator app, and the codes that stand in for it. */
function Keep({ name, shown: { second_factor, recovery_codes }, onDone }: KeepProps) {
  const t = useMessages('consoleSession')
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const key = second_factor === null ? null : new URL(second_factor).searchParams.get('secret')
  return (
    <Card className="flex w-full max-w-96 flex-col gap-4">
      <h1 ref={heading} tabIndex={-1} className="text-20 font-semibold break-words outline-none">
        {t('activatedTitle', { username: name })}
      </h1>
      {second_factor !== null && (
        <section className="flex flex-col gap-1">
          <p className="text-14">{t('appNote')}</p>
          <p className="font-mono text-14 break-all select-all">{key}</p>
          <a href={second_factor} className="flex min-h-11 items-center text-accent underline">
            {t('appOpen')}
          </a>
        </section>
      )}
      {recovery_codes.length > 0 && (
        <section className="flex flex-col gap-1">
          <p className="text-14">{t('recoveryNote')}</p>
          <ul className="grid grid-cols-1 gap-1 font-mono text-14 min-[24rem]:grid-cols-2">
            {recovery_codes.map((code) => (
              <li key={code} className="select-all">
                {code}
              </li>
            ))}
          </ul>
        </section>
      )}
      <Button block onClick={onDone}>
        {t('toLogin')}
      </Button>
    </Card>
  )
}
