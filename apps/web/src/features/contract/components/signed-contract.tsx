import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Card } from '@adtally/ui/card.tsx'
import { showToast } from '@adtally/ui/toast-store.ts'
import { Link } from 'react-router'
import { ConnectedButton } from '../../../components/fields/connected-button.tsx'
import { TextLink } from '../../../components/text-link.tsx'
import { type Contract, useReceipt, useSaveContract } from '../api/contract.ts'
import { ContractFacts } from './contract-facts.tsx'

/** A signed contract: the sealed file to save or view, and its receipt for verification. */
export function SignedContract({ contract }: { contract: Contract }) {
  const t = useMessages('contract')
  const save = useSaveContract()
  const receipt = useReceipt()
  const { contract_id } = contract
  const copyReceipt = () =>
    receipt.mutate(contract_id, {
      onSuccess: (text) =>
        navigator.clipboard.writeText(text).then(
          () => showToast(t('receiptCopied'), 'positive'),
          () => showToast(t('receiptNotCopied'), 'negative'),
        ),
    })
  return (
    <Card className="flex flex-col gap-4">
      <ContractFacts contract={contract} />
      <ConnectedButton busy={save.isPending} onClick={() => save.mutate(contract_id)}>
        {t('save')}
      </ConnectedButton>
      <div className="flex flex-wrap gap-2">
        <Link
          to={`/ad-center/contract/preview?id=${contract_id}`}
          className="inline-flex min-h-12 flex-auto items-center justify-center rounded-control border border-edge bg-surface px-5 py-2.5 text-16 font-medium"
        >
          {t('look')}
        </Link>
        <div className="flex-auto">
          <ConnectedButton variant="secondary" busy={receipt.isPending} onClick={copyReceipt}>
            {t('copyReceipt')}
          </ConnectedButton>
        </div>
      </div>
      <div className="text-14">
        <p className="text-muted">{t('checkText')}</p>
        <TextLink to="/verify">{t('checkLink')}</TextLink>
      </div>
    </Card>
  )
}
