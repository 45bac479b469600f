import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Banner } from '@adtally/ui/banner.tsx'
import { Card } from '@adtally/ui/card.tsx'
import { Figure } from '@adtally/ui/figure.tsx'
import { Loading, Skeleton } from '@adtally/ui/states.tsx'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { Loaded } from '../../../components/loaded.tsx'
import { useCurrency } from '../../../lib/figures/use-currency.ts'
import { levelQuery } from '../api/level.ts'
import { CreditCard } from '../components/credit-card.tsx'
import { FormulaCard, LevelCard } from '../components/level-card.tsx'
import { VipCard } from '../components/vip-card.tsx'

function PageSkeleton() {
  return (
    <Loading className="gap-4 px-4">
      <Skeleton className="h-64 w-full" />
      <Skeleton className="h-80 w-full" />
      <Skeleton className="h-24 w-full" />
      <Skeleton className="h-80 w-full" />
    </Loading>
  )
}

/** /ad-center/level: stars and next step, total deposited, VIP terms, credit score with its causes. */
export default function LevelPage() {
  const t = useMessages('level')
  const query = useQuery(levelQuery())
  const navigate = useNavigate()
  const currency = useCurrency()
  return (
    <Loaded query={query} skeleton={<PageSkeleton />}>
      {(level) => (
        <div className="flex flex-col gap-4 px-4 pb-10">
          <LevelCard level={level} />
          <FormulaCard level={level} />
          <Card className="py-2">
            <Figure
              layout="row"
              size={16}
              label={t('deposited')}
              value={level.total_deposited}
              currency={currency}
              explanation={t('depositedMeaning')}
              onSource={() => navigate('/wallet?type=system_deposit')}
            />
          </Card>
          <VipCard vip={level.vip} />
          <CreditCard credit={level.credit} />
          <Banner>{t('noEffect')}</Banner>
        </div>
      )}
    </Loaded>
  )
}
