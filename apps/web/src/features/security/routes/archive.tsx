import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Banner } from '@adtally/ui/banner.tsx'
import { Button } from '@adtally/ui/button.tsx'
import { Card } from '@adtally/ui/card.tsx'
import { showToast } from '@adtally/ui/toast-store.ts'
import { lazy, Suspense, useState } from 'react'
import type { PinAndFactor } from '../../../components/factor-pin-sheet.tsx'
import { LinkRow } from '../../../components/link-row.tsx'
import { isRestricted, session } from '../../../lib/session.ts'
import { useStore } from '../../../lib/store.ts'
import { pinFailure } from '../../../lib/use-pin-lock.ts'
import { useTakeArchive } from '../api/archive.ts'

const FactorPinSheet = lazy(() =>
  import('../../../components/factor-pin-sheet.tsx').then((module) => ({ default: module.FactorPinSheet })),
)

const RESET = `/wallet/set-password?mode=reset&next=${encodeURIComponent('/customer/archive')}`

/** /customer/archive: everything that is kept of the customer, saved as one file by whoever proves to be them. */
export default function ArchivePage() {
  const t = useMessages('archive')
  const current = useStore(session)
  const passwordIsSet = current?.user?.transaction_password_set !== false
  const [asking, setAsking] = useState(false)
  const take = useTakeArchive()
  const save = (entered: PinAndFactor | null) =>
    take.mutate(entered, {
      onSuccess: () => {
        setAsking(false)
        showToast(t('saved'), 'positive')
      },
    })
  return (
    <div className="flex flex-auto flex-col gap-4 px-4 pt-2 pb-8">
      <p className="text-16">{t('what')}</p>
      <p className="text-14 text-muted">{t('leftOut')}</p>
      <Banner tone="warning">{t('care')}</Banner>
      {!asking && take.error !== null && (
        <div role="alert">
          <Banner tone="warning">{pinFailure(take.error, t('connectionLost')).message}</Banner>
        </div>
      )}
      <Button
        block
        aria-haspopup={passwordIsSet ? 'dialog' : undefined}
        busy={take.isPending}
        onClick={() => {
          take.reset()
          if (passwordIsSet) setAsking(true)
          else save(null)
        }}
      >
        {t('save')}
      </Button>
      {!isRestricted(current) && (
        <Card className="mt-4 py-0">
          <LinkRow to="/customer/closing" title={t('close.link')} />
        </Card>
      )}
      {asking && (
        <Suspense>
          <FactorPinSheet
            action={t('save')}
            busy={take.isPending}
            error={take.error}
            lost={t('connectionLost')}
            codeLabel={t('code')}
            resetTo={RESET}
            onConfirm={save}
            onClose={() => setAsking(false)}
          >
            <p className="text-center text-14 text-muted">{t('why')}</p>
          </FactorPinSheet>
        </Suspense>
      )}
    </div>
  )
}
