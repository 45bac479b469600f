import { useStore } from '@adtally/client/store.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Icon } from '@adtally/ui/icons/icon.tsx'
import { part } from '@adtally/ui/part.tsx'
import { SkeletonRows } from '@adtally/ui/states.tsx'
import { type ReactNode, Suspense } from 'react'
import { CopyButton } from '../../../components/fields/copy-button.tsx'
import { basic_config } from '../../../lib/basic-config.ts'
import type { DepositAccount } from '../api/deposit-details.ts'

const SimulateTransfer = part(() => import('./simulate-transfer.tsx'))

const FIELDS = ['reference', 'account_holder', 'account_number', 'bank_name', 'currency'] as const

/** Deposit details, which only the program gives: the legal entity's account and the customer's reference. */
export function DepositCard({ account, at }: { account: DepositAccount; at: ReactNode }) {
  const t = useMessages('customer')
  const has_bank = (useStore(basic_config)?.sandbox_bank_url ?? null) !== null
  return (
    <section
      aria-label={t('depositDetails')}
      className="flex flex-col gap-1 self-stretch rounded-card border border-accent px-3 py-2"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <p className="flex items-center gap-1.5 text-14 font-medium text-accent">
          <Icon name="shield" size={18} color="currentColor" />
          {t('depositDetails')}
        </p>
        <p className="text-12 text-muted">{at}</p>
      </div>
      <p className="text-12 text-muted">{t('depositSigned')}</p>
      <dl className="flex flex-col divide-y divide-line">
        {FIELDS.map((field) => (
          <div key={field} className="pt-2">
            <dt className="text-12 text-muted">{t(`deposit.${field}`)}</dt>
            <dd className="-mt-2 flex min-h-11 items-center justify-between gap-2 text-16">
              <span className={field === 'reference' ? 'font-mono font-semibold' : undefined}>
                {account[field]}
              </span>
              {field !== 'currency' && (
                <CopyButton text={account[field]} label={t(`deposit.${field}`)} trailing />
              )}
            </dd>
          </div>
        ))}
      </dl>
      <p className="text-12 text-muted">{t('depositHow')}</p>
      {has_bank && (
        <Suspense fallback={<SkeletonRows rows={2} />}>
          <SimulateTransfer currency={account.currency} />
        </Suspense>
      )}
    </section>
  )
}
