import { useStore } from '@adtally/client/store.ts'
import { staffProof } from '@adtally/contract/operator/statement/session.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Button } from '@adtally/ui/button.tsx'
import { PasswordField } from '@adtally/ui/password-field.tsx'
import { proof_wish } from '../../../lib/session.ts'
import { proveByPasskey } from '../api/passkey-calls.ts'
import { prove } from '../api/session-calls.ts'
import { EntryCard } from './entry-card.tsx'
import { PasskeyWay } from './passkey-way.tsx'
import { CodeField } from './sign-in-fields.tsx'
import { useEntryForm } from './use-entry-form.ts'

/** Asks for a fresh proof over an act that needs one; the act then goes on. */
export function ProofScreen() {
  const t = useMessages('consoleSession')
  const wish = useStore(proof_wish)
  const form = useEntryForm(staffProof.request, async (input) => {
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
            <PasskeyWay
              label={t('proofPasskey')}
              work={async () => {
                await proveByPasskey()
                wish?.proved()
              }}
            />
            <Button variant="quiet" block onClick={() => wish?.given_up()}>
              {t('cancel')}
            </Button>
          </>
        }
      >
        <CodeField form={form} />
        <PasswordField
          label={t('proofPassword')}
          autoComplete="current-password"
          {...form.field('password')}
        />
      </EntryCard>
    </main>
  )
}
