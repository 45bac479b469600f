import { ApiError } from '@adtally/client/api-error.ts'
import { readAgain } from '@adtally/client/read-again.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import * as z from 'zod/mini'
import type { Person } from '../../../lib/desk.ts'
import type { FieldValues } from '../../../lib/drafts.ts'
import { useErrorText } from '../../../lib/error-text.ts'
import { askOffice } from '../../../lib/office.ts'
import type { ShownAct } from '../../../lib/shown-act.ts'
import { useWhileAtWork } from '../../../lib/while-at-work.ts'
import { useDeskActs } from './desk-acts.ts'
import { isAllowed } from './shown-acts.ts'

/** How often one looks who is at a piece of work. */
export const LOOK_MS = 15_000
/** Work at a piece renews its claim, no more often than this. */
const RENEW_MS = 60_000

/** Of who is at work, what is shown. */
const holders = z.object({ items: z.array(z.object({ held_by: z.string(), held_until: z.string() })) })

/** A piece of work as one sees it from one's desk. */
export interface Work {
  /** Who is at it, if anybody is, and until when. */
  holder: { username: string; until: string } | null
  is_own: boolean
  /** Whether one's roles allow to take it. */
  may_take: boolean
  /** Why the last try was refused. */
  error: string | null
  take(): void
  giveBack(): void
  /** Says that one is at it, which holds it longer if it is one's own. */
  touch(): void
}

/** Who is at the piece of work that an act's address names; null if it names none, or nobody takes work in turns here. */
export function useWork(call: ShownAct, given: FieldValues, person: Person): Work | null {
  const { works_on } = call
  const named = works_on === undefined ? undefined : given[works_on.by]
  const { work, calls } = useDeskActs()
  const piece =
    work && works_on && typeof named === 'string' && named !== ''
      ? { work: works_on.kind, subject_id: named }
      : null
  const client = useQueryClient()
  const errorText = useErrorText()
  const [error, setError] = useState<string | null>(null)
  const renewed_at_ms = useRef(0)
  const { data, refetch } = useQuery({
    queryKey: [work?.list.name, piece],
    queryFn: ({ signal }) =>
      askOffice(holders, { method: 'GET', name: work?.list.name ?? '', input: { ...piece }, signal }),
    enabled: piece !== null,
  })
  useWhileAtWork(() => {
    if (piece !== null) void refetch()
  }, LOOK_MS)

  const held = piece === null ? undefined : data?.items[0]
  const is_own = held?.held_by === person.name
  const send = async (asked: ShownAct | undefined, input: object) => {
    if (!asked) return
    setError(null)
    try {
      await askOffice(asked.response, { method: 'POST', name: asked.name, input: { ...piece, ...input } })
    } catch (failed) {
      // Whoever takes it first is shown by the look that follows.
      if (!(failed instanceof ApiError) || failed.reason !== 'work_claimed') setError(errorText(failed))
    }
    readAgain(
      client,
      calls.filter(({ kind }) => kind === 'read'),
    )
  }
  const take = () => {
    renewed_at_ms.current = Date.now()
    void send(work?.claim, held && !is_own ? { take_over: true } : {})
  }
  // Who may do none of it has nothing to take.
  const may_take = calls.some(
    (act) => act.kind !== 'read' && act.works_on?.kind === works_on?.kind && isAllowed(act, person.roles),
  )
  useTakingKey(piece !== null && may_take && data !== undefined && !is_own, take)
  if (piece === null) return null
  return {
    holder: held ? { username: held.held_by, until: held.held_until } : null,
    is_own,
    may_take,
    error,
    take,
    giveBack: () => void send(work?.release, {}),
    touch: () => {
      if (is_own && Date.now() - renewed_at_ms.current > RENEW_MS) take()
    },
  }
}

/** The key that takes a piece of work. */
export const TAKING_KEY = 't'

/** Takes by one key, wherever nothing is typed. */
function useTakingKey(is_free: boolean, take: () => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { target, key, ctrlKey, metaKey, altKey } = event
    const is_typing = target instanceof HTMLElement && target.closest('input, textarea, select') !== null
    if (is_free && key === TAKING_KEY && !is_typing && !ctrlKey && !metaKey && !altKey) take()
  })
  useEffect(() => {
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [])
}
