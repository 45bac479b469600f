import { useMessages } from '@adtally/i18n/use-messages.ts'

/** In a demo: where a plan's money goes and comes from. */
export default function HowMoneyFlows() {
  const t = useMessages('demo')
  return (
    <ol className="flex list-decimal flex-col gap-1 ps-5 text-14 text-muted">
      <li>{t('moneyOut')}</li>
      <li>{t('moneyIn')}</li>
      <li>{t('moneyLeft')}</li>
    </ol>
  )
}
