import { useStore } from '@adtally/client/store.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { part } from '@adtally/ui/part.tsx'
import { Skeleton } from '@adtally/ui/states.tsx'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { Link } from 'react-router'
import { Loaded } from '../../../components/loaded.tsx'
import { language } from '../../../lib/language.ts'
import { type Contract, previewQuery } from '../api/contract.ts'
import { SignedContract } from '../components/signed-contract.tsx'

/** Loaded separately, as it brings the signature pad. */
const SignForm = part(() => import('../components/sign-form.tsx'))

const FORM_TO_COME = <Skeleton className="h-80 w-full" />

/** /ad-center/contract/sign: draw, agree, sign; then save the sealed file. */
export default function ContractSignPage() {
  const t = useMessages('contract')
  const query = useQuery(previewQuery(useStore(language)))
  const [signed, setSigned] = useState<Contract | null>(null)
  return (
    <div className="flex flex-col gap-4 px-4 pb-10">
      {signed ? (
        <Done contract={signed} />
      ) : (
        <Loaded query={query} skeleton={FORM_TO_COME}>
          {(contract) =>
            contract.signed_at === null ? (
              <Suspense fallback={FORM_TO_COME}>
                <SignForm contract={contract} onSigned={setSigned} />
              </Suspense>
            ) : (
              <>
                <p className="text-16">{t('isSigned')}</p>
                <SignedContract contract={contract} />
              </>
            )
          }
        </Loaded>
      )}
    </div>
  )
}

function Done({ contract }: { contract: Contract }) {
  const t = useMessages('contract')
  return (
    <>
      <div role="status" className="flex flex-col gap-1">
        <p className="text-20 font-semibold">{t('done')}</p>
        <p className="text-14 text-muted">{t('doneText')}</p>
      </div>
      <SignedContract contract={contract} />
      <Link to="/ad-center" className="self-center py-3 text-16 font-medium text-accent">
        {t('toAdCenter')}
      </Link>
    </>
  )
}
