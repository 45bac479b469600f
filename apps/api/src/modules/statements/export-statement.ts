import type { Language } from '@adtally/contract/enums.ts'
import type { StatementFormat } from '@adtally/contract/money/statements.ts'
import { Refusal } from '../../lib/refusal.ts'
import { Semaphore } from '../../lib/semaphore.ts'
import { customerById } from '../identity/index.ts'
import type { Services } from '../services.ts'
import { readStatement } from './read-statement.ts'
import { statementCsv } from './statement-csv.ts'
import { statementPdf } from './statement-pdf.ts'

export interface StatementRequest {
  customer_id: string
  month: string
  format: StatementFormat
  language: Language
  time_zone: string
}

/** A long month is rendered on the main thread and in memory, so only one at a time. */
const AT_ONCE_MAX = 1
const WAITING_MAX = 32
/** A customer can have both formats requested at once; any more are refused. */
const AT_ONCE_EACH_MAX = 2
const semaphore = new Semaphore({
  running_max: AT_ONCE_MAX,
  waiting_max: WAITING_MAX,
  each_max: AT_ONCE_EACH_MAX,
})

/**
 * A month's statement as a file. Throws `statement_month_not_begun`, `statement_too_long`; `too_many_requests` if too
 * many are waiting, or two of this customer's.
 */
export async function exportStatement(services: Services, asked: StatementRequest): Promise<Buffer> {
  return await semaphore.run(() => makeStatement(services, asked), asked.customer_id)
}

async function makeStatement(services: Services, asked: StatementRequest): Promise<Buffer> {
  const { settings, database } = services
  const { customer_id, month, format, language, time_zone } = asked
  const statement = await readStatement(services, customer_id, month, time_zone)
  const { currency, ledger_mode, brand } = settings
  if (format === 'csv') return statementCsv(statement, { currency, mode: ledger_mode })
  const customer = await database.transaction({ kind: 'customer', customer_id }, (tx) =>
    customerById(tx, customer_id),
  )
  if (!customer) throw new Refusal('record_not_found')
  const parties = {
    customer: `${customer.nickname} · ${customer.operated_id}`,
    operator: settings.legal_entity ?? brand.name,
    brand: brand.name,
    currency,
    is_sandbox: ledger_mode === 'sandbox',
  }
  return await statementPdf(statement, parties, language)
}
