import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Banner } from '@adtally/ui/banner.tsx'

/** The permanent note in chat and withdrawal: nobody may ask for a payment first (PRODUCT §2.12). */
export function NobodyPaysNote({ className }: { className?: string }) {
  const t = useMessages('shell')
  return (
    <div data-part="nobody-pays" className={className}>
      <Banner icon="shield" className="px-3! py-2! text-12!">
        {t('nobodyPays')}
      </Banner>
    </div>
  )
}
