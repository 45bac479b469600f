import type { Reason } from '@adtally/contract/reasons.ts'
import { formatAmount, type Micros } from '@adtally/money/money.ts'
import type { Transaction } from '../../../database/database.ts'
import { newId } from '../../../database/identifiers.ts'
import { scheduleAll } from '../../../database/jobs.ts'
import { Refusal } from '../../../lib/refusal.ts'
import { notifyCustomers } from '../../customer-notice.ts'
import { customerById, grantRefusals, type HeldGrants, holdGrants, useGrants } from '../../identity/index.ts'
import {
  balances,
  type Cause,
  type Findings,
  type MoneyActionKind,
  type Transfer,
} from '../../ledger/index.ts'
import * as policies from '../../policies/index.ts'
import type { Services } from '../../services.ts'
import { currentBeneficiary, holdBeneficiaries } from '../beneficiaries/beneficiaries.repository.ts'
import { withResetWait } from '../beneficiaries/usable-from.ts'
import { holdFlow, withdrawalFlow } from '../funds/flows.ts'
import { factHash } from '../holds/hold-rules.ts'
import { insertHolds, type NewHold } from '../holds/holds.repository.ts'
import { insertWithdrawals, nextWithdrawalNumber } from '../repository.ts'
import { HOLD_RELEASE_JOB } from '../rules.ts'
import { withdrawalNotice } from './cancel-withdrawal.ts'
import { payoutOf, withdrawalRefusal } from './withdrawal-eligibility.ts'

interface WithdrawalPayload {
  withdrawal_id: string
  number: string
  customer_id: string
  beneficiary_id: string
  amount_micros: string
  rail_fee_micros: string
  currency: string
  grant: string
  requested_at: string
  send_by: string
  /** Set if the beneficiary is new: a stated hold until then (PRODUCT §7). */
  hold: { hold_id: string; deadline: string } | null
}

/** What is locked against being replaced or used elsewhere before the accounts are locked. */
interface WithdrawalFindings {
  /** The current beneficiary, by customer. */
  bound: ReadonlyMap<string, string>
  /** The usable grants. */
  grants: HeldGrants
}

/** Available funds, and startup funds not returned yet, by customer. */
type Withdrawable = ReadonlyMap<string, { available_micros: Micros; startup_micros: Micros }>

/** The kind of money action for requesting a withdrawal; the outcome is its id. */
export const withdrawKind: MoneyActionKind<
  WithdrawalPayload,
  { withdrawal_id: string },
  WithdrawalFindings,
  Withdrawable
> = {
  name: 'withdrawal.ask',
  look,
  lookLocked,
  check,
  record,
  outcomeOf: ({ withdrawal_id }) => ({ withdrawal_id }),
}

/**
 * Requests a withdrawal: moves the money to the withdrawal hold at once, and on to a stated hold while the
 * beneficiary is new. Throws `beneficiary_not_set`, `amount_not_above_fee`, `insufficient_balance`,
 * `startup_funds_not_returned`, `grant_invalid`, `request_id_reused`.
 */
export async function withdraw(
  services: Services,
  customer_id: string,
  input: { request_id: string; amount: Micros; beneficiary_id: string; grant: string },
): Promise<{ withdrawal_id: string }> {
  const payload = await prepare(services, customer_id, input)
  return await services.ledger.submit({
    kind: withdrawKind,
    owner_id: customer_id,
    request_id: input.request_id,
    request_content: JSON.stringify(['withdraw', input.amount.toString(), input.beneficiary_id]),
    transfers: transfersOf(payload, input.amount),
    payload,
  })
}

