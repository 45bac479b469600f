import { useFormatters } from '@adtally/i18n/use-formatters.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Banner } from '@adtally/ui/banner.tsx'
import { Button } from '@adtally/ui/button.tsx'
import { Icon } from '@adtally/ui/icons/icon.tsx'
import { useEffect, useRef } from 'react'
import { useStepTitle } from '../../../lib/forms/step-title.ts'

interface SetPasswordDoneProps {
  /** How long withdrawals wait after a reset (ISO 8601). */
  wait_until: string | null
  onContinue: () => void
}

/** Says that the transaction password is set, what it is for, and what waits. */
export function SetPasswordDone({ wait_until, onContinue }: SetPasswordDoneProps) {
  const t = useMessages('wallet.setPassword')
  const { time } = useFormatters()
  const heading = useRef<HTMLHeadingElement>(null)
  useStepTitle(t('done'))
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="flex flex-auto flex-col gap-4">
      <div className="flex flex-col items-center gap-2 pt-6 text-center">
        <Icon name="check" size={40} color="var(--color-positive)" />
        <h2 ref={heading} tabIndex={-1} className="text-20 font-semibold outline-none">
          {t('done')}
        </h2>
        <p className="text-14 text-muted">{t('doneText')}</p>
      </div>
      {wait_until && <Banner tone="hold">{t('waitUntil', { until: time(wait_until) })}</Banner>}
      <Button block onClick={onContinue}>
        {t('continue')}
      </Button>
    </div>
  )
}
