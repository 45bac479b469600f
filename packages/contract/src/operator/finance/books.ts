import * as z from 'zod/mini'
import { amount, amountInput, count, id, pageOf, time } from '../../fields.ts'
import { sha256 } from '../../service/file-content.ts'
import { digits, evidenceText, listFlags, numberText, reasonText } from '../statement/fields.ts'
import { EVIDENCE_REFUSALS, evidenceFile } from '../statement/files.ts'
import { type Approval, proposed, proposedWith, staffCall, workPage } from '../statement/staff-call.ts'
import { payoutsSending } from './parties-money.ts'

/**
 * What each proof compares: assets against liabilities and equity; each bank account against its statements; each
 * bank line against its bookings; statements against each other; the ledger against its transfers; fund-flow lines
 * against the transfers; plans' money against the events' stored numbers; leases of budget against what events charge
 * them; money held for withdrawals against open ones; published results against the ledger; statistics against the
 * events; the audit log's chain; deadlines of withdrawals and holds against what they follow from; nights against
 * their runs.
 */
export const PROOFS = [
  'equation',
  'bank_account',
  'bank_line',
  'statement',
  'ledger',
  'fund_flow',
  'plan',
  'lease',
  'withdrawal',
  'result',
  'statistics',
  'audit',
  'clock',
  'night',
] as const
export type Proof = (typeof PROOFS)[number]

/** Who an account of the ledger may belong to. */
export const OWNER_KINDS = ['customer', 'advertiser', 'publisher', 'acceptor', 'platform'] as const
export type OwnerKind = (typeof OWNER_KINDS)[number]

/** The sides of the accounting equation (PRODUCT §3); `contra` offsets receivables. */
export const ACCOUNT_CLASSES = ['asset', 'liability', 'equity', 'contra'] as const
export type AccountClass = (typeof ACCOUNT_CLASSES)[number]

/** The platform's own accounts, as staff are shown them (PRODUCT §3). */
export const PLATFORM_POTS = ['own', 'promo', 'reserve', 'fee', 'shortfall', 'suspense', 'transit'] as const

/** How money may move between the platform's own pots (PRODUCT §3, "Platform"). */
export const PLATFORM_MOVES = [
  'own-promo',
  'own-reserve',
  'promo-own',
  'reserve-own',
  'fee-own',
  'reserve-shortfall',
  'own-shortfall',
] as const
export type PlatformMove = (typeof PLATFORM_MOVES)[number]

/** Postings that `reverse-entry` reverses if two people made the entry. The database has the same list. */
export const REVERSIBLE_POSTINGS = ['fee_taken', 'shortfall_covered', 'platform_allotted'] as const
export type ReversiblePosting = (typeof REVERSIBLE_POSTINGS)[number]

/** What a proof of the books compared, and with which sums. */
const figures = z.object({
  currency: z.string(),
  equation: z.object({ assets: amount, liabilities: amount, equity: amount, contra: amount }),
  /** By kind of account. */
  totals: z.array(
    z.object({
      code: z.string(),
      owner_kind: z.enum(OWNER_KINDS),
      class: z.enum(ACCOUNT_CLASSES),
      accounts: count,
      balance: amount,
    }),
  ),
  banks: z.array(
    z.object({
      rail: z.string(),
      ledger: amount,
      closing_balance: amount,
      /** Lines of statements that are not booked yet, and their sum (below 0: paid out). */
      waiting_lines: count,
      waiting: amount,
      /** What the ledger should hold. */
      expected: amount,
    }),
  ),
  counts: z.object({ accounts: count, transfers: count, flow_lines: count }),
  audit: z.object({
    entries: digits,
    /** Up to where the log is called whole; null while it has been at fault from the first run on. */
    head: z.nullable(z.object({ sequence: digits, hash: sha256 })),
  }),
})

export const reconcile = staffCall({
  name: 'reconcile',
  kind: 'act',
  area: 'books',
  roles: ['finance_maker', 'finance_checker'],
  summary:
    'Prove the books now: bank, balances, fund flows, plans, leases, results, statistics, clocks, audit log, nights; a new difference opens an item',
  request: z.strictObject({}),
  response: z.object({ run_id: id, differences: count, opened: count, figures }),
  refusals: [],
})

const BOOK_READERS = ['finance_maker', 'finance_checker', 'risk', 'auditor', 'admin'] as const

export const listReconciliations = staffCall({
  name: 'list-reconciliations',
  kind: 'read',
  area: 'books',
  roles: BOOK_READERS,
  summary: 'The last proofs of the books, newest first, with their figures',
  request: z.strictObject(listFlags),
  response: pageOf(
    z.object({
      run_id: id,
      sequence: digits,
      /** Null for a run that is not a night's. */
      night: z.nullable(z.iso.date()),
      /** Null where the program ran it. */
      asked_by: z.nullable(id),
      currency: z.string(),
      differences: count,
      /** Null where the run has none of the kind that a run keeps, so that somebody else wrote it. */
      figures: z.nullable(figures),
      began_at: time,
      ended_at: time,
    }),
  ),
  refusals: [],
})

export const listDifferences = staffCall({
  name: 'list-differences',
  kind: 'read',
  area: 'books',
  roles: BOOK_READERS,
  works_on: { kind: 'difference', by: 'number' },
  summary: 'Differences that are open, oldest first',
  request: z.strictObject(listFlags),
  response: workPage(
    z.object({
      number: z.string(),
      proof: z.enum(PROOFS),
      /** What differs; the same in every run. */
      subject: z.string(),
      /** The three are null where the fault has no amount. */
      expected: z.nullable(amount),
      found: z.nullable(amount),
      difference: z.nullable(amount),
      opened_at: time,
      run_id: id,
    }),
  ),
  refusals: [],
})

