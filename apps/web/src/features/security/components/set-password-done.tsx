import { useFormatters } from '@adtally/i18n/use-formatters.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Banner } from '@adtally/ui/banner.tsx'
import { Button } from '@adtally/ui/button.tsx'
import { Outcome } from '../../../components/outcome.tsx'

interface SetPasswordDoneProps {
  /** How long withdrawals wait after a reset (ISO 8601). */
  wait_until: string | null
  onContinue: () => void
}

/** Says that the transaction password is set, what it is for, and what waits. */
export function SetPasswordDone({ wait_until, onContinue }: SetPasswordDoneProps) {
  const t = useMessages('wallet.setPassword')
  const { time } = useFormatters()
  return (
    <Outcome icon="check" colour="var(--color-positive)" title={t('done')} text={t('doneText')}>
      {wait_until && <Banner tone="hold">{t('waitUntil', { until: time(wait_until) })}</Banner>}
      <Button block onClick={onContinue}>
        {t('continue')}
      </Button>
    </Outcome>
  )
}
