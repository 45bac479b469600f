import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Banner } from '@adtally/ui/banner.tsx'
import { Button } from '@adtally/ui/button.tsx'
import { Card } from '@adtally/ui/card.tsx'
import { CopyButton } from '../../../components/fields/copy-button.tsx'
import { StepHeading } from '../../../components/step-heading.tsx'

/** Recovery codes, shown only once; each replaces the app once. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const t = useMessages('secondFactor')
  return (
    <>
      <StepHeading>{t('done')}</StepHeading>
      <Banner tone="warning">{t('writeDown')}</Banner>
      <Card className="flex items-start justify-between gap-2">
        <ul aria-label={t('recoveryCodes')} className="grid flex-auto grid-cols-2 gap-x-4 gap-y-2">
          {codes.map((code) => (
            <li key={code} className="text-16 tabular-nums">
              <code>{code}</code>
            </li>
          ))}
        </ul>
        <CopyButton text={codes.join('\n')} label={t('recoveryCodes')} trailing />
      </Card>
      <Button block onClick={onDone}>
        {t('written')}
      </Button>
    </>
  )
}