export const differenceClosing: Approval = {
  action: 'reconciliation.close',
  roles: ['finance_checker'],
  refusals: ['record_not_found', 'state_conflict'],
}

/** Closing a difference changes no balance. */
export const closeDifference = staffCall({
  name: 'close-difference',
  kind: 'propose',
  area: 'books',
  roles: ['finance_maker'],
  works_on: { kind: 'difference', by: 'number' },
  approval: differenceClosing,
  summary: 'Propose that a difference is explained',
  request: z.strictObject({
    number: numberText('R'),
    explanation: reasonText,
    evidence_file: evidenceFile,
  }),
  response: proposed,
  refusals: EVIDENCE_REFUSALS,
})

export const ledgerVerify = staffCall({
  name: 'ledger-verify',
  title: 'Verify the ledger',
  kind: 'read',
  area: 'books',
  roles: BOOK_READERS,
  summary: 'Compute every balance and fund-flow line again from the transfers and compare',
  request: z.strictObject({}),
  response: z.object({
    /** Whether everything is what the transfers add up to. */
    identical: z.boolean(),
    accounts: count,
    transfers: count,
    flow_lines: count,
    /** By kind of difference, with at most ten of the places where it was found. */
    differences: z.array(z.object({ fault: z.string(), count, subjects: z.array(z.string()) })),
  }),
  refusals: [],
})

export const platformMoney = staffCall({
  name: 'platform-money',
  title: 'Show platform money',
  kind: 'read',
  area: 'books',
  roles: BOOK_READERS,
  summary: 'What the platform’s own pots hold, with suspense, transit and shortfall',
  request: z.strictObject({}),
  response: z.object({
    own: amount,
    promo: amount,
    reserve: amount,
    fee: amount,
    shortfall: amount,
    suspense: amount,
    transit: amount,
  }),
  refusals: [],
})

export const platformMoneyMoving: Approval = {
  action: 'platform-money.move',
  roles: ['finance_checker'],
  refusals: ['insufficient_balance', 'state_conflict'],
}

export const movePlatformMoney = staffCall({
  name: 'move-platform-money',
  kind: 'propose',
  area: 'books',
  roles: ['finance_maker'],
  approval: platformMoneyMoving,
  summary: 'Propose that the platform’s own money change its pot, or cover a shortfall',
  request: z.strictObject({
    amount: amountInput,
    /** From which pot, and to which. */
    move: z.enum(PLATFORM_MOVES, 'field_invalid'),
  }),
  response: proposed,
  refusals: ['amount_malformed', 'amount_zero'],
})

export const payOwnMoney = staffCall({
  name: 'pay-own-money',
  kind: 'propose',
  area: 'books',
  roles: ['finance_maker'],
  approval: payoutsSending,
  summary: 'Propose that the platform’s own money be paid out to its own account',
  request: z.strictObject({ amount: amountInput, reason: reasonText }),
  response: proposedWith({ payouts: count, amount }),
  refusals: ['amount_malformed', 'amount_zero', 'payee_account_missing'],
})

export const bankChargeBooking: Approval = {
  action: 'bank-charge.book',
  roles: ['finance_checker'],
  stands_on: 'import-statement',
  refusals: ['record_not_found', 'state_conflict', 'statement_contradicted', 'insufficient_balance'],
}

/** The fees earned bear it. */
export const matchBankCharge = staffCall({
  name: 'match-bank-charge',
  kind: 'propose',
  area: 'books',
  roles: ['finance_maker'],
  works_on: { kind: 'bank_line', by: 'line_id' },
  approval: bankChargeBooking,
  summary: 'Propose that a paid-out bank line is the bank’s own charge',
  request: z.strictObject({ line_id: id, reason: reasonText }),
  response: proposed,
  refusals: [],
})

const pot = z.enum(PLATFORM_POTS)

export const listPlatformEntries = staffCall({
  name: 'list-platform-entries',
  kind: 'read',
  area: 'books',
  roles: BOOK_READERS,
  summary:
    'Entries of the platform’s own money, the last proposed first, with who made them, what was reversed of each and what is left',
  request: z.strictObject(listFlags),
  response: pageOf(
    z.object({
      entry_id: id,
      /** The proposal that made it. */
      proposal_id: id,
      posting: z.enum(REVERSIBLE_POSTINGS),
      debit_code: pot,
      credit_code: pot,
      booked_at: time,
      reason: z.string(),
      proposed_by: z.string(),
      approved_by: z.string(),
      amount,
      reversed: amount,
      left: amount,
    }),
  ),
  refusals: [],
})

export const entryReversing: Approval = {
  action: 'entry.reverse',
  roles: ['finance_checker'],
  refusals: [
    'record_not_found',
    'entry_undone_by_verb',
    'entry_undone_by_rule',
    'entry_is_reversal',
    'reversal_exceeds_rest',
    'insufficient_balance',
  ],
}

/** PRODUCT §2.1. */
export const reverseEntry = staffCall({
  name: 'reverse-entry',
  kind: 'propose',
  area: 'books',
  roles: ['finance_maker'],
  approval: entryReversing,
  summary: 'Propose that an entry of the platform’s own money be reversed, wholly or in part',
  note: 'list-platform-entries has the entry_id; without an amount it is all that is left of the entry',
  request: z.strictObject({
    entry_id: id,
    amount: z.optional(amountInput),
    reason: reasonText,
    /** What shows that it was wrong, and where. */
    evidence: evidenceText,
    evidence_file: z.optional(evidenceFile),
  }),
  response: proposed,
  refusals: ['amount_malformed', 'amount_zero', ...EVIDENCE_REFUSALS],
})
