import { useFormatters } from '@adtally/i18n/use-formatters.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { TermList } from '../../../../components/words/term-list.tsx'
import type { Withdrawal } from '../../api/withdrawals.ts'
import { received } from './received.ts'

/** Amount, fee, what arrives and where. */
export function WithdrawalFacts({ withdrawal, currency }: { withdrawal: Withdrawal; currency: string }) {
  const t = useMessages('wallet')
  const { money } = useFormatters()
  const { amount, rail_fee, beneficiary, held, payout } = withdrawal
  const isHeld = /[1-9]/.test(held)
  return (
    <TermList
      terms={[
        { label: t('amount'), value: money(amount, currency) },
        { label: t('railFee'), word: 'rail_fee', value: money(rail_fee, currency) },
        ...(isHeld ? [{ label: t('ofItHeld'), value: money(held, currency), note: t('ofItHeldNote') }] : []),
        { label: t('youReceive'), value: money(payout ?? received(amount, rail_fee), currency) },
        { label: t('to'), value: beneficiary },
      ]}
    />
  )
}