async function prepare(
  services: Services,
  customer_id: string,
  input: { amount: Micros; beneficiary_id: string; grant: string },
): Promise<WithdrawalPayload> {
  const policy = policies.current(services)
  const now = services.clock.now()
  const { number, beneficiary, customer } = await services.database.transaction(
    { kind: 'system' },
    async (tx) => ({
      number: await nextWithdrawalNumber(tx),
      beneficiary: await currentBeneficiary(tx, customer_id),
      customer: await customerById(tx, customer_id),
    }),
  )
  // With the reset's wait, because the beneficiary learns of a reset a moment later, which a thief could use.
  const usable_from = withResetWait(beneficiary, customer, policy.beneficiary_wait_ms)?.usable_from ?? now
  const isNew = usable_from > now
  const clockStart = isNew ? usable_from : now
  return {
    withdrawal_id: newId(),
    number,
    customer_id,
    beneficiary_id: input.beneficiary_id,
    amount_micros: input.amount.toString(),
    rail_fee_micros: services.settings.rail_fee_micros.toString(),
    currency: services.settings.currency,
    grant: input.grant,
    requested_at: now.toISOString(),
    send_by: new Date(clockStart.getTime() + policy.withdrawal_send_limit_ms).toISOString(),
    hold: isNew ? { hold_id: newId(), deadline: clockStart.toISOString() } : null,
  }
}

/** A requested withdrawal's transfers; the second only if it is held. */
function transfersOf(payload: WithdrawalPayload, amount_micros: Micros): Transfer[] {
  const { customer_id, withdrawal_id, hold } = payload
  const cause: Cause = { kind: 'withdrawal', id: withdrawal_id }
  const asked: Transfer = {
    id: newId(),
    kind: 'posted',
    posting: 'withdrawal_asked',
    debit: { code: 'customer_available', owner_id: customer_id },
    credit: { code: 'withdrawal_hold', owner_id: customer_id },
    amount_micros,
    cause,
    flow: withdrawalFlow(withdrawal_id, withdrawal_id),
    reason_if_short: 'insufficient_balance',
  }
  if (!hold) return [asked]
  return [
    asked,
    {
      id: newId(),
      kind: 'posted',
      posting: 'hold',
      debit: { code: 'withdrawal_hold', owner_id: customer_id },
      credit: { code: 'risk_hold', owner_id: customer_id },
      amount_micros,
      cause: { kind: 'hold', id: hold.hold_id },
      flow: holdFlow({ hold_id: hold.hold_id, withdrawal_id }),
    },
  ]
}

async function look(tx: Transaction, payloads: readonly WithdrawalPayload[]): Promise<WithdrawalFindings> {
  const [bound, grants] = await Promise.all([
    holdBeneficiaries(
      tx,
      payloads.map(({ customer_id }) => customer_id),
    ),
    holdGrants(
      tx,
      payloads.map(({ grant }) => grant),
    ),
  ])
  return { bound, grants }
}

async function lookLocked(tx: Transaction, payloads: readonly WithdrawalPayload[]): Promise<Withdrawable> {
  const held = await balances(
    tx,
    payloads.flatMap(({ customer_id: owner_id }) => [
      { code: 'customer_available', owner_id } as const,
      { code: 'customer_startup', owner_id } as const,
    ]),
  )
  return new Map(
    payloads.map(({ customer_id }, index) => [
      customer_id,
      { available_micros: held[2 * index] ?? 0n, startup_micros: held[2 * index + 1] ?? 0n },
    ]),
  )
}

/** All at once, because only the first of two uses of a grant in a batch is good. */
async function check(
  _tx: Transaction,
  payloads: readonly WithdrawalPayload[],
  { found, found_locked }: Findings<WithdrawalFindings, Withdrawable>,
): Promise<(Refusal | null)[]> {
  const uses = payloads.map((payload) => ({ ...payload, amount_micros: BigInt(payload.amount_micros) }))
  const refused_grants = grantRefusals(found.grants, uses)
  return uses.map((use, index) => {
    const { available_micros = 0n, startup_micros = 0n } = found_locked.get(use.customer_id) ?? {}
    return refusalOf(use, {
      available_micros,
      startup_micros,
      beneficiary_is_current: found.bound.get(use.customer_id) === use.beneficiary_id,
      grant_is_good: refused_grants[index] === null,
    })
  })
}

