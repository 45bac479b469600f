import { staffActivation } from '@adtally/contract/operator/statement/session.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Button } from '@adtally/ui/button.tsx'
import { Card } from '@adtally/ui/card.tsx'
import { TextField } from '@adtally/ui/field.tsx'
import { PasswordField } from '@adtally/ui/password-field.tsx'
import { useState } from 'react'
import type * as z from 'zod/mini'
import { ask } from '../api/session-calls.ts'
import { EntryCard } from './entry-card.tsx'
import { useEntryForm } from './use-entry-form.ts'

type Activated = z.infer<typeof staffActivation.response>

/** Codes are taken as typed. */
const AS_TYPED = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false } as const

/** Sets what somebody signs in with, by the halves of a code that two people gave them; then shows what is shown once. */
export default function Activation({ onDone }: { onDone(): void }) {
  const t = useMessages('consoleSession')
  const [done, setDone] = useState<Activated | null>(null)
  const [wants_app, setWantsApp] = useState(true)
  const form = useEntryForm(staffActivation.request, async (input) => {
    setDone(await ask(staffActivation, { ...input, second_factor: wants_app }))
  })
  if (done) return <Keep done={done} onDone={onDone} />
  return (
    <EntryCard
      title={t('activationTitle')}
      note={t('activationNote')}
      form={form}
      submit={t('activationSubmit')}
      other={
        <Button variant="quiet" block onClick={onDone}>
          {t('cancel')}
        </Button>
      }
    >
      <TextField label={t('username')} {...AS_TYPED} autoComplete="username" {...form.field('username')} />
      <TextField
        label={t('firstCode')}
        hint={t('firstCodeHint')}
        {...AS_TYPED}
        {...form.field('first_code')}
      />
      <TextField
        label={t('secondCode')}
        hint={t('secondCodeHint')}
        {...AS_TYPED}
        {...form.field('second_code')}
      />
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

/** What only this page ever shows. */
function Keep({
  done: { username, second_factor, recovery_codes },
  onDone,
}: {
  done: Activated
  onDone(): void
}) {
  const t = useMessages('consoleSession')
  const key = second_factor === null ? null : new URL(second_factor).searchParams.get('secret')
  return (
    <Card className="flex w-full max-w-96 flex-col gap-4">
      <h1 className="text-20 font-semibold">{t('activatedTitle', { username })}</h1>
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
