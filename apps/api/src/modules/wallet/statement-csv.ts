import { parse } from 'csv-parse/sync'
import * as z from 'zod/mini'
import { type BankStatement, bankAmount, bankTime, checkedStatement, malformed } from './bank-statement.ts'

const row = z.object({
  bank_reference: z.string().check(z.minLength(1)),
  booked_at: z.string(),
  amount: z.string(),
  currency: z.string().check(z.regex(/^[A-Z]{3}$/)),
  balance_after: z.string(),
  counterparty_name: z.string(),
  counterparty_account: z.string(),
  remittance: z.string(),
})

/**
 * A bank statement from a CSV file with the columns `bank_reference, booked_at, amount, currency, balance_after,
 * counterparty_name, counterparty_account, remittance` (in any order), oldest line first; `balance_after` on each
 * line is what ties the file together, so a cut or edited one is refused. Throws `statement_malformed`.
 */
export function readStatementCsv(file: string): BankStatement {
  const rows = rowsOf(file)
  const first = rows[0]
  const last = rows.at(-1)
  if (!first || !last) throw malformed('line 2')
  const opening_balance_micros =
    bankAmount(first.balance_after, 'line 2') - bankAmount(first.amount, 'line 2')
  let running_micros = opening_balance_micros
  const lines = rows.map((one, index) => {
    const where = `line ${index + 2}`
    const amount_micros = bankAmount(one.amount, where)
    running_micros += amount_micros
    if (running_micros !== bankAmount(one.balance_after, where) || one.currency !== first.currency)
      throw malformed(where)
    const { bank_reference, counterparty_name, counterparty_account, remittance } = one
    const booked_at = bankTime(one.booked_at, where)
    return { bank_reference, booked_at, amount_micros, counterparty_name, counterparty_account, remittance }
  })
  return checkedStatement({
    format: 'csv',
    currency: first.currency,
    opening_balance_micros,
    closing_balance_micros: running_micros,
    lines,
  })
}

function rowsOf(file: string): z.infer<typeof row>[] {
  try {
    return z.parse(
      z.array(row),
      parse(file, { columns: true, bom: true, trim: true, skip_empty_lines: true }),
    )
  } catch {
    throw malformed('columns')
  }
}
