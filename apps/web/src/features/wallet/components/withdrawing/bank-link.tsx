import { useStore } from '@adtally/client/store.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { basic_config } from '../../../../lib/basic-config.ts'
import type { Withdrawal } from '../../api/withdrawals.ts'

/** A link to a sent withdrawal at the sandbox's bank, where it can be viewed and returned; empty without one. */
export function BankLink({ withdrawal: { number, sent_at } }: { withdrawal: Withdrawal }) {
  const t = useMessages('sandbox')
  const bank_url = useStore(basic_config)?.sandbox_bank_url ?? null
  if (bank_url === null || sent_at === null) return null
  return (
    <a
      href={`${bank_url}/payments?${new URLSearchParams({ reference: number })}`}
      target="_blank"
      rel="noreferrer"
      className="mt-3 inline-flex min-h-11 items-center text-14 font-medium text-accent underline"
    >
      {t('openAtBank')}
    </a>
  )
}
