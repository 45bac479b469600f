import { useFormatters } from '@adtally/i18n/use-formatters.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Button } from '@adtally/ui/button.tsx'
import { Card } from '@adtally/ui/card.tsx'
import { Icon } from '@adtally/ui/icons/icon.tsx'
import { Timeline } from '@adtally/ui/timeline.tsx'
import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { CopyButton } from '../../../../components/fields/copy-button.tsx'
import { NobodyPaysNote } from '../../../../components/nobody-pays-note.tsx'
import { useSeen } from '../../../../components/use-seen.ts'
import { useStepTitle } from '../../../../lib/forms/step-title.ts'
import type { Withdrawal } from '../../api/withdrawals.ts'
import { WithdrawalFacts } from './withdrawal-facts.tsx'
import { useWithdrawalSteps } from './withdrawal-steps.ts'

/** What happened, the withdrawal's number, and what comes next (DESIGN, "After"). */
export function WithdrawResult({ withdrawal, currency }: { withdrawal: Withdrawal; currency: string }) {
  const t = useMessages('wallet')
  const { money } = useFormatters()
  const navigate = useNavigate()
  const stepsOf = useWithdrawalSteps()
  const is_seen = useSeen()
  const heading = useRef<HTMLHeadingElement>(null)
  useStepTitle(t('submitted'))
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="flex flex-auto flex-col gap-4 px-4 pb-8">
      <div className="flex flex-col items-center gap-1 pt-2 text-center">
        <Icon name="check" size={40} color="var(--color-positive)" />
        <h2 ref={heading} tabIndex={-1} className="text-20 font-semibold outline-none">
          {t('submitted')}
        </h2>
        <p className="text-28 font-medium">{money(withdrawal.amount, currency)}</p>
        <p className="flex items-center text-14 text-muted">
          {t('withdrawalNumber', { number: withdrawal.number })}
          <CopyButton text={withdrawal.number} label={t('number')} />
        </p>
      </div>
      <Card>
        <WithdrawalFacts withdrawal={withdrawal} currency={currency} />
      </Card>
      <Card>
        <h3 className="mb-3 text-14 font-medium">{t('whatComesNext')}</h3>
        <Timeline label={t('whatComesNext')} steps={stepsOf(withdrawal)} />
      </Card>
      <p className="text-14 text-muted">{t('cancelUntilOrdered')}</p>
      <Button block held={!is_seen} onClick={() => navigate('/wallet', { replace: true })}>
        {t('toWallet')}
      </Button>
      <NobodyPaysNote />
    </div>
  )
}
