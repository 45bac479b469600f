import { useFormatters } from '@adtally/i18n/use-formatters.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Amount } from '@adtally/ui/amount.tsx'
import { Button } from '@adtally/ui/button.tsx'
import { Card } from '@adtally/ui/card.tsx'
import { Chip } from '@adtally/ui/chip.tsx'
import { showToast } from '@adtally/ui/toast-store.ts'
import { Suspense, useState } from 'react'
import { Dialog } from '../../../components/lazy-dialogs.tsx'
import { TermList } from '../../../components/term-list.tsx'
import { useCurrency } from '../../../lib/use-currency.ts'
import { usePercent } from '../../../lib/use-percent.ts'
import { type Relation, useEndFollow } from '../api/assistance.ts'

/** Whom one follows at present, on what terms, and the way out of it. */
export function PresentCard({ relation }: { relation: Relation }) {
  const t = useMessages('follow')
  const [asking, setAsking] = useState(false)
  const end = useEndFollow()
  const who = t('operator', { nickname: relation.nickname, operated_id: relation.operated_id })
  const confirm = () =>
    end.mutate(relation.relation_id, {
      onSuccess: () => showToast(t('end.done', { who }), 'positive'),
      onSettled: () => setAsking(false),
    })
  return (
    <Card aria-labelledby="follow-present" className="flex flex-col gap-2">
      <h2 id="follow-present" className="text-14 font-medium text-muted">
        {t('present.title')}
      </h2>
      <p className="text-20 font-semibold wrap-anywhere">{who}</p>
      {relation.related_party && (
        <p>
          <Chip tone="hold">{t('relatedLeader')}</Chip>
        </p>
      )}
      <Terms relation={relation} />
      <Button variant="secondary" block onClick={() => setAsking(true)}>
        {t('present.end')}
      </Button>
      {asking && (
        <Suspense>
          <Dialog
            open
            onClose={() => setAsking(false)}
            title={t('end.question')}
            actions={
              <>
                <Button block variant="danger" busy={end.isPending} onClick={confirm}>
                  {t('end.confirm')}
                </Button>
                <Button block variant="quiet" onClick={() => setAsking(false)}>
                  {t('end.back')}
                </Button>
              </>
            }
          >
            {t('end.meaning')}
          </Dialog>
        </Suspense>
      )}
    </Card>
  )
}

/** The terms, and where the two persons stand. */
function Terms({ relation }: { relation: Relation }) {
  const t = useMessages('follow')
  const format = useFormatters()
  const percent = usePercent()
  const currency = useCurrency()
  const { mark } = relation
  return (
    <TermList
      terms={[
        { label: t('present.since'), value: format.time(relation.started_at, 'date') },
        {
          label: t('present.fee'),
          value: percent(String(relation.fee_percent)),
          ...(relation.fee_percent > 0 ? { note: t('present.feeNote') } : {}),
        },
        { label: t('present.plans'), value: format.number(relation.confirmed_plans) },
        {
          label: t('present.mark'),
          value: <Amount value={mark.high_water} currency={currency} />,
          note: t('present.markNote', {
            cumulative: format.money(mark.cumulative, currency),
            missing: format.money(mark.missing, currency),
          }),
        },
        { label: t('present.shares'), value: <Amount value={mark.shares} currency={currency} /> },
      ]}
    />
  )
}
