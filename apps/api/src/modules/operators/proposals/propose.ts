import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Transaction } from '../../../database/database.ts'
import { newId } from '../../../database/identifiers.ts'
import { schedule } from '../../../database/jobs.ts'
import { Refusal } from '../../../lib/refusal.ts'
import type { ApprovedAct, Staff } from '../../module.ts'
import type { Services } from '../../services.ts'
import { keepEvidence } from '../evidence/keep-evidence.ts'
import type { Evidence } from '../evidence/read-evidence.ts'
import { findProposal, insertProposal, type NewProposal, type ProposalRecord } from '../repository.ts'
import { aboutOf, type PROGRAM_MAKER } from '../rules.ts'
import { tryOut } from '../sign-in/try-out.ts'
import { findOpenLike, keepRequest, proposalOfRequest } from './decisions.repository.ts'
import { type SeenFacts, seenFacts } from './facts.ts'
import { PROPOSAL_EXPIRY } from './proposal-ended.ts'
import { isStale, supersede } from './supersede.ts'

/** A proposal for a second person. */
export interface ProposalInput {
  act: ApprovedAct
  subject_kind: string
  /** Each act has at most one open proposal per subject. */
  subject_id: string
  /** For acts that create their subject under a new id: prevents two open proposals to create the same thing. */
  makes_subject?: boolean
  /** The customer whose account this touches; the proposal then shows in their accountability feed. */
  customer_id?: string | undefined
  /** The input of `ApprovedAct.apply` as JSON: `bigint` becomes a decimal string, `Date` ISO 8601. */
  payload: Record<string, unknown>
  /** Members of the payload that are others each time, though the same request asks again: what is sealed. */
  made_anew?: readonly string[]
  /** Why, in words that the customer may read. */
  reason: string
  /** What it stands on, as a file, whose SHA-256 the payload has. */
  evidence?: Evidence | undefined
  /** `PROGRAM_MAKER` if the program itself proposes, which it does only for deposits. */
  maker: Staff | typeof PROGRAM_MAKER
}

export interface Proposed {
  proposal_id: string
  /** SHA-256 (hexadecimal) of the payload. */
  payload_hash: string
  /** Seven days after the proposal. */
  expires_at: Date
  /** The subject; for a proposal that existed already, that proposal's own. */
  subject_id: string
  /** The proposal in a sentence. */
  says: string
}

/**
 * Stores an act for a second person to approve, in the maker's transaction, and appends it to the audit log. The act
 * is done on trial, so what it would refuse is refused at once. The database takes the maker from their session and
 * checks that they hold a role of the verbs that propose the act (`proposes`), as the checker must hold one of the
 * act's: `operators.act_roles` lists both, and the database throws if neither is held or the act is not listed.
 *
 * The same proposal by the same maker for the same reason, or with the same `request_id`, returns the existing one. Throws
 * `proposal_open` with the id of the open proposal, `request_id_reused`, and what the act refuses.
 *
 * @example
 * // send-withdrawal.ts: what the contract states, bound to the act, and to the maker's verb, which the module lists.
 * const withdrawalSendAct = approvedAct(withdrawalSending, {
 *   payload: z.strictObject({ withdrawal_id: z.uuid() }),
 *   facts: async (services, tx, { withdrawal_id }) => ({ says: 'Send …', before: { … }, after: { status: 'sent' } }),
 *   apply: async (services, tx, { withdrawal_id }, { maker, checker }) => {
 *     // Checks the withdrawal's state again under its lock: days may have passed since the proposal.
 *     // Then rows and `postTransfers(tx, …)`; a thrown Refusal leaves the proposal open. No audit: approve does it.
 *     return { withdrawal_id }
 *   },
 * })
 * export const sendWithdrawalVerb = proposalVerb(sendWithdrawal, {
 *   act: withdrawalSendAct,
 *   ask: async (_services, tx, { number, reason }) => aboutWithdrawal(await lockedWithdrawal(tx, { number }), reason),
 * })
 */
export async function propose(services: Services, tx: Transaction, input: ProposalInput): Promise<Proposed> {
  const asked = asStored(input)
  const { proposal, payload } = asked
  const there =
    (await answerToRequest(tx, input, payload)) ?? (await answerToSame(services, tx, input, asked))
  if (there) return answerOf(there)
  const facts = await factsOf(services, tx, input, asked)
  const { session_token } = input.maker
  const stored = await insertProposal(tx, session_token, { ...proposal, facts: JSON.stringify(facts) })
  const { proposal_id, subject_id, action, subject_kind } = proposal
  if (input.evidence && session_token !== null) {
    const act = { proposal_id, action: `${action}.proposed`, subject_kind, subject_id, readers: [] }
    await keepEvidence(services, tx, { session_token }, { evidence: input.evidence, act })
  }
  await schedule(tx, { kind: PROPOSAL_EXPIRY, subject_id: proposal_id, due_at: stored.expires_at })
  return { proposal_id, ...stored, subject_id, says: facts.says }
}

