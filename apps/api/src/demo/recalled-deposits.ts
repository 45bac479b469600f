import { parseAmount } from '@adtally/money/money.ts'

/** What a bank line says, as `list-bank-lines` prints it. */
interface TakenBack {
  amount: string
  bank_reference: string
  remittance: string
}

/** A deposit as `list-deposits` prints it, with the texts of the line that it came by. */
interface Deposit {
  deposit_id: string
  amount: string
  recalled: string
  bank_reference: string
  remittance: string
}

/**
 * Which of these deposits a line can have taken back: the one whose bank reference it names; else those of its amount of which
 * nothing was taken yet, and of these the ones whose remittance text it repeats, such as the payer's end-to-end id. Where that
 * leaves more than one, the bank has not said which, and only people can ask it. Pure.
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
