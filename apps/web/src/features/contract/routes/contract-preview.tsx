import { useStore } from '@adtally/client/store.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Banner } from '@adtally/ui/banner.tsx'
import { Skeleton } from '@adtally/ui/states.tsx'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { ConnectedButton } from '../../../components/fields/connected-button.tsx'
import { Loaded } from '../../../components/loaded.tsx'
import { language } from '../../../lib/language.ts'
import { contractQuery, previewQuery, useSaveContract } from '../api/contract.ts'
import { DocumentCard } from '../components/document-card.tsx'
import { useTextVersion } from '../components/use-text-version.ts'

/** /ad-center/contract/preview: the exact file to be signed, or with `id` a signed one. */
export default function ContractPreviewPage() {
  const [search] = useSearchParams()
  const contract_id = search.get('id')
  return contract_id === null ? <ToBeSigned /> : <Kept contract_id={contract_id} />
}

function Kept({ contract_id }: { contract_id: string }) {
  const t = useMessages('contract')
  const save = useSaveContract()
  return (
    <div className="flex flex-col gap-4 px-4 pb-10">
      <DocumentCard contract={{ contract_id, signed_at: 'kept' }} />
      <ConnectedButton busy={save.isPending} onClick={() => save.mutate(contract_id)}>
        {t('save')}
      </ConnectedButton>
    </div>
  )
}

function ToBeSigned() {
  const t = useMessages('contract')
  const textVersion = useTextVersion()
  const preview = useQuery(previewQuery(useStore(language)))
  const detail = useQuery(contractQuery())
  const save = useSaveContract()
  return (
    <div className="flex flex-col gap-4 px-4 pb-10">
      <Loaded
        query={preview}
        skeleton={<Skeleton className="aspect-[210/297] min-h-[calc(100dvh/var(--page-zoom))] w-full" />}
      >
        {(contract) => (
          <>
            {contract.language !== contract.language_wanted && <Banner>{t('fallback')}</Banner>}
            <p className="text-14 text-muted">{textVersion(contract)}</p>
            <DocumentCard contract={contract} />
            {contract.signed_at === null && detail.data?.signing_available && (
              <Link
                to="/ad-center/contract/sign"
                className="flex min-h-12 items-center justify-center rounded-control bg-accent px-5 py-2.5 text-16 font-medium text-on-accent"
              >
                {t('goToSign')}
              </Link>
            )}
            <ConnectedButton
              variant="secondary"
              busy={save.isPending}
              onClick={() => save.mutate(contract.contract_id)}
            >
              {contract.signed_at === null ? t('saveUnsigned') : t('save')}
            </ConnectedButton>
          </>
        )}
      </Loaded>
    </div>
  )
}
