import { useStore } from '@adtally/client/store.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Button } from '@adtally/ui/button.tsx'
import { part } from '@adtally/ui/part.tsx'
import { EmptyState, SkeletonRows } from '@adtally/ui/states.tsx'
import { showToast } from '@adtally/ui/toast-store.ts'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { Loaded } from '../../../components/loaded.tsx'
import { StepHeading } from '../../../components/step-heading.tsx'
import { useLeave } from '../../../components/use-leave.ts'
import { useBackHandler } from '../../../lib/back-handler.ts'
import { nextAddress } from '../../../lib/page.ts'
import { session } from '../../../lib/session/session.ts'
import { type Beneficiary, beneficiaryQuery } from '../api/beneficiary.ts'
import { BeneficiaryCard } from '../components/beneficiary-card.tsx'

/** Loaded on demand, as it brings the check digits of every country and network. */
const BindForm = part(() => import('../components/bind-form.tsx'))

/** /wallet/bind-card: the present beneficiary, masked; binding a first one or changing it. */
export default function BindCardPage() {
  const t = useMessages('bindCard')
  const [search] = useSearchParams()
  const query = useQuery(beneficiaryQuery())
  const passwordIsSet = useStore(session)?.user?.transaction_password_set
  const navigate = useNavigate()
  const here = `/wallet/bind-card?${search}`
  const setPassword = `/wallet/set-password?next=${encodeURIComponent(here)}`

  return (
    <div className="flex flex-auto flex-col gap-4 px-4 pt-2 pb-8">
      <Loaded query={query} skeleton={<SkeletonRows />}>
        {({ beneficiary }) =>
          passwordIsSet === false ? (
            <EmptyState
              title={t('passwordFirst')}
              action={<Button onClick={() => navigate(setPassword)}>{t('setPassword')}</Button>}
            >
              {t('passwordWhy')}
            </EmptyState>
          ) : (
            <Bind
              beneficiary={beneficiary}
              resetTo={`${setPassword}&mode=reset`}
              next={nextAddress(search)}
            />
          )
        }
      </Loaded>
    </div>
  )
}

interface BindProps {
  beneficiary: Beneficiary | null
  resetTo: string
  next: string | null
}

function Bind({ beneficiary, resetTo, next }: BindProps) {
  const t = useMessages('bindCard')
  const navigate = useNavigate()
  const leave = useLeave('/wallet')
  const [state, setState] = useState<'shown' | 'form' | 'done'>(beneficiary ? 'shown' : 'form')
  useBackHandler(() => (state === 'form' && beneficiary ? setState('shown') : leave()))

  if (state === 'form' || !beneficiary) {
    return (
      <>
        {!beneficiary && <p className="text-14 text-muted">{t('intro')}</p>}
        <Suspense fallback={<SkeletonRows />}>
          <BindForm
            bound={beneficiary}
            resetTo={resetTo}
            onBound={() => {
              showToast(t('bound'), 'positive')
              setState('done')
            }}
          />
        </Suspense>
      </>
    )
  }
  return (
    <>
      {state === 'done' ? (
        <StepHeading>{t('bound')}</StepHeading>
      ) : (
        <h2 className="text-14 font-medium">{t('present')}</h2>
      )}
      <BeneficiaryCard beneficiary={beneficiary} />
      {state === 'done' ? (
        <Button block onClick={() => navigate(next ?? '/wallet', { replace: true })}>
          {t('continue')}
        </Button>
      ) : (
        <Button block onClick={() => setState('form')}>
          {t('change')}
        </Button>
      )}
    </>
  )
}
