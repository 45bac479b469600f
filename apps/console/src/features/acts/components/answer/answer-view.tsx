import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Banner } from '@adtally/ui/banner.tsx'
import { Button } from '@adtally/ui/button.tsx'
import { Card } from '@adtally/ui/card.tsx'
import { EmptyState, OfflineState, SkeletonRows } from '@adtally/ui/states.tsx'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import type { ShownAct } from '../../../../lib/shown-act.ts'
import { useStatementWords } from '../../../../lib/statement-words.ts'
import { useWhileAtWork } from '../../../../lib/while-at-work.ts'
import { askAct } from '../../api/ask-act.ts'
import type { FormInput } from '../field-input.ts'
import type { ActForm } from '../use-act-form.ts'
import { useRefusalText } from '../use-refusal-text.ts'
import { LOOK_MS } from '../use-work.ts'
import { PageTable } from './page-table.tsx'
import { RowActs } from './row-acts.tsx'
import { type Listed, listedIn, membersOf, shapeOf } from './shape-of.ts'
import { MembersView, ValueView } from './value-view.tsx'

interface AnswerViewProps {
  call: ShownAct
  roles: readonly string[]
  asked: FormInput
  form: ActForm
}

/** What a reading act answers: a page of a list as a table with its neighbours, anything else by its members. */
export function AnswerView({ call, roles, asked, form }: AnswerViewProps) {
  const shell = useMessages('consoleShell')
  const t = useMessages('consoleActs')
  const refusalText = useRefusalText(call)
  /** The places at which the pages so far began; the first has none. */
  const [cursors, setCursors] = useState<readonly string[]>([])
  const cursor = cursors.at(-1)
  const input = { ...asked.input, ...(cursor !== undefined && { cursor }) }
  const { data, error, fetchStatus, isPlaceholderData, refetch } = useQuery({
    queryKey: [call.name, input],
    queryFn: ({ signal }) => askAct(call, { ...asked, input }, { signal }),
    placeholderData: keepPreviousData,
  })
  useWhileAtWork(() => {
    // Who is at which row changes at other desks.
    if (call.works_on && listedIn(shapeOf(call.response), data)) void refetch()
  }, LOOK_MS)
  const refused = useEffectEvent(() => form.take(error))
  useEffect(() => {
    if (error) refused()
  }, [error])

  const refusal = error && (
    <Banner tone="negative" className="mb-4">
      <p role="alert">{refusalText(error)}</p>
      <Button variant="secondary" className="mt-3" onClick={() => void refetch()}>
        {shell('tryAgain')}
      </Button>
    </Banner>
  )
  if (data === undefined && error) return refusal
  if (data === undefined) return fetchStatus === 'paused' ? <OfflineState /> : <SkeletonRows />

  const shape = shapeOf(call.response)
  const listed = listedIn(shape, data)
  return (
    <section aria-label={t('answer')} aria-busy={isPlaceholderData || undefined}>
      {/* What was read before stays. */}
      {refusal}
      {listed ? (
        <ListedView
          {...{ call, roles, listed, data }}
          page={cursors.length + 1}
          onTurn={(next) => setCursors(next === null ? cursors.slice(0, -1) : [...cursors, next])}
          is_turning={isPlaceholderData}
        />
      ) : (
        <Card className="flex flex-col gap-4">
          <ValueView shape={shape} value={data} />
          <RowActs row={membersOf(data)} roles={roles} />
        </Card>
      )}
    </section>
  )
}

interface ListedViewProps {
  call: ShownAct
  roles: readonly string[]
  listed: Listed
  data: unknown
  page: number
  /** To the page at a cursor, or the one before (null). */
  onTurn(cursor: string | null): void
  is_turning: boolean
}

/** A list as a table, with what stands beside it and the way to its other pages. */
function ListedView({ call, roles, listed, data, page, onTurn, is_turning }: ListedViewProps) {
  const t = useMessages('consoleActs')
  const words = useStatementWords()
  const { row, items, beside, next_cursor } = listed
  const next = typeof next_cursor === 'string' && !is_turning ? next_cursor : null
  return (
    <>
      {beside.length > 0 && (
        <Card className="mb-4">
          <MembersView members={beside} value={data} />
        </Card>
      )}
      {items.length === 0 ? (
        <EmptyState title={t('empty')} />
      ) : (
        <PageTable label={words.title(call)} row={row} items={items} roles={roles} />
      )}
      {next_cursor !== undefined && (
        <nav aria-label={t('page', { page })} className="mt-3 flex flex-wrap items-center gap-3">
          <Button variant="secondary" disabled={page === 1} onClick={() => onTurn(null)}>
            {t('previous')}
          </Button>
          <Button variant="secondary" disabled={next === null} onClick={() => onTurn(next)}>
            {t('next')}
          </Button>
          <p className="text-14 text-muted">
            {t('page', { page })} · {t('rows', { count: items.length })}
          </p>
        </nav>
      )}
    </>
  )
}
