import { id } from '@adtally/contract/fields.ts'
import { type ListFlags, listFlags } from '@adtally/contract/operator/fields.ts'
import { fileInput } from '@adtally/contract/operator/files.ts'
import { formatAmount } from '@adtally/money/money.ts'
import * as z from 'zod/mini'
import type { Transaction } from '../../../database/database.ts'
import { isWhole } from '../../../lib/cursor.ts'
import { Refusal } from '../../../lib/refusal.ts'
import * as audit from '../../audit/index.ts'
import { STATEMENT_FORMATS } from '../../bank/index.ts'
import { streamGivenFile } from '../../given-file.ts'
import { type Staff, type StaffVerb, staffVerb } from '../../module.ts'
import type { Services } from '../../services.ts'
import { listPage, listVerbByKey } from '../../staff-list.ts'
import { bankFeedVerbs } from './bank-feed-verbs.ts'
import {
  differencesOf,
  type ShownStatement,
  shownStatements,
  takeBack,
} from './brought-statements.repository.ts'
import { mappingName } from './csv-mapping-verbs.ts'
import { fetchedDifferences } from './fetched-statements.repository.ts'
import { importStatement } from './import-statement.ts'
import { presentDifferences, presentFetchedDifference } from './statement-presenter.ts'
import { bookedStatements } from './statements.repository.ts'
import { withdrawStatementVerb } from './withdraw-statement.ts'

/** The largest file to read; 200,000 lines of CAMT.053 are about 150 MB. */
const FILE_BYTES_MAX = 1024 ** 3
const LISTED_DEFAULT = 200
const LINES_SHOWN_MAX = 50

/** Verbs for bank statements by two people (PRODUCT §2.6). */
export const statementVerbs: readonly StaffVerb[] = [
  ...bankFeedVerbs,
  staffVerb({
    name: 'import-statement',
    summary:
      'Bring a bank statement; it is booked once a second person has brought the same: --file statement.xml --format camt053|mt940|csv [--mapping NAME, of a CSV file]',
    roles: ['finance_maker', 'finance_checker'],
    input: z.strictObject({
      file: fileInput,
      format: z.enum(STATEMENT_FORMATS),
      mapping: z.optional(mappingName),
    }),
    run: async (services, staff, { file, format, mapping }) =>
      importStatement(services, staff, {
        rail: 'main',
        format,
        mapping,
        file: { pieces: await streamGivenFile(file, { bytes_max: FILE_BYTES_MAX }) },
      }),
  }),
  staffVerb({
    name: 'list-brought-statements',
    summary:
      'Statements that wait for a second person, or for the one before, and those that contradict a booked one, oldest first; with how they differ',
    roles: ['finance_maker', 'finance_checker', 'auditor'],
    input: z.strictObject(listFlags),
    run: (services, _staff, flags) => listWaiting(services, flags),
  }),
  staffVerb({
    name: 'take-back-statement',
    summary: 'Take back a statement that you brought and that waits: --brought-id ID',
    roles: ['finance_maker', 'finance_checker'],
    input: z.strictObject({ brought_id: id }),
    run: (services, staff, { brought_id }) => takeBackOwn(services, staff, brought_id),
  }),
  listVerbByKey({
    name: 'list-statements',
    summary: 'Booked statements, newest first',
    roles: ['finance_maker', 'finance_checker', 'auditor'],
    limit_default: LISTED_DEFAULT,
    isKey: isWhole,
    read: (tx, before, limit) => bookedStatements(tx, { before, limit }),
    keyOf: ({ sequence }) => String(sequence),
    present: (one) => ({
      statement_id: one.statement_id,
      rail: one.rail,
      external_id: one.external_id,
      opening_balance: formatAmount(one.opening_balance_micros),
      closing_balance: formatAmount(one.closing_balance_micros),
      line_count: one.line_count,
      origin: one.origin,
      brought_by: one.brought_by,
      confirmed_by: one.confirmed_by,
      confirmed_at: one.confirmed_at,
    }),
  }),
  withdrawStatementVerb,
]

async function listWaiting(services: Services, flags: ListFlags) {
  return await listPage(services, flags, {
    limit_default: LISTED_DEFAULT,
    parts: [isWhole],
    read: async (tx, after, rows_max) => {
      const listed = []
      const found = await shownStatements(tx, rows_max, after?.[0])
      for (const { sequence, opening_balance_micros, closing_balance_micros, ...one } of found) {
        const { ended_as, statement_id, ...told } = one
        const row = {
          ...told,
          state: ended_as === null ? 'waits' : 'contradicts',
          contradicts: statement_id,
          opening_balance: formatAmount(opening_balance_micros),
          closing_balance: formatAmount(closing_balance_micros ?? opening_balance_micros),
          ...(await differencesShown(tx, one)),
        }
        listed.push({ row, place: [String(sequence)] as const })
      }
      return listed
    },
  })
}

/** How it differs from others that wait, or from the booked one that overtook it. */
async function differencesShown(
  tx: Transaction,
  { brought_id, ended_as }: Pick<ShownStatement, 'brought_id' | 'ended_as'>,
) {
  if (ended_as === null) {
    const found = await differencesOf(tx, brought_id, LINES_SHOWN_MAX)
    return { differences: presentDifferences(brought_id, found) }
  }
  const lines = await fetchedDifferences(tx, brought_id, LINES_SHOWN_MAX)
  return { differences: [], booked_differs: lines.map(presentFetchedDifference) }
}

async function takeBackOwn(services: Services, staff: Staff, brought_id: string) {
  return await services.database.transaction({ kind: 'system' }, async (tx) => {
    if (!(await takeBack(tx, staff.session_token, brought_id))) {
      throw new Refusal('record_not_found', { field: 'brought_id' })
    }
    await audit.byStaff(tx, staff, {
      action: 'statement.taken-back',
      subject: { kind: 'brought_statement', id: brought_id },
    })
    return { brought_id }
  })
}
