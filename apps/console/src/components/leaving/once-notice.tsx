import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Banner } from '@adtally/ui/banner.tsx'
import { Button } from '@adtally/ui/button.tsx'

/** Says that what stands beside it is shown once. */
export default function OnceNotice({ onNoted }: { onNoted(): void }) {
  const t = useMessages('consoleActs.once')
  return (
    <Banner tone="warning">
      <p>{t('note')}</p>
      <Button variant="secondary" onClick={onNoted} className="mt-3">
        {t('noted')}
      </Button>
    </Banner>
  )
}
