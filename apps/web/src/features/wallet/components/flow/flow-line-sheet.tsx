import { WALLET_PARTS } from '@adtally/contract/enums.ts'
import { useFormatters } from '@adtally/i18n/use-formatters.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Amount } from '@adtally/ui/amount.tsx'
import { EmptyState, SkeletonRows } from '@adtally/ui/states.tsx'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { CursorList } from '../../../../components/cursor-list.tsx'
import { Sheet } from '../../../../components/header/lazy-dialogs.tsx'
import { Loaded } from '../../../../components/loaded.tsx'
import { TextLink } from '../../../../components/text-link.tsx'
import { LedgerEntryRow } from '../../../../components/words/ledger-entry-row.tsx'
import { TermList } from '../../../../components/words/term-list.tsx'
import { markFirstStep } from '../../../../lib/first-steps.ts'
import { type FlowLine, flowLineQuery, ledgerEntriesQuery } from '../../api/fund-flow.ts'
import { WithdrawalTimeline } from '../withdrawing/withdrawal-timeline.tsx'
import { certaintyOfLine, certaintyOfPart } from './flow-certainty.ts'
import { useLineName } from './use-line-name.ts'

interface FlowLineSheetProps {
  id: string
  currency: string
  onClose: () => void
}

/** A fund flow line: its change in each part, and the immutable ledger entries behind it. */
export default function FlowLineSheet({ id, currency, onClose }: FlowLineSheetProps) {
  const t = useMessages('wallet')
  const lineName = useLineName()
  const line = useQuery(flowLineQuery(id))
  const entries = useInfiniteQuery(ledgerEntriesQuery(id))
  const type = line.data?.line.type
  useEffect(() => {
    if (type === 'ad_billing') markFirstStep('entries')
  }, [type])
  return (
    <Sheet open onClose={onClose} title={line.data ? lineName(line.data.line) : t('entry')}>
      <Loaded query={line} skeleton={<SkeletonRows rows={2} />}>
        {(data) => <LineFacts line={data.line} currency={currency} />}
      </Loaded>
      <h3 className="mt-5 text-14 font-medium">{t('ledgerEntries')}</h3>
      <p className="text-12 text-muted">{t('ledgerEntriesNote')}</p>
      <CursorList
        query={entries}
        label={t('ledgerEntries')}
        keyOf={(entry) => entry.transfer_id}
        empty={<EmptyState title={t('noFlow')} />}
        skeleton={<SkeletonRows rows={2} />}
      >
        {(entry) => <LedgerEntryRow entry={entry} currency={currency} />}
      </CursorList>
    </Sheet>
  )
}

function LineFacts({ line, currency }: { line: FlowLine; currency: string }) {
  const t = useMessages('wallet')
  const ui = useMessages('ui')
  const { time } = useFormatters()
  const certainty = certaintyOfLine(line)
  const changed = WALLET_PARTS.filter((part) => /[1-9]/.test(line.parts[part]))
  return (
    <>
      <p className="text-28 font-medium">
        <Amount
          value={line.amount}
          currency={currency}
          sign="always"
          toned={certainty !== 'promotional'}
          certainty={certainty}
        />
      </p>
      <p className="text-14 wrap-anywhere text-muted">
        {[time(line.time), line.number].filter(Boolean).join(ui('separator'))}
      </p>
      <div className="mt-3">
        <TermList
          terms={changed.map((part) => ({
            label: t(`parts.${part}`),
            value: (
              <Amount
                value={line.parts[part]}
                currency={currency}
                sign="always"
                certainty={certaintyOfPart(part)}
              />
            ),
          }))}
        />
      </div>
      {line.subject_kind === 'withdrawal' && <WithdrawalTimeline withdrawal_id={line.subject_id} />}
      <SubjectLink line={line} />
    </>
  )
}

/** A link to the line's subject, if that has a page: a plan, a followed plan's shares, a month of VIP. */
function SubjectLink({ line: { subject_kind, subject_id } }: { line: FlowLine }) {
  const t = useMessages('wallet')
  const titles = useMessages('titles')
  const pages: Record<string, { to: string; text: string }> = {
    plan: { to: `/plan/detail?id=${encodeURIComponent(subject_id)}`, text: t('openPlan') },
    followed_plan: { to: '/ad-center/operated', text: titles('adCenter.planFollow') },
    vip: { to: '/ad-center/level', text: titles('adCenter.levelTitle') },
  }
  const page = pages[subject_kind]
  if (!page) return null
  return <TextLink to={page.to}>{page.text}</TextLink>
}
