import { PROPOSAL_QUEUES } from '@adtally/contract/operator/house/proposals.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Banner } from '@adtally/ui/banner.tsx'
import { Button } from '@adtally/ui/button.tsx'
import { EmptyState, OfflineState, SkeletonRows } from '@adtally/ui/states.tsx'
import { Tabs } from '@adtally/ui/tabs.tsx'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useErrorText } from '../../../lib/error-text.ts'
import { application_name } from '../../../lib/page-settings.ts'
import { type Asked, type Proposal, proposalsPage, type Together } from '../api/approval-calls.ts'
import { askedBy, FILTERS, queueOf } from '../components/asked.ts'
import { InboxFilter } from '../components/inbox-filter.tsx'
import { ProposalList } from '../components/proposal-list.tsx'
import { TogetherBar, TogetherResult } from '../components/together-bar.tsx'
import { useChoice } from '../components/use-choice.ts'

/** The inbox of what two people do: its queues, narrowed by what the address says. */
export default function Approvals() {
  const t = useMessages('consoleApprovals')
  const [search, setSearch] = useSearchParams()
  const title = t('title')
  useEffect(() => {
    document.title = `${title} · ${application_name}`
  }, [title])
  const queue = queueOf(search)
  const asked = askedBy(search)
  const go = (next: Readonly<Record<string, string>>) =>
    setSearch(Object.fromEntries(Object.entries(next).filter(([, value]) => value !== '')))
  const { queue: _queue, ...filtered } = asked
  const key = JSON.stringify(asked)
  return (
    <>
      <h1 className="mb-4 text-28 font-semibold">{title}</h1>
      <Tabs
        label={t('queue')}
        tabs={PROPOSAL_QUEUES.map((value) => ({ value, label: t(`queues.${value}`) }))}
        value={queue}
        onChange={(value) => go({ ...filtered, queue: value })}
      >
        <InboxFilter key={key} filtered={filtered} onFilter={(filters) => go({ ...filters, queue })} />
        <Queue key={`queue ${key}`} asked={asked} search={search.toString()} />
      </Tabs>
    </>
  )
}

/** The pages of a queue; in what waits for oneself several can be chosen. */
function Queue({ asked, search }: { asked: Asked; search: string }) {
  const t = useMessages('consoleApprovals')
  const shell = useMessages('consoleShell')
  const errorText = useErrorText()
  const choice = useChoice()
  const [done, setDone] = useState<{ proposals: readonly Proposal[]; result: Together } | null>(null)
  /** The places at which the pages so far began; the first has none. */
  const [cursors, setCursors] = useState<readonly string[]>([])
  const cursor = cursors.at(-1)
  const input = { ...asked, ...(cursor !== undefined && { cursor }) }
  const { data, error, fetchStatus, isPlaceholderData, refetch } = useQuery({
    queryKey: ['list-proposals', input],
    queryFn: ({ signal }) => proposalsPage(input, signal),
    placeholderData: keepPreviousData,
  })
  if (data === undefined && error)
    return (
      <Banner tone="negative" className="mt-4">
        <p role="alert">{errorText(error)}</p>
        <Button variant="secondary" className="mt-3" onClick={() => void refetch()}>
          {shell('tryAgain')}
        </Button>
      </Banner>
    )
  if (data === undefined) return fetchStatus === 'paused' ? <OfflineState /> : <SkeletonRows />
  const { items, next_cursor } = data
  const is_filtered = FILTERS.some((name) => asked[name] !== undefined)
  const is_choosing = asked.queue === 'waiting_for_me'
  const turn = (next: readonly string[]) => {
    choice.clear()
    setCursors(next)
  }
  return (
    <section
      aria-label={t(`queues.${queueOf(new URLSearchParams(search))}`)}
      aria-busy={isPlaceholderData || undefined}
      className="mt-4"
    >
      {done && <TogetherResult {...done} />}
      {items.length === 0 ? (
        <EmptyState title={t(is_filtered ? 'emptyFiltered' : 'empty')}>
          {next_cursor !== null && t('lookFurther')}
        </EmptyState>
      ) : (
        <ProposalList
          label={t('title')}
          proposals={items}
          search={search}
          choice={is_choosing ? choice : null}
        />
      )}
      {(cursors.length > 0 || next_cursor !== null) && (
        <Pages
          page={cursors.length + 1}
          onPrevious={() => turn(cursors.slice(0, -1))}
          onNext={next_cursor === null || isPlaceholderData ? null : () => turn([...cursors, next_cursor])}
        />
      )}
      {is_choosing && (
        <TogetherBar choice={choice} onDone={(proposals, result) => setDone({ proposals, result })} />
      )}
    </section>
  )
}

function Pages({
  page,
  onPrevious,
  onNext,
}: {
  page: number
  onPrevious(): void
  onNext: (() => void) | null
}) {
  const t = useMessages('consoleActs')
  return (
    <nav aria-label={t('page', { page })} className="mt-3 flex flex-wrap items-center gap-3">
      <Button variant="secondary" disabled={page === 1} onClick={onPrevious}>
        {t('previous')}
      </Button>
      <Button variant="secondary" disabled={onNext === null} onClick={() => onNext?.()}>
        {t('next')}
      </Button>
      <p className="text-14 text-muted">{t('page', { page })}</p>
    </nav>
  )
}
