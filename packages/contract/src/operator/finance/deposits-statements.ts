import * as z from 'zod/mini'
import { amount, because, count, id, pageOf, time } from '../../fields.ts'
import { listFlags, reasonText } from '../statement/fields.ts'
import { fileInput } from '../statement/files.ts'
import { type Approval, proposed, staffCall } from '../statement/staff-call.ts'

/** The legal entity's bank accounts. */
export const RAILS = ['main'] as const
export type Rail = (typeof RAILS)[number]
export const rail = z.enum(RAILS)

/** What a bank's statements may be written as: ISO 20022, SWIFT, or a bank's own CSV. */
export const BANK_FILE_FORMATS = ['camt053', 'mt940', 'csv'] as const
export type BankFileFormat = (typeof BANK_FILE_FORMATS)[number]

/** Whose word a booked statement is. */
export const STATEMENT_ORIGINS = ['two_people', 'fetched'] as const
export type StatementOrigin = (typeof STATEMENT_ORIGINS)[number]

/** `malformed`: unreadable or of another account; `differs`: contradicts what is booked. */
export const BANK_FAULTS = ['malformed', 'differs'] as const
export type BankFaultKind = (typeof BANK_FAULTS)[number]

/** What became of a fetched statement; `waits` for one that is missing before it. */
const FETCHED_STATES = ['waits', 'booked', 'known', 'taken_back', 'overtaken', ...BANK_FAULTS] as const

/** What two statements may say differently of the same line. */
const LINE_FIELDS = ['day', 'amount', 'name', 'account', 'remittance'] as const

const MONEY_READERS = ['finance_maker', 'finance_checker', 'risk', 'auditor'] as const

/** A field of a line that differs, with both values; amounts in major units. */
const differingField = z.object({ field: z.enum(LINE_FIELDS), here: z.string(), there: z.string() })
export type ShownField = z.infer<typeof differingField>

const twoBalances = z.object({ here: amount, there: amount })
const lineAmount = z.object({ bank_reference: z.string(), amount })

/** How a waiting statement differs from another for the same period. */
const statementDifference = z.object({
  brought_id: id,
  other_id: id,
  /** The person who brought the other; null where the program fetched it. */
  other_by: z.nullable(z.string()),
  opening_balance: z.optional(twoBalances),
  closing_balance: z.optional(twoBalances),
  /** How many lines differ in all; only the first ones are listed. */
  line_count: count,
  /** Lines that only the other has. */
  missing: z.array(lineAmount),
  /** Lines that only this one has. */
  added: z.array(lineAmount),
  /** The same reference with another amount, day, name, account or text. */
  changed: z.array(z.object({ bank_reference: z.string(), differs: z.array(differingField) })),
})
export type StatementDifference = z.infer<typeof statementDifference>

/** A line's difference from the booked one; null where one of the two has no such line. */
const BOOKED_DIFFERENCE = {
  bank_reference: z.string(),
  booked: z.nullable(amount),
  differs: z.array(differingField),
}

/** A mapping's name. */
export const mappingName = z
  .string({ error: because('field_invalid') })
  .check(z.trim(), z.regex(/^[a-z0-9][a-z0-9-]{0,39}$/, 'field_invalid'))

export const importStatement = staffCall({
  name: 'import-statement',
  kind: 'act',
  area: 'deposits',
  roles: ['finance_maker', 'finance_checker'],
  proof: 'fresh',
  summary: 'Bring a bank statement; it is booked once a second person has brought the same',
  note: 'mapping is of a CSV file alone: the name of one that two people defined, such as my-bank; without it a CSV file is read in Adtally’s own form',
  request: z.strictObject({
    file: fileInput,
    format: z.enum(BANK_FILE_FORMATS),
    mapping: z.optional(mappingName),
  }),
  response: z.object({
    /** The first booked statement; null if none was booked. */
    statement_id: z.nullable(id),
    statements: count,
    lines: count,
    /** Lines that had been booked earlier. */
    duplicates: count,
    deposits_booked: count,
    deposits_proposed: count,
    withdrawals_confirmed: count,
    withdrawals_returned: count,
    returns_confirmed: count,
    unassigned: count,
    /** Lines left to a job. */
    matched_later: count,
    /** Statements of the file that wait for a second person, or for their place in the chain. */
    waiting: z.array(id),
    booked_before: count,
    /** Statements that the same person brought earlier. */
    brought_before: count,
    differences: z.array(statementDifference),
  }),
  refusals: [
    'file_unreadable',
    'file_too_large',
    'statement_malformed',
    'statement_gap',
    'statement_duplicate',
    'record_not_found',
  ],
})

export const listBroughtStatements = staffCall({
  name: 'list-brought-statements',
  kind: 'read',
  area: 'deposits',
  roles: MONEY_READERS,
  summary:
    'Statements that wait for a second person, or for the one before, and those that contradict a booked one, oldest first; with how they differ',
  request: z.strictObject(listFlags),
  response: pageOf(
    z.object({
      brought_id: id,
      rail,
      format: z.enum(BANK_FILE_FORMATS),
      /** The bank's own id of it; null where the format has none. */
      external_id: z.nullable(z.string()),
      /** Null while it is being read. */
      line_count: z.nullable(count),
      brought_at: time,
      /** Null where the program fetched it. */
      brought_by: z.nullable(z.string()),
      state: z.enum(['waits', 'contradicts']),
      /** The booked statement that overtook it. */
      contradicts: z.nullable(id),
      opening_balance: amount,
      closing_balance: amount,
      differences: z.array(statementDifference),
      booked_differs: z.optional(z.array(z.object({ ...BOOKED_DIFFERENCE, here: z.nullable(amount) }))),
    }),
  ),
  refusals: [],
})

