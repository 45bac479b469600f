import { parseAmount } from '@adtally/money/money.ts'

/** A recall's bank line, as `list-bank-lines` prints it. */
interface TakenBack {
  amount: string
  bank_reference: string
  remittance: string
}

/** A deposit as `list-deposits` prints it, with the texts of its bank line. */
interface Deposit {
  deposit_id: string
  amount: string
  recalled: string
  bank_reference: string
  remittance: string
}

/**
 * The deposits that a bank line can have taken back: the one whose bank reference it names; else those of its amount
 * that are still whole, and of these the ones whose remittance text it repeats, such as the payer's end-to-end id. If
 * several remain, the bank has not said which, and only people can ask it. Pure.
 */
export function recalledDeposits<One extends Deposit>(line: TakenBack, deposits: readonly One[]): One[] {
  const taken_micros = parseAmount(line.amount.replace(/^-/, '')) ?? 0n
  const left = (one: Deposit) => (parseAmount(one.amount) ?? 0n) - (parseAmount(one.recalled) ?? 0n)
  const text = compact(`${line.remittance} ${line.bank_reference}`)
  const isTold = (told: string) => compact(told) !== '' && text.includes(compact(told))
  const named = deposits.filter((one) => isTold(one.bank_reference) && left(one) >= taken_micros)
  if (named.length > 0) return named
  const of_amount = deposits.filter(
    (one) => parseAmount(one.amount) === taken_micros && left(one) === taken_micros,
  )
  const repeated = of_amount.filter(({ remittance }) => isTold(remittance))
  return repeated.length > 0 ? repeated : of_amount
}

function compact(text: string): string {
  return text.toUpperCase().replace(/[^A-Z0-9]/g, '')
}
