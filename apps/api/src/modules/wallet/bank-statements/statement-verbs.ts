import {
  importStatement,
  listBroughtStatements,
  listStatements,
  takeBackStatement,
} from '@adtally/contract/operator/finance/deposits-statements.ts'
import type { Transaction } from '../../../database/database.ts'
import { isWhole } from '../../../lib/cursor.ts'
import { Refusal } from '../../../lib/refusal.ts'
import * as audit from '../../audit/index.ts'
import { streamGivenFile } from '../../given-file.ts'
import { type Staff, type StaffVerb, staffVerb } from '../../module.ts'
import type { Services } from '../../services.ts'
import { listVerb, listVerbByKey } from '../../staff-list.ts'
import { bankFeedVerbs } from './bank-feed-verbs.ts'
import {
  differencesOf,
  type ShownStatement,
  shownStatements,
  takeBack,
} from './brought-statements.repository.ts'
import { fetchedDifferences } from './fetched-statements.repository.ts'
import { bringFile } from './import-statement.ts'
import {
  presentBooked,
  presentDifferences,
  presentFetchedDifference,
  presentShown,
} from './statement-presenter.ts'
import { bookedStatements } from './statements.repository.ts'
import { withdrawStatementVerb } from './withdraw-statement.ts'

/** The largest file to read; 200,000 lines of CAMT.053 are about 150 MB. */
const FILE_BYTES_MAX = 1024 ** 3
const LISTED_DEFAULT = 200
const LINES_SHOWN_MAX = 50

/** Verbs for bank statements by two people (PRODUCT §2.6). */
export const statementVerbs: readonly StaffVerb[] = [
  ...bankFeedVerbs,
  staffVerb(importStatement, async (services, staff, { file, format, mapping }) =>
    bringFile(services, staff, {
      rail: 'main',
      format,
      mapping,
      file: { pieces: await streamGivenFile(file, { bytes_max: FILE_BYTES_MAX }) },
    }),
  ),
  listVerb(listBroughtStatements, {
    limit_default: LISTED_DEFAULT,
    parts: [isWhole],
    read: async (tx, after, rows_max) => {
      const found = await shownStatements(tx, rows_max, after?.[0])
      const listed = []
      for (const one of found) {
        const row = { ...one, ...(await differencesShown(tx, one)) }
        listed.push({ row, place: [String(one.sequence)] as const })
      }
      return listed
    },
    present: presentShown,
  }),
  staffVerb(takeBackStatement, takeBackOwn),
  listVerbByKey(listStatements, {
    limit_default: LISTED_DEFAULT,
    isKey: isWhole,
    read: (tx, before, limit) => bookedStatements(tx, { before, limit }),
    keyOf: ({ sequence }) => String(sequence),
    present: presentBooked,
  }),
  withdrawStatementVerb,
]

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

async function takeBackOwn(services: Services, staff: Staff, { brought_id }: { brought_id: string }) {
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
