import { useStore } from '@adtally/client/store.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Button } from '@adtally/ui/button.tsx'
import { PasswordField } from '@adtally/ui/password-field.tsx'
import { theDesk } from '../../../lib/desk.ts'
import { proof_wish } from '../../../lib/session.ts'
import { prove } from '../api/session-calls.ts'
import { EntryCard } from './entry-card.tsx'
import { PasskeyWay } from './passkey-way.tsx'
import { FactorField } from './sign-in-fields.tsx'
import { useEntryForm } from './use-entry-form.ts'

/** Asks for a fresh proof over an act that needs one; the act then goes on. */
export function ProofScreen() {
  const t = useMessages('consoleSession')
  const wish = useStore(proof_wish)
  const {
    session: { proof: call },
    passkeys,
  } = theDesk()
  const form = useEntryForm(call.request, async (input) => {
    await prove(input)
    wish?.proved()
  })
  return (
    <main className="flex flex-auto items-center justify-center p-4">
      <EntryCard
        title={t('proofTitle')}
        note={t('proofNote')}
        form={form}
        submit={t('proofSubmit')}
        other={
          <>
            {passkeys && (
              <PasskeyWay
                label={t('proofPasskey')}
                work={async () => {
                  await passkeys.prove()
                  wish?.proved()
                }}
              />
            )}
            <Button variant="quiet" block onClick={() => wish?.given_up()}>
              {t('cancel')}
            </Button>
          </>
        }
      >
        <FactorField form={form} or_recovery={'recovery_code' in call.request.shape} />
        <PasswordField
          label={t('proofPassword')}
          autoComplete="current-password"
          {...form.field('password')}
        />
      </EntryCard>
    </main>
  )
}
