import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Button } from '@adtally/ui/button.tsx'
import { Icon } from '@adtally/ui/icons/icon.tsx'
import type { IconName } from '@adtally/ui/icons/icon-paths.ts'
import { part } from '@adtally/ui/part.tsx'
import { Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import type { PlanAct } from '../../api/plan-acts.ts'
import type { Plan } from '../../api/plans.ts'
import { productAddress } from '../placing/placing-address.ts'

const ActDialog = part(() => import('./act-dialog.tsx'))

const ACTS = [
  { act: 'resume', icon: 'play' },
  { act: 'pause', icon: 'pause' },
  { act: 'stop', icon: 'stop' },
  { act: 'cancel', icon: 'close' },
] as const satisfies readonly { act: PlanAct; icon: IconName }[]

/** What can be done with the plan now, and a button to repeat it. */
export function PlanActions({ plan }: { plan: Plan }) {
  const t = useMessages('plan')
  const navigate = useNavigate()
  const [asking, setAsking] = useState<PlanAct | null>(null)
  return (
    <div className="flex flex-wrap gap-2">
      {ACTS.filter(({ act }) => plan.can[act]).map(({ act, icon }) => (
        <Button
          key={act}
          variant="secondary"
          className="flex-auto"
          aria-haspopup="dialog"
          onClick={() => setAsking(act)}
        >
          <Icon name={icon} size={18} color="currentColor" />
          {t(`acts.${act}.button`)}
        </Button>
      ))}
      <Button
        variant="secondary"
        className="flex-auto"
        onClick={() => void navigate(productAddress(plan.product_id, plan.put_amount))}
      >
        <Icon name="refresh" size={18} color="currentColor" />
        {t('repeat')}
      </Button>
      {asking && (
        <Suspense>
          <ActDialog plan={plan} act={asking} onClose={() => setAsking(null)} />
        </Suspense>
      )}
    </div>
  )
}
