import { useFormatters } from '@adtally/i18n/use-formatters.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Button } from '@adtally/ui/button.tsx'
import { Chip } from '@adtally/ui/chip.tsx'
import { classNames } from '@adtally/ui/class-names.ts'
import { showToast } from '@adtally/ui/toast-store.ts'
import { useState } from 'react'
import { ConnectedButton } from '../../../components/fields/connected-button.tsx'
import { useSimulateTransfer } from '../api/simulate-transfer.ts'

const AMOUNTS = ['50.00', '100.00', '250.00'] as const

/** In a sandbox with its own bank: makes the transfer that a customer would make at theirs. */
export default function SimulateTransfer({ currency }: { currency: string }) {
  const t = useMessages('sandbox')
  const { money } = useFormatters()
  const [amount, setAmount] = useState<string>(AMOUNTS[1])
  const transfer = useSimulateTransfer()
  const shown = money(amount, currency)
  const send = () =>
    transfer.mutate(amount, { onSuccess: () => showToast(t('sent', { amount: shown }), 'positive') })
  return (
    <div className="flex flex-col gap-2 border-t border-line pt-3">
      <p className="flex flex-wrap items-center gap-2 text-12 text-muted">
        <Chip tone="accent">{t('mark')}</Chip>
        {t('note')}
      </p>
      <fieldset className="flex flex-wrap gap-2">
        <legend className="sr-only">{t('amount')}</legend>
        {AMOUNTS.map((each) => (
          <Button
            key={each}
            variant="secondary"
            className={classNames(
              'min-w-max flex-1 px-1.5! text-14!',
              each === amount && 'border-accent! bg-accent-soft! text-accent!',
            )}
            aria-pressed={each === amount}
            onClick={() => setAmount(each)}
          >
            {money(each, currency)}
          </Button>
        ))}
      </fieldset>
      <ConnectedButton variant="secondary" busy={transfer.isPending} onClick={send}>
        {t('simulate', { amount: shown })}
      </ConnectedButton>
    </div>
  )
}