function refusalOf(
  {
    amount_micros,
    rail_fee_micros,
    currency,
  }: Omit<WithdrawalPayload, 'amount_micros'> & { amount_micros: Micros },
  facts: Omit<Parameters<typeof withdrawalRefusal>[0], 'amount_micros'>,
): Refusal | null {
  if (payoutOf(amount_micros, BigInt(rail_fee_micros)) === 0n) {
    return new Refusal('amount_not_above_fee', {
      field: 'amount',
      money: { fee: { amount: formatAmount(BigInt(rail_fee_micros)), currency } },
    })
  }
  const reason = withdrawalRefusal({ amount_micros, ...facts })
  return reason ? new Refusal(reason, FIELD_TO_BLAME[reason] ?? {}) : null
}

/** The form field for each refusal. */
const FIELD_TO_BLAME: Partial<Record<Reason, { field: string }>> = {
  insufficient_balance: { field: 'amount' },
  startup_funds_not_returned: { field: 'amount' },
  beneficiary_not_set: { field: 'beneficiary_id' },
  grant_invalid: { field: 'grant' },
}

async function record(
  tx: Transaction,
  payloads: readonly WithdrawalPayload[],
  _findings: unknown,
  http_request_ids: readonly (string | null)[],
): Promise<void> {
  const requestAt = (index: number) => ({ request_id: http_request_ids[index] ?? null })
  const grants = payloads.map(({ grant }) => grant)
  const releases = payloads.flatMap(({ hold }, index) =>
    hold ? [{ subject_id: hold.hold_id, due_at: new Date(hold.deadline), ...requestAt(index) }] : [],
  )
  const notices = payloads.map(({ amount_micros, send_by, ...withdrawal }, index) => {
    const asked = { ...withdrawal, amount_micros: BigInt(amount_micros) }
    return { ...withdrawalNotice(asked, 'withdrawal_requested', { send_by }), ...requestAt(index) }
  })
  await Promise.all([
    useGrants(tx, grants),
    insertWithdrawals(tx, payloads.map(withdrawalRow)),
    insertHolds(tx, payloads.flatMap(holdRow)),
    scheduleAll(tx, HOLD_RELEASE_JOB, releases),
    notifyCustomers(tx, notices),
  ])
}

function withdrawalRow(payload: WithdrawalPayload) {
  return {
    withdrawal_id: payload.withdrawal_id,
    number: payload.number,
    customer_id: payload.customer_id,
    beneficiary_id: payload.beneficiary_id,
    amount_micros: BigInt(payload.amount_micros),
    rail_fee_micros: BigInt(payload.rail_fee_micros),
    status: payload.hold ? ('held' as const) : ('requested' as const),
    requested_at: new Date(payload.requested_at),
    send_by: new Date(payload.send_by),
  }
}

function holdRow(payload: WithdrawalPayload): NewHold[] {
  if (!payload.hold) return []
  return [
    {
      hold_id: payload.hold.hold_id,
      customer_id: payload.customer_id,
      reason: 'new_beneficiary',
      source: 'withdrawal_hold',
      withdrawal_id: payload.withdrawal_id,
      amount_micros: BigInt(payload.amount_micros),
      fact_hash: factHash([payload.beneficiary_id, payload.withdrawal_id]),
      evidence:
        'The beneficiary was changed, or the transaction password reset or first set without proof, less than 24 hours before.',
      created_at: new Date(payload.requested_at),
      deadline: new Date(payload.hold.deadline),
      extended_by: null,
      released_at: null,
      released_by: null,
      document_hash: null,
      authority: null,
      proposal_id: null,
      proposed_by: null,
      approved_by: null,
      clock_stopped_at: null,
      stopped_ms: 0n,
      review_count: 0,
    },
  ]
}
