import { useFormatters } from '@adtally/i18n/use-formatters.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Button } from '@adtally/ui/button.tsx'
import { Chip } from '@adtally/ui/chip.tsx'
import { SkeletonRows } from '@adtally/ui/states.tsx'
import { showToast } from '@adtally/ui/toast-store.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { CursorList } from '../../../components/cursor-list.tsx'
import { ConnectedButton } from '../../../components/fields/connected-button.tsx'
import { QuestionDialog } from '../../../components/question-dialog.tsx'
import { type SignedInSession, sessionsQuery, useRevokeSession } from '../api/sessions.ts'

/** Signed-in devices; all but this one can be signed out here. */
export function Sessions() {
  const t = useMessages('customer')
  const query = useInfiniteQuery(sessionsQuery())
  const revoke = useRevokeSession()
  const [ending, setEnding] = useState<SignedInSession | null>(null)
  const end = (one: SignedInSession) =>
    revoke.mutate(one.session_id, {
      onSuccess: () => showToast(t('sessionEnded'), 'positive'),
      onSettled: () => setEnding(null),
    })
  return (
    <>
      <h3 className="pt-4 text-14 font-medium">{t('sessions')}</h3>
      <CursorList
        query={query}
        label={t('sessions')}
        keyOf={(one) => one.session_id}
        empty={null}
        skeleton={<SkeletonRows rows={2} />}
      >
        {(one) => <SessionRow one={one} onEnd={() => setEnding(one)} />}
      </CursorList>
      {ending && (
        <Suspense>
          <QuestionDialog
            title={t('endSessionQuestion')}
            onClose={() => setEnding(null)}
            stay={t('cancel')}
            act={
              <ConnectedButton variant="danger" busy={revoke.isPending} onClick={() => end(ending)}>
                {t('endSession')}
              </ConnectedButton>
            }
          >
            {t('endSessionMeaning', { device: ending.device || t('unknownDevice') })}
          </QuestionDialog>
        </Suspense>
      )}
    </>
  )
}

function SessionRow({ one, onEnd }: { one: SignedInSession; onEnd: () => void }) {
  const t = useMessages('customer')
  const { time, relative } = useFormatters()
  return (
    <div className="flex min-h-14 flex-wrap items-center justify-between gap-x-3 gap-y-1 py-2">
      <p className="min-w-0 flex-[1_1_9rem]">
        <span className="block text-16">{one.device || t('unknownDevice')}</span>
        <span className="block text-12 text-muted">
          {t('sessionTimes', { since: time(one.created_at, 'date'), used: relative(one.last_used_at) })}
        </span>
      </p>
      {one.current ? (
        <span className="flex-none">
          <Chip tone="positive">{t('thisDevice')}</Chip>
        </span>
      ) : (
        <Button
          variant="secondary"
          className="min-h-11 flex-none px-3 py-1 text-14!"
          aria-label={t('endSessionOf', { device: one.device || t('unknownDevice') })}
          aria-haspopup="dialog"
          onClick={onEnd}
        >
          {t('endSession')}
        </Button>
      )}
    </div>
  )
}
