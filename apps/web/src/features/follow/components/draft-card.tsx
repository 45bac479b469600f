import { useFormatters } from '@adtally/i18n/use-formatters.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Button } from '@adtally/ui/button.tsx'
import { Card } from '@adtally/ui/card.tsx'
import { Chip } from '@adtally/ui/chip.tsx'
import { Icon } from '@adtally/ui/icons/icon.tsx'
import { showToast } from '@adtally/ui/toast-store.ts'
import { useId } from 'react'
import { useNavigate } from 'react-router'
import { useLossLine } from '../../../components/charts/loss-line.tsx'
import { ConnectedButton } from '../../../components/fields/connected-button.tsx'
import { ProductPicture } from '../../../components/product-picture.tsx'
import { TextLink } from '../../../components/text-link.tsx'
import { useCurrency } from '../../../lib/figures/use-currency.ts'
import { useEachMinute } from '../../../lib/use-each-minute.ts'
import { type Draft, useDismissDraft } from '../api/assistance.ts'

/** The ordinary placing page, with the draft. */
function placingAddress({ product_id, draft_id }: Draft): string {
  return `/plan/goods-detail?id=${product_id}&step=amount&draft=${draft_id}`
}

/** A leader's plan that waits for the follower's amount: its product, the product's record, and the deadline. */
export function DraftCard({ draft }: { draft: Draft }) {
  const t = useMessages('follow')
  const plan = useMessages('plan')
  const format = useFormatters()
  const currency = useCurrency()
  const lossLine = useLossLine()
  const navigate = useNavigate()
  const titleId = useId()
  const dismiss = useDismissDraft()
  useEachMinute()
  const who = t('operator', { nickname: draft.nickname, operated_id: draft.operated_id })
  const drop = () =>
    dismiss.mutate(draft.draft_id, { onSuccess: () => showToast(t('drafts.dismissed'), 'positive') })
  return (
    <Card aria-labelledby={titleId} className="flex flex-col gap-3">
      <div className="flex gap-3">
        <ProductPicture url={draft.image_url} />
        <div className="flex min-w-0 flex-auto flex-col gap-0.5">
          <h3 id={titleId} className="text-16 font-semibold wrap-anywhere">
            {draft.product_name}
          </h3>
          <p className="text-12 text-muted">{draft.advertiser}</p>
          <p className="text-14">{t('drafts.payout', { payout: format.money(draft.payout, currency) })}</p>
        </div>
      </div>
      <div className="text-12 text-muted">
        <p>{t('drafts.from', { who, at: format.time(draft.leader_placed_at) })}</p>
        <p>{t('drafts.expires', { remaining: format.remaining(draft.expires_at) })}</p>
      </div>
      {draft.related_party && (
        <p>
          <Chip tone="hold">{plan('relatedParty')}</Chip>
        </p>
      )}
      <p className="flex items-start gap-1.5 text-12 text-hold">
        <Icon name="warning" size={14} color="currentColor" className="mt-px" />
        {lossLine(draft.loss_record)}
      </p>
      <TextLink to={`/plan/goods-detail?id=${draft.product_id}`} className="self-start">
        {t('drafts.product')}
      </TextLink>
      <div className="flex flex-wrap gap-3">
        <div className="min-w-max flex-1">
          <ConnectedButton
            variant="secondary"
            busy={dismiss.isPending}
            aria-describedby={titleId}
            onClick={drop}
          >
            {t('drafts.dismiss')}
          </ConnectedButton>
        </div>
        {draft.open && (
          <Button
            className="min-w-max flex-1"
            aria-describedby={titleId}
            onClick={() => void navigate(placingAddress(draft))}
          >
            {t('drafts.amount')}
          </Button>
        )}
      </div>
      {!draft.open && <p className="text-14 text-muted">{t('drafts.closed')}</p>}
    </Card>
  )
}
