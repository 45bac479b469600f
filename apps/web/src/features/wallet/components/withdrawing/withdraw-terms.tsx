import { useFormatters } from '@adtally/i18n/use-formatters.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Card } from '@adtally/ui/card.tsx'
import { TermList } from '../../../../components/words/term-list.tsx'
import type { Beneficiary, Quote } from '../../api/quote.ts'
import { useBeneficiaryText } from './beneficiary-line.tsx'
import { received } from './received.ts'
import { useSentTimes } from './sent-times.ts'

interface WithdrawTermsProps {
  amount: string
  currency: string
  terms: Quote
  beneficiary: Beneficiary
  /** The latest time of sending. */
  send_by: Date
}

/** Amount, fee, what arrives, where and by when, and how long others waited. */
export function WithdrawTerms({ amount, currency, terms, beneficiary, send_by }: WithdrawTermsProps) {
  const t = useMessages('wallet')
  const { money, time } = useFormatters()
  const beneficiaryText = useBeneficiaryText()
  const sentTimes = useSentTimes()
  return (
    <Card className="py-2">
      <TermList
        terms={[
          { label: t('amount'), value: money(amount, currency) },
          {
            label: t('railFee'),
            word: 'rail_fee',
            value: money(terms.rail_fee, currency),
            note: t('railFeeNote'),
          },
          {
            label: t('youReceive'),
            value: <strong>{money(received(amount, terms.rail_fee), currency)}</strong>,
          },
          {
            label: t('to'),
            value: (
              <>
                {beneficiaryText(beneficiary)}
                <span className="block text-12 text-muted">{beneficiary.beneficiary_name_masked}</span>
              </>
            ),
          },
          { label: t('sentBy'), value: time(send_by), note: sentTimes(terms) },
        ]}
      />
    </Card>
  )
}
