import { formatAmount, type Micros } from '@adtally/money/money.ts'

/** One payment to a wallet address. */
export interface ListedPayment {
  /** The withdrawal's number. */
  number: string
  network: string
  /** As it was checked when it was bound: letters and digits alone. */
  address: string
  amount_micros: Micros
}

/** Payments to wallet addresses as CSV, for which ISO 20022 has no message; `currency` is what the amounts are in. */
export function paymentListFile(payments: readonly ListedPayment[], currency: string): string {
  const rows = payments.map(({ number, network, address, amount_micros }) =>
    [number, network, address, formatAmount(amount_micros), currency].join(','),
  )
  return `${['number,network,address,amount,currency', ...rows].join('\n')}\n`
}
