import type { ReadAmount } from '@adtally/i18n/read-amount.ts'
import { useFormatters } from '@adtally/i18n/use-formatters.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Button } from '@adtally/ui/button.tsx'
import { Keypad } from '@adtally/ui/pickers/keypad.tsx'
import { type FormEvent, useId, useState } from 'react'
import { useAmounts } from '../../../../lib/figures/use-amounts.ts'
import type { Beneficiary } from '../../api/quote.ts'
import { AmountInput } from './amount-input.tsx'
import { type AmountFault, amountFault, wholeAmount } from './amount-text.ts'
import { BeneficiaryLine } from './beneficiary-line.tsx'
import { received } from './received.ts'

interface AmountStepProps {
  /** As typed. */
  text: string
  /** The parsed amount. */
  amount: ReadAmount
  onText: (text: string) => void
  currency: string
  limits: { withdrawable: string; rail_fee: string; startup_funds: string }
  beneficiary: Beneficiary
  /** The server's refusal of this amount. */
  refusal: string | null
  onContinue: () => void
}

const FAULTS = [
  'zero',
  'malformed',
  'other_currency',
  'too_precise',
  'belowFee',
  'startup',
  'insufficient',
] as const

/** The text for an amount that can't be withdrawn (SPEC §5, §8). */
function useFaultText(fee: string): (fault: AmountFault) => string {
  const t = useMessages('wallet')
  const amounts = useAmounts()
  return (fault) => {
    if (fault === 'belowFee') return t('belowFee', { fee })
    if (fault === 'startup') return t('startupNotReturned')
    return fault === 'insufficient' ? t('insufficient') : amounts.faultText(fault)
  }
}

/** Asks for the amount by keypad, keyboard or a button for all, and shows what will arrive. */
export function AmountStep(props: AmountStepProps) {
  const { text, amount, onText, currency, limits, beneficiary, refusal, onContinue } = props
  const t = useMessages('wallet')
  const { money } = useFormatters()
  const amounts = useAmounts()
  const faultText = useFaultText(money(limits.rail_fee, currency))
  const id = useId()
  const [checked, setChecked] = useState(false)
  const fault = amountFault(amount, limits)
  // Report too much while typing, but too little only on continuing.
  const isTooMuch = fault === 'insufficient' || fault === 'startup' || fault === 'too_precise'
  const error = refusal ?? (fault && (checked || isTooMuch) ? faultText(fault) : null)

  const noteFor = (arrives: string) =>
    t('feeLine', { fee: money(limits.rail_fee, currency), received: money(arrives, currency) })
  const change = (next: string) => {
    setChecked(false)
    onText(next)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (!fault && !refusal) onContinue()
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-3">
      <BeneficiaryLine beneficiary={beneficiary} />
      <AmountInput
        id={id}
        label={t('amountIn', { currency })}
        text={text}
        onChange={change}
        error={error}
        note={noteFor(fault ? '0.00' : received(amount.amount ?? '', limits.rail_fee))}
        may_say={[noteFor(limits.withdrawable), ...FAULTS.map(faultText)]}
      />
      <div className="flex items-center justify-between gap-3">
        <p id={`${id}-available`} className="text-14 text-muted">
          {t('availableToWithdraw', { amount: money(limits.withdrawable, currency) })}
        </p>
        <Button
          variant="secondary"
          className="min-h-11 px-4 py-1 text-14!"
          onClick={() => change(amounts.typed(wholeAmount(limits.withdrawable)))}
        >
          {t('all')}
        </Button>
      </div>
      <Keypad
        onDigit={(digit) => change(amounts.withKey(text, digit))}
        onErase={() => change(text.slice(0, -1))}
        onPoint={() => change(amounts.withKey(text, '.'))}
      />
      <Button type="submit" block>
        {t('continue')}
      </Button>
    </form>
  )
}
