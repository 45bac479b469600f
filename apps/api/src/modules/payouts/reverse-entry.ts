import {
  entryReversing,
  listPlatformEntries,
  reverseEntry,
} from '@adtally/contract/operator/finance/books.ts'
import { formatAmount, type Micros } from '@adtally/money/money.ts'
import * as z from 'zod/mini'
import type { Transaction } from '../../database/database.ts'
import { newId } from '../../database/identifiers.ts'
import { Refusal } from '../../lib/refusal.ts'
import { entryById, lockAccountsOf, postTransfers, type Transfer } from '../ledger/index.ts'
import { approvedAct } from '../module.ts'
import { proposalVerb } from '../operators/index.ts'
import { factsFrom, moneyText, type ProposalFacts } from '../proposal-facts.ts'
import type { Services } from '../services.ts'
import { listVerbByKey } from '../staff-list.ts'
import { type PlatformEntry, platformEntries, platformEntryOf } from './platform-entries.repository.ts'
import { isReversible, undoneBy } from './reversible.ts'

const LISTED_DEFAULT = 100

/** `list-platform-entries`: entries that `reverse-entry` takes, and what is left of each. */
export const listPlatformEntriesVerb = listVerbByKey(listPlatformEntries, {
  limit_default: LISTED_DEFAULT,
  read: platformEntries,
  keyOf: ({ proposal_id }) => proposal_id,
  present: presentEntry,
})

function presentEntry({ amount_micros, reversed_micros, ...entry }: PlatformEntry) {
  return {
    ...entry,
    amount: formatAmount(amount_micros),
    reversed: formatAmount(reversed_micros),
    left: formatAmount(amount_micros - reversed_micros),
  }
}

const reversePayload = z.strictObject({
  entry_id: z.uuid(),
  amount_micros: z.string().check(z.regex(/^[1-9]\d*$/)),
  evidence: z.string(),
})

/**
 * The second person's half of `reverse-entry`. Throws `record_not_found`, `entry_undone_by_verb` or
 * `entry_undone_by_rule` if the posting is not on the closed list, `entry_is_reversal`, `reversal_exceeds_rest` with
 * what is left, and `insufficient_balance` if the pot no longer has the money.
 */
const entryReverseAct = approvedAct(entryReversing, {
  payload: reversePayload,
  facts: async (services, tx, { entry_id, amount_micros, evidence }) => {
    const amount = BigInt(amount_micros)
    await lockAccountsOf(tx, [reversalOf(entry_id, amount, newId())])
    const entry = await entryWithRest(tx, entry_id, amount)
    return reversalFacts(services, entry, { amount_micros: amount, evidence })
  },
  apply: async (_services, tx, { entry_id, amount_micros }, { proposal_id }) => {
    const reversal = reversalOf(entry_id, BigInt(amount_micros), proposal_id)
    await lockAccountsOf(tx, [reversal])
    await entryWithRest(tx, entry_id, BigInt(amount_micros))
    await postTransfers(tx, [reversal])
    return { entry_id, reversal_id: reversal.id }
  },
})

/**
 * `reverse-entry`: proposes that an entry be taken back, wholly or in part (PRODUCT §2.1). Without an amount it is all that
 * is left of it, and stays that amount whatever is reversed in between.
 */
export const reverseEntryVerb = proposalVerb(reverseEntry, {
  act: entryReverseAct,
  ask: async (_services, tx, { entry_id, amount, reason, evidence }) => {
    const amount_micros = amount ?? leftOf(await entryWithRest(tx, entry_id, 1n))
    return {
      subject: { kind: 'entry', id: entry_id },
      payload: { entry_id, amount_micros, evidence },
      reason,
    }
  },
})

function reversalOf(entry_id: string, amount_micros: Micros, proposal_id: string): Transfer {
  return {
    ...{ id: newId(), kind: 'reversal', reverses_id: entry_id, amount_micros },
    cause: { kind: 'proposal', id: proposal_id },
    reason_if_short: 'insufficient_balance',
  }
}

/** An entry with at least this much left to reverse. Lock its accounts first to rely on the answer. */
async function entryWithRest(tx: Transaction, entry_id: string, amount_micros: Micros) {
  const entry = await reversibleEntry(tx, entry_id)
  const left_micros = leftOf(entry)
  if (amount_micros > left_micros)
    throw new Refusal('reversal_exceeds_rest', {
      field: 'amount',
      values: { left: formatAmount(left_micros) },
    })
  return entry
}

function leftOf({ amount_micros, reversed_micros }: PlatformEntry): Micros {
  return amount_micros - reversed_micros
}

/** An entry on the closed list, made by two people, that is no reversal. */
async function reversibleEntry(tx: Transaction, entry_id: string): Promise<PlatformEntry> {
  const field = 'entry_id'
  const entry = await entryById(tx, entry_id)
  if (!entry) throw new Refusal('record_not_found', { field })
  if (entry.reverses_id !== null) throw new Refusal('entry_is_reversal', { field })
  const { posting, cause_kind, cause_id } = entry
  const made =
    isReversible(posting) && cause_kind === 'proposal' ? await platformEntryOf(tx, cause_id) : undefined
  if (made) return made
  const verbs = undoneBy(posting)
  if (verbs === null) throw new Refusal('entry_undone_by_rule', { field, values: { posting } })
  throw new Refusal('entry_undone_by_verb', { field, values: { posting, verbs: verbs.join(', ') } })
}

/** The facts for a reversal's checker: entry, accounts, amount, what is reversed already and what will be. */
function reversalFacts(
  services: Services,
  entry: PlatformEntry,
  reversal: { amount_micros: Micros; evidence: string },
): ProposalFacts {
  const text = (amount_micros: Micros) => moneyText(services, amount_micros)
  const { posting, debit_code: from, credit_code: to, amount_micros, reversed_micros } = entry
  const booked_at = entry.booked_at.toISOString()
  const back = reversal.amount_micros
  const share = back === amount_micros ? 'whole' : 'part'
  return {
    sum_micros: back,
    says: `Reverse ${text(back)} (${share}) of the platform's entry ${entry.entry_id}, ${posting}: ${text(amount_micros)} from ${from} to ${to}, booked ${booked_at}, of which ${text(reversed_micros)} was reversed before`,
    before: factsFrom({
      ...{ entry: `${text(amount_micros)} from ${from} to ${to}`, booked_at, entry_reason: entry.reason },
      ...{ entry_proposed_by: entry.proposed_by, entry_approved_by: entry.approved_by },
      ...{ reversed: text(reversed_micros), left: text(amount_micros - reversed_micros) },
    }),
    after: factsFrom({
      ...{ goes_back: `${text(back)} from ${to} to ${from}` },
      reversed: text(reversed_micros + back),
      left: text(amount_micros - reversed_micros - back),
      evidence: reversal.evidence,
      ...(posting === 'shortfall_covered' && {
        consequence: 'the shortfall is there again, and while there is one, payments are stopped',
      }),
    }),
  }
}