export const takeBackStatement = staffCall({
  name: 'take-back-statement',
  kind: 'act',
  area: 'deposits',
  roles: ['finance_maker', 'finance_checker'],
  summary: 'Take back a statement that you brought and that waits',
  request: z.strictObject({ brought_id: id }),
  response: z.object({ brought_id: id }),
  refusals: ['record_not_found'],
})

export const listStatements = staffCall({
  name: 'list-statements',
  kind: 'read',
  area: 'deposits',
  roles: MONEY_READERS,
  summary: 'Booked statements, newest first',
  request: z.strictObject(listFlags),
  response: pageOf(
    z.object({
      statement_id: id,
      rail,
      external_id: z.nullable(z.string()),
      opening_balance: amount,
      closing_balance: amount,
      line_count: count,
      origin: z.enum(STATEMENT_ORIGINS),
      /** The two people; null where the program fetched it. */
      brought_by: z.nullable(id),
      confirmed_by: z.nullable(id),
      confirmed_at: time,
    }),
  ),
  refusals: [],
})

export const statementWithdrawing: Approval = {
  action: 'statement.withdraw',
  roles: ['finance_checker'],
  refusals: ['record_not_found', 'statement_not_newest', 'statement_in_use'],
}

/** PRODUCT §2.6: the newest first, as each stands on the one before. */
export const withdrawStatement = staffCall({
  name: 'withdraw-statement',
  kind: 'propose',
  area: 'deposits',
  roles: ['finance_maker'],
  approval: statementWithdrawing,
  summary:
    'Propose that a booked statement was none of the bank’s, the newest first; what its lines were booked as goes back before',
  request: z.strictObject({ statement_id: id, reason: reasonText }),
  response: proposed,
  refusals: [],
})

export const listBankFaults = staffCall({
  name: 'list-bank-faults',
  kind: 'read',
  area: 'deposits',
  roles: MONEY_READERS,
  summary:
    'Statements of the bank that can’t be read, are of another account or contradict what is booked, the newest first, with what to do: until a good one is booked',
  request: z.strictObject(listFlags),
  response: pageOf(
    z.object({
      fetched_id: id,
      sequence: z.string(),
      rail,
      external_id: z.string(),
      fetched_at: time,
      found_as: z.enum(BANK_FAULTS),
      /** The element, id or reference that caused it. */
      blamed: z.nullable(z.string()),
      /** The booked statement that people brought and it contradicts: nothing is booked from its lines, payments stop. */
      contradicted_id: z.nullable(id),
      what_to_do: z.string(),
    }),
  ),
  refusals: [],
})

export const listFetchedStatements = staffCall({
  name: 'list-fetched-statements',
  kind: 'read',
  area: 'deposits',
  roles: MONEY_READERS,
  summary:
    'What the bank’s connector fetched, newest first: booked, waiting for one that is missing, or, where the bank has said something else before, how it differs',
  request: z.strictObject(listFlags),
  response: pageOf(
    z.object({
      sequence: z.string(),
      rail,
      external_id: z.string(),
      fetched_at: time,
      state: z.enum(FETCHED_STATES),
      blamed: z.nullable(z.string()),
      statement_id: z.nullable(id),
      brought_id: z.nullable(id),
      /** Of the file as the bank sent it, hexadecimal. */
      sha256: z.string(),
      differences: z.array(z.object({ ...BOOKED_DIFFERENCE, fetched: z.nullable(amount) })),
    }),
  ),
  refusals: [],
})

export const showBankFeed = staffCall({
  name: 'show-bank-feed',
  kind: 'read',
  area: 'deposits',
  roles: MONEY_READERS,
  summary: 'When the bank last answered, and since when it does not',
  request: z.strictObject({}),
  response: z.object({
    /** Whether the settings name a bank to ask. */
    connector: z.boolean(),
    feeds: z.array(
      z.object({
        rail,
        /** How far the bank's offers were read, in the bank's own terms. */
        mark: z.nullable(z.string()),
        answered_at: z.nullable(time),
        failing_since: z.nullable(time),
        failure: z.nullable(z.string()),
      }),
    ),
  }),
  refusals: [],
})

export const csvMappingDefining: Approval = {
  action: 'csv-mapping.define',
  roles: ['finance_checker'],
  refusals: [],
}

export const defineCsvMapping = staffCall({
  name: 'define-csv-mapping',
  kind: 'propose',
  area: 'deposits',
  roles: ['finance_maker'],
  approval: csvMappingDefining,
  summary: 'Propose how a bank writes its CSV statements',
  note: 'file is a JSON object that says how to read one, name what import-statement calls it, such as my-bank',
  request: z.strictObject({ name: mappingName, file: fileInput }),
  response: proposed,
  refusals: ['file_unreadable', 'file_too_large'],
})
