import { BENEFICIARY_KINDS } from '@adtally/contract/enums.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { FilterChip } from '@adtally/ui/chip.tsx'
import { networkName } from './beneficiary-card.tsx'
import { type FormValues, NETWORKS } from './form-values.ts'

interface KindChoiceProps {
  values: FormValues
  onChange: (change: Partial<FormValues>) => void
}

/** The kind of beneficiary and, for a wallet address, the network; changing the kind clears the number. */
export function KindChoice({ values, onChange }: KindChoiceProps) {
  const t = useMessages('bindCard')
  return (
    <>
      <fieldset className="flex flex-wrap gap-x-2">
        <legend className="text-14 font-medium">{t('kind')}</legend>
        {BENEFICIARY_KINDS.map((kind) => (
          <FilterChip
            key={kind}
            selected={kind === values.kind}
            onClick={() => kind !== values.kind && onChange({ kind, account_number: '' })}
          >
            {t(`kinds.${kind}`)}
          </FilterChip>
        ))}
      </fieldset>
      {values.kind === 'wallet_address' && (
        <fieldset className="flex flex-wrap gap-x-2">
          <legend className="text-14 font-medium">{t('fields.network')}</legend>
          {NETWORKS.map((network) => (
            <FilterChip
              key={network}
              selected={network === values.network}
              onClick={() => onChange({ network })}
            >
              {networkName(network)}
            </FilterChip>
          ))}
        </fieldset>
      )}
    </>
  )
}
