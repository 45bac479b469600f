import { least, type Micros } from '@adtally/money/money.ts'

/** How a recalled deposit is divided. */
export interface RecallShares {
  risk_hold_micros: Micros
  available_micros: Micros
  reserve_micros: Micros
  shortfall_micros: Micros
}

/**
 * Divides `amount_micros` of a recalled deposit in PRODUCT §3's order: its hold, the customer's available funds, the
 * platform's reserve; the rest is shortfall, which stops payments (PRODUCT §2.11).
 */
export function recallShares(
  amount_micros: Micros,
  there: { held_micros: Micros; available_micros: Micros; reserve_micros: Micros },
): RecallShares {
  const risk_hold_micros = least(amount_micros, there.held_micros)
  const after_hold = amount_micros - risk_hold_micros
  const available_micros = least(after_hold, there.available_micros)
  const after_customer = after_hold - available_micros
  const reserve_micros = least(after_customer, there.reserve_micros)
  return {
    risk_hold_micros,
    available_micros,
    reserve_micros,
    shortfall_micros: after_customer - reserve_micros,
  }
}

/** The members of a paid-out line and a deposit that may link them. */
interface Movement {
  bank_reference: string
  counterparty_name: string
  counterparty_account: string
  remittance: string
}

/** Whether a paid-out line recalls this deposit: it names its bank reference, or goes to the account it came from. */
export function showsRecall(line: Movement, deposit: Movement): boolean {
  const compact = (text: string) => text.toUpperCase().replace(/[^A-Z0-9]/g, '')
  const reference = compact(deposit.bank_reference)
  const account = compact(deposit.counterparty_account)
  const names_it =
    reference !== '' && compact(`${line.remittance} ${line.bank_reference}`).includes(reference)
  return names_it || (account !== '' && compact(line.counterparty_account) === account)
}
