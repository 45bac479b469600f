import { useFormatters } from '@adtally/i18n/use-formatters.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Banner } from '@adtally/ui/banner.tsx'
import { Card } from '@adtally/ui/card.tsx'
import { EmptyState, Skeleton } from '@adtally/ui/states.tsx'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { CursorList } from '../../../components/cursor-list.tsx'
import { LinkRow } from '../../../components/link-row.tsx'
import { Loaded } from '../../../components/loaded.tsx'
import { contractQuery, versionsQuery } from '../api/contract.ts'
import { SignedContract } from '../components/signed-contract.tsx'
import { useTextVersion } from '../components/use-text-version.ts'

/** /ad-center/contract: its state, links to read and sign it, and earlier signed versions. */
export default function ContractPage() {
  const t = useMessages('contract')
  const { time } = useFormatters()
  const textVersion = useTextVersion()
  const query = useQuery(contractQuery())
  const versions = useInfiniteQuery(versionsQuery())
  return (
    <div className="flex flex-col gap-4 px-4 pb-10">
      <Loaded query={query} skeleton={<Skeleton className="h-64 w-full" />}>
        {({ signed, is_current, signing_available }) => (
          <>
            {signed && is_current ? (
              <>
                <p className="text-16">{t('isSigned')}</p>
                <SignedContract contract={signed} />
              </>
            ) : (
              <Card className="flex flex-col gap-4">
                <p className="text-16 font-medium">{signed ? t('newText') : t('notSigned')}</p>
                <p className="text-14 text-muted">{signed ? t('newTextMeaning') : t('voluntary')}</p>
                {!signing_available && <Banner tone="warning">{t('unavailable')}</Banner>}
                <Link
                  to="/ad-center/contract/preview"
                  className="flex min-h-12 items-center justify-center rounded-control bg-accent px-5 py-2.5 text-16 font-medium text-on-accent"
                >
                  {t('read')}
                </Link>
              </Card>
            )}
          </>
        )}
      </Loaded>
      <h2 className="mt-4 text-20 font-semibold">{t('versions')}</h2>
      <CursorList
        query={versions}
        label={t('versions')}
        keyOf={({ contract_id }) => contract_id}
        empty={<EmptyState title={t('noVersions')}>{t('noVersionsText')}</EmptyState>}
      >
        {(version) => (
          <LinkRow
            to={`/ad-center/contract/preview?id=${version.contract_id}`}
            // At 320 px with the largest text the moment may reach into the gap beside it, but is not broken.
            title={
              version.signed_at !== null && (
                <span className="wrap-normal">{time(version.signed_at, 'date-time')}</span>
              )
            }
            detail={textVersion(version)}
          />
        )}
      </CursorList>
    </div>
  )
}
