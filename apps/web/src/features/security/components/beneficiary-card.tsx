import { currentTime } from '@adtally/i18n/clock.ts'
import { useFormatters } from '@adtally/i18n/use-formatters.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Banner } from '@adtally/ui/banner.tsx'
import { Card } from '@adtally/ui/card.tsx'
import { TermList } from '../../../components/words/term-list.tsx'
import type { Beneficiary } from '../api/beneficiary.ts'

/** The bound beneficiary, masked, with its waiting time if any. */
export function BeneficiaryCard({ beneficiary }: { beneficiary: Beneficiary }) {
  const t = useMessages('bindCard')
  const { time } = useFormatters()
  const { kind, bank_name, network, branch_name, bank_address_masked, usable_from } = beneficiary
  const facts = [
    { label: t('kind'), value: t(`kinds.${kind}`) },
    { label: t('fields.bank_name'), value: bank_name },
    { label: t('fields.network'), value: network && networkName(network) },
    { label: t('fields.beneficiary_name'), value: beneficiary.beneficiary_name_masked },
    { label: t(`numbers.${kind}`), value: beneficiary.account_number_masked },
    { label: t('fields.branch_name'), value: branch_name },
    { label: t('fields.bank_address'), value: bank_address_masked },
    { label: t('changedAt'), value: time(beneficiary.changed_at) },
  ]
  return (
    <div className="flex flex-col gap-3">
      <Card className="py-2">
        <TermList terms={facts.filter(({ value }) => value)} />
      </Card>
      {new Date(usable_from) > currentTime() && (
        <Banner tone="hold">{t('waits', { until: time(usable_from) })}</Banner>
      )}
    </div>
  )
}

/** A network's name, the same in every language. */
export function networkName(network: string): string {
  return network.charAt(0).toUpperCase() + network.slice(1)
}
