import { formatAmount, parseAmount, total } from '@adtally/money/money.ts'
import * as z from 'zod/mini'
import { Refusal } from '../../../lib/refusal.ts'
import type { ApprovedAct, Staff } from '../../module.ts'
import type { Services } from '../../services.ts'
import { findProposal } from '../repository.ts'
import { approve } from './approve.ts'

/** What became of one of several proposals. */
interface Result {
  proposal_id: string
  is_approved: boolean
  refused: string | null
  now: string | null
  checker_username: string | null
  decided_at: Date | null
}

/** What a refusal tells of who came first, and of what there is now. */
const told = z.object({
  decided: z.optional(
    z.object({ checker_username: z.nullable(z.string()), decided_at: z.nullable(z.instanceof(Date)) }),
  ),
})

/**
 * Approves proposals of one action, each as it was seen (id, payload's and facts' digest, separated by colons), in a
 * transaction each: one that is refused hinders no other. Throws `proposal_not_found`, `state_conflict` where they are of
 * several actions, or of one that shows something once.
 */
export async function approveEach(
  services: Services,
  acts: readonly ApprovedAct[],
  staff: Staff,
  seen: readonly string[],
) {
  const asked = seen.map((one) => {
    const [proposal_id = '', payload_hash = '', facts_hash = ''] = one.split(':')
    return { proposal_id, payload_hash, facts_hash }
  })
  const action = await actionOf(services, asked)
  // What it answers would be read by nobody.
  if (acts.some((act) => act.action === action && act.shows))
    throw new Refusal('state_conflict', { field: 'seen' })
  const items: Result[] = []
  const sums: bigint[] = []
  for (const one of asked) {
    const { result, sum_micros } = await approveOne(services, acts, staff, one)
    items.push(result)
    if (result.is_approved && sum_micros !== null) sums.push(sum_micros)
  }
  const approved = items.filter(({ is_approved }) => is_approved).length
  return { action, approved, sum: sums.length === 0 ? null : formatAmount(total(sums)), items }
}

interface Seen {
  proposal_id: string
  payload_hash: string
  facts_hash: string
}

async function actionOf(services: Services, asked: readonly Seen[]): Promise<string> {
  const actions = await services.database.transaction({ kind: 'system' }, async (tx) => {
    const found = new Set<string>()
    for (const { proposal_id } of asked) {
      const proposal = await findProposal(tx, proposal_id)
      if (!proposal) throw new Refusal('proposal_not_found', { field: 'seen' })
      found.add(proposal.action)
    }
    return [...found]
  })
  const [action, ...others] = actions
  if (action === undefined || others.length > 0) throw new Refusal('state_conflict', { field: 'seen' })
  return action
}

async function approveOne(
  services: Services,
  acts: readonly ApprovedAct[],
  staff: Staff,
  seen: Seen,
): Promise<{ result: Result; sum_micros: bigint | null }> {
  const { proposal_id } = seen
  try {
    const { sum } = await approve(services, acts, { ...seen, staff })
    const result = {
      is_approved: true,
      refused: null,
      now: null,
      checker_username: staff.username,
      decided_at: null,
    }
    return { result: { proposal_id, ...result }, sum_micros: sum === null ? null : parseAmount(sum) }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const { data, values } = error.details
    const { decided } = z.safeParse(told, data ?? {}).data ?? {}
    const now = error.reason === 'proposal_changed' ? String(values?.now ?? '') : null
    const { checker_username = null, decided_at = null } = decided ?? {}
    return {
      result: { proposal_id, is_approved: false, refused: error.reason, now, checker_username, decided_at },
      sum_micros: null,
    }
  }
}