interface Asked {
  proposal: NewProposal
  /** As the act will receive it. */
  payload: Record<string, unknown>
}

function asStored(input: ProposalInput): Asked {
  const { act, subject_kind, subject_id, customer_id, reason, maker } = input
  const text = JSON.stringify(input.payload, (_key, value: unknown) =>
    typeof value === 'bigint' ? value.toString() : value,
  )
  const payload: Record<string, unknown> = JSON.parse(text)
  const made = Object.entries(payload).filter(([, value]) => value !== subject_id)
  const thing = input.makes_subject ? JSON.stringify([act.action, made]) : null
  const request_id = requestOf(maker)
  return {
    payload,
    proposal: {
      proposal_id: request_id ?? newId(),
      ...{
        action: act.action,
        subject_kind,
        subject_id,
        customer_id: customer_id ?? null,
        payload: text,
        reason,
      },
      facts: '{}',
      thing_hash: thing === null ? null : createHash('sha256').update(thing).digest(),
      about: aboutOf(subject_id, payload),
      given: 'given' in maker && maker.given ? JSON.stringify(maker.given) : null,
    },
  }
}

async function factsOf(
  services: Services,
  tx: Transaction,
  { act, maker }: ProposalInput,
  { proposal, payload }: Asked,
): Promise<SeenFacts> {
  const { session_token } = maker
  // The program has no session for a trial, and it has only just matched what it proposes.
  if (session_token === null) return seenFacts(await act.facts(services, tx, payload), null)
  const { proposal_id, customer_id } = proposal
  const tried = { proposal_id, payload, customer_id, maker }
  return await tryOut(services, tx, { act, session_token, tried }, async () => {
    await insertProposal(tx, session_token, proposal)
  })
}

/** The proposal that this request made earlier. */
async function answerToRequest(
  tx: Transaction,
  { act, maker, makes_subject, made_anew = [], subject_id }: ProposalInput,
  payload: unknown,
): Promise<ProposalRecord | undefined> {
  const request_id = requestOf(maker)
  if (request_id === undefined) return undefined
  const found =
    (await findProposal(tx, request_id)) ?? (await proposalOfRequest(tx, maker.session_token, request_id))
  if (!found) return undefined
  const is_its_own = found.action === act.action && found.maker.staff_id === maker.staff_id
  const is_the_same =
    makes_subject === true ||
    (found.subject_id === subject_id &&
      isDeepStrictEqual(without(found.payload, made_anew), without(payload, made_anew)))
  if (!is_its_own || !is_the_same) throw new Refusal('request_id_reused', { field: 'request_id' })
  return found
}

function without(payload: unknown, members: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(Object(payload)).filter(([name]) => !members.includes(name)))
}

/** The same maker's open proposal, if it is the same. Ends stale ones. Throws `proposal_open`. */
async function answerToSame(
  services: Services,
  tx: Transaction,
  { act, maker }: ProposalInput,
  { proposal, payload }: Asked,
): Promise<ProposalRecord | undefined> {
  for (const { proposal_id, is_same_thing } of await findOpenLike(tx, proposal)) {
    const open = await findProposal(tx, proposal_id)
    if (!open) continue
    const { session_token } = maker
    if (session_token !== null && (await isStale(services, tx, act, open, session_token))) {
      await supersede(tx, session_token, open, 'It was proposed anew, as things are now')
      continue
    }
    const is_the_same =
      proposal.thing_hash === null ? isDeepStrictEqual(open.payload, payload) : is_same_thing
    // Another reason would be lost without a word.
    if (is_the_same && open.maker.staff_id === maker.staff_id && open.reason === proposal.reason) {
      // This request's answer, too: repeated after the decision, it must not propose the same once more.
      await keepRequest(tx, maker.session_token, requestOf(maker), open)
      return open
    }
    throw new Refusal('proposal_open', { values: { proposal_id } })
  }
  return undefined
}

function answerOf({ proposal_id, payload_hash, expires_at, subject_id, facts }: ProposalRecord): Proposed {
  return { proposal_id, payload_hash, expires_at, subject_id, says: facts.says }
}

function requestOf(maker: ProposalInput['maker']): string | undefined {
  return 'request_id' in maker ? maker.request_id : undefined
}
