import type { Transaction } from '../../database/database.ts'
import { newId } from '../../database/identifiers.ts'
import { schedule } from '../../database/jobs.ts'
import type { Staff } from '../module.ts'
import { PROPOSAL_EXPIRY } from './proposal-ended.ts'
import { insertProposal } from './repository.ts'
import type { PROGRAM_MAKER } from './rules.ts'

/** What a maker puts before a second person. */
export interface ProposalInput {
  /** The `ApprovedAct`'s. */
  action: string
  subject_kind: string
  subject_id: string
  /** The customer whose account this touches; it then shows in their accountability feed. */
  customer_id?: string | undefined
  /** What `ApprovedAct.apply` will be given, as JSON: `bigint` becomes a decimal string, `Date` ISO 8601. */
  payload: Record<string, unknown>
  /** Why, in words that the customer may read. */
  reason: string
  /** `PROGRAM_MAKER` where the program proposes by itself: a deposit, and nothing else. */
  maker: Staff | typeof PROGRAM_MAKER
}

/** A proposal that waits for approval. */
export interface Proposed {
  proposal_id: string
  /** SHA-256, hexadecimal, of what would be done. */
  payload_hash: string
  /** Seven days on. */
  expires_at: Date
}

/**
 * Stores an act for a second person to approve, in the maker's own transaction, and appends to the audit log. The maker is
 * whoever the database knows by their session; their role is the verb's affair, the checker's is the act's.
 *
 * @example
 * // withdrawal-send.ts: the maker's half and the act, both exported by the module.
 * export const withdrawalSendAct = approvedAct({
 *   action: 'withdrawal.send',
 *   checker_roles: ['finance_checker'],
 *   payload: z.strictObject({ withdrawal_id: z.uuid() }),
 *   apply: async (services, tx, { withdrawal_id }, { maker, checker }) => {
 *     // Checks the withdrawal's state again under its lock: days may have passed since the proposal.
 *     // Then rows and `postTransfers(tx, …)`; a thrown Refusal leaves the proposal open. No audit: approve does it.
 *     return { withdrawal_id }
 *   },
 * })
 * await services.database.transaction({ kind: 'system' }, (tx) => propose(tx, {
 *   action: 'withdrawal.send', subject_kind: 'withdrawal', subject_id: withdrawal_id, customer_id,
 *   payload: { withdrawal_id }, reason: input.reason, maker: staff,
 * }))
 */
export async function propose(tx: Transaction, input: ProposalInput): Promise<Proposed> {
  const { action, subject_kind, subject_id, customer_id, reason, maker } = input
  const proposal_id = newId()
  const payload = JSON.stringify(input.payload, (_key, value: unknown) =>
    typeof value === 'bigint' ? value.toString() : value,
  )
  const stored = await insertProposal(tx, maker.session_token, {
    proposal_id,
    action,
    subject_kind,
    subject_id,
    customer_id: customer_id ?? null,
    payload,
    reason,
  })
  await schedule(tx, { kind: PROPOSAL_EXPIRY, subject_id: proposal_id, due_at: stored.expires_at })
  return { proposal_id, ...stored }
}
