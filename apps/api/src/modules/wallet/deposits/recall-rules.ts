import { least, type Micros } from '@adtally/money/money.ts'

/** Who bears a deposit that the bank took back. */
export interface RecallShares {
  risk_hold_micros: Micros
  available_micros: Micros
  reserve_micros: Micros
  shortfall_micros: Micros
}

/**
 * Who bears `amount_micros` of a recalled deposit, in PRODUCT §3's order: what is on hold for it, what its customer can
 * withdraw, the platform's reserve; what is beyond all of them is shortfall, which stops payments (PRODUCT §2.11).
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

/** A paid-out line and a deposit, as far as one can be the recall of the other. */
interface Movement {
  bank_reference: string
  counterparty_name: string
  counterparty_account: string
  remittance: string
}

/**
 * Whether a paid-out line shows that it takes this deposit back: it names the deposit's bank reference, or goes to the
 * account that the deposit came from.
 */
export function showsRecall(line: Movement, deposit: Movement): boolean {
  const compact = (text: string) => text.toUpperCase().replace(/[^A-Z0-9]/g, '')
  const reference = compact(deposit.bank_reference)
  const account = compact(deposit.counterparty_account)
  const names_it =
    reference !== '' && compact(`${line.remittance} ${line.bank_reference}`).includes(reference)
  return names_it || (account !== '' && compact(line.counterparty_account) === account)
}
