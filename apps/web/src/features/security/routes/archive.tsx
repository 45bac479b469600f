import { useStore } from '@adtally/client/store.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Banner } from '@adtally/ui/banner.tsx'
import { Card } from '@adtally/ui/card.tsx'
import { showToast } from '@adtally/ui/toast-store.ts'
import { LinkRow } from '../../../components/link-row.tsx'
import { isRestricted, session } from '../../../lib/session/session.ts'
import { useTakeArchive } from '../api/archive.ts'
import { ProveOwner } from '../components/prove-owner.tsx'

/** /customer/archive: saves everything kept about the customer as one file, once they prove who they are. */
export default function ArchivePage() {
  const t = useMessages('archive')
  const restricted = isRestricted(useStore(session))
  const take = useTakeArchive()
  return (
    <div className="flex flex-auto flex-col gap-4 px-4 pt-2 pb-8">
      <p className="text-16">{t('what')}</p>
      <p className="text-14 text-muted">{t('leftOut')}</p>
      <Banner tone="warning">{t('care')}</Banner>
      <ProveOwner
        action={t('save')}
        why={t('why')}
        act={take}
        here="/customer/archive"
        onDone={() => showToast(t('saved'), 'positive')}
      />
      {!restricted && (
        <Card className="mt-4 py-0">
          <LinkRow to="/customer/closing" title={t('close.link')} />
        </Card>
      )}
    </div>
  )
}
