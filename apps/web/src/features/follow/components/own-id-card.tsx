import { useMessages } from '@adtally/i18n/use-messages.ts'
import { IconButton } from '@adtally/ui/icons/icon-button.tsx'
import { CopyButton } from '../../../components/fields/copy-button.tsx'
import { TitledCard } from '../../../components/titled.tsx'
import { Word } from '../../../components/words/word.tsx'
import { usePercent } from '../../../lib/figures/use-percent.ts'
import type { Assistance } from '../api/assistance.ts'

/** The customer's operated ID to copy or share, and how many follow by it. */
export function OwnIdCard({ own }: { own: Assistance['own'] }) {
  const t = useMessages('follow')
  const ui = useMessages('ui')
  const percent = usePercent()
  const { operated_id, followers, fee_percent } = own
  const share = () =>
    // Rejects when the customer closes the share sheet, which is no failure.
    navigator.share({ text: t('own.shareText', { operated_id }) }).catch(() => undefined)
  return (
    <TitledCard
      title={<Word of="operated_id">{t('own.title')}</Word>}
      look="muted"
      className="flex flex-col gap-1"
    >
      <div className="flex items-center gap-1">
        <p className="flex-auto text-28 font-semibold tracking-wide">{operated_id}</p>
        <CopyButton text={operated_id} label={t('own.idName')} trailing={!('share' in navigator)} />
        {'share' in navigator && (
          <IconButton
            icon="share"
            size={20}
            label={t('own.share')}
            trailing
            className="text-accent"
            onClick={share}
          />
        )}
      </div>
      <p className="text-14 text-muted">{t('own.meaning')}</p>
      <p className="text-14">
        {t('own.followers', { followers })}
        {fee_percent > 0 && ui('separator') + t('own.fee', { percent: percent(String(fee_percent)) })}
      </p>
    </TitledCard>
  )
}
