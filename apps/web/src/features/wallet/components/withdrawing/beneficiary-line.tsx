import { useStore } from '@adtally/client/store.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Icon } from '@adtally/ui/icons/icon.tsx'
import { TextLink } from '../../../../components/text-link.tsx'
import { isRestricted, session } from '../../../../lib/session/session.ts'
import type { Beneficiary } from '../../api/quote.ts'

const BACK = encodeURIComponent('/wallet?withdraw=amount')

/** A withdrawal's beneficiary, masked. */
export function useBeneficiaryText(): (one: Beneficiary) => string {
  const ui = useMessages('ui')
  return (one) => {
    // Keep the masked number on one line.
    const number = one.account_number_masked.replaceAll(' ', '\u00a0')
    return [one.bank_name ?? one.network, number].filter(Boolean).join(ui('separator'))
  }
}

/** The beneficiary, with a link to change it. */
export function BeneficiaryLine({ beneficiary }: { beneficiary: Beneficiary }) {
  const t = useMessages('wallet')
  const beneficiaryText = useBeneficiaryText()
  const restricted = isRestricted(useStore(session))
  return (
    <div className="flex items-center gap-3 rounded-card border border-line bg-surface px-4 py-2">
      <Icon name={beneficiary.kind === 'bank_card' ? 'card' : 'bank'} size={22} />
      <p className="min-w-0 flex-auto">
        <span className="block text-12 text-muted">{t('withdrawTo')}</span>
        <span className="block text-16">{beneficiaryText(beneficiary)}</span>
      </p>
      {!restricted && (
        <TextLink to={`/wallet/bind-card?next=${BACK}`} className="flex-none px-1">
          {t('change')}
        </TextLink>
      )}
    </div>
  )
}
