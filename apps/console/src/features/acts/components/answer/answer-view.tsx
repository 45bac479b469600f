import type { StaffRole } from '@adtally/contract/enums.ts'
import type { StaffCall } from '@adtally/contract/operator/staff-call.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Banner } from '@adtally/ui/banner.tsx'
import { Button } from '@adtally/ui/button.tsx'
import { Card } from '@adtally/ui/card.tsx'
import { EmptyState, OfflineState, SkeletonRows } from '@adtally/ui/states.tsx'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useErrorText } from '../../../../lib/error-text.ts'
import { spoken } from '../../../../lib/spoken.ts'
import { askAct } from '../../api/ask-act.ts'
import type { FormInput } from '../field-input.ts'
import type { ActForm } from '../use-act-form.ts'
import { PageTable } from './page-table.tsx'
import { RowActs } from './row-acts.tsx'
import { itemsOf, memberOf, membersOf, rowOf, shapeOf } from './shape-of.ts'
import { ValueView } from './value-view.tsx'

interface AnswerViewProps {
  call: StaffCall
  roles: readonly StaffRole[]
  asked: FormInput
  form: ActForm
}

/** What a reading act answers: a page of a list as a table with its neighbours, anything else by its members. */
export function AnswerView({ call, roles, asked, form }: AnswerViewProps) {
  const t = useMessages('consoleShell')
  const errorText = useErrorText()
  /** The places at which the pages so far began; the first has none. */
  const [cursors, setCursors] = useState<readonly string[]>([])
  const cursor = cursors.at(-1)
  const input = { ...asked.input, ...(cursor !== undefined && { cursor }) }
  const { data, error, fetchStatus, isPlaceholderData, refetch } = useQuery({
    queryKey: [call.name, input],
    queryFn: ({ signal }) => askAct(call, { ...asked, input }, { signal }),
    placeholderData: keepPreviousData,
  })
  const refused = useEffectEvent(() => form.take(error))
  useEffect(() => {
    if (error) refused()
  }, [error])

  if (data === undefined && error)
    return (
      <Banner tone="negative">
        <p role="alert">{errorText(error)}</p>
        <Button variant="secondary" className="mt-3" onClick={() => void refetch()}>
          {t('tryAgain')}
        </Button>
      </Banner>
    )
  if (data === undefined) return fetchStatus === 'paused' ? <OfflineState /> : <SkeletonRows />

  const shape = shapeOf(call.response)
  const row = rowOf(shape)
  if (!row)
    return (
      <Card className="flex flex-col gap-4">
        <ValueView shape={shape} value={data} />
        <RowActs row={membersOf(data)} roles={roles} />
      </Card>
    )
  const next = memberOf(data, 'next_cursor')
  return (
    <div aria-busy={isPlaceholderData || undefined}>
      <PagedTable
        {...{ call, roles, row }}
        items={itemsOf(memberOf(data, 'items'))}
        page={cursors.length + 1}
        onPrevious={cursors.length > 0 ? () => setCursors(cursors.slice(0, -1)) : null}
        onNext={typeof next === 'string' && !isPlaceholderData ? () => setCursors([...cursors, next]) : null}
      />
    </div>
  )
}

interface PagedTableProps {
  call: StaffCall
  roles: readonly StaffRole[]
  row: NonNullable<ReturnType<typeof rowOf>>
  items: readonly unknown[]
  page: number
  onPrevious: (() => void) | null
  onNext: (() => void) | null
}

function PagedTable({ call, roles, row, items, page, onPrevious, onNext }: PagedTableProps) {
  const t = useMessages('consoleActs')
  return (
    <>
      {items.length === 0 ? (
        <EmptyState title={t('empty')} />
      ) : (
        <PageTable label={spoken(call.name)} row={row} items={items} roles={roles} />
      )}
      <nav aria-label={t('page', { page })} className="mt-3 flex flex-wrap items-center gap-3">
        <Button variant="secondary" disabled={onPrevious === null} onClick={() => onPrevious?.()}>
          {t('previous')}
        </Button>
        <Button variant="secondary" disabled={onNext === null} onClick={() => onNext?.()}>
          {t('next')}
        </Button>
        <p className="text-14 text-muted">
          {t('page', { page })} · {t('rows', { count: items.length })}
        </p>
      </nav>
    </>
  )
}
