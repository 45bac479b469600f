import { formatAmount, type Micros } from '@adtally/money/money.ts'
import { csvField } from '../../../lib/csv-field.ts'

/** One payment to a wallet address. */
export interface ListedPayment {
  /** The withdrawal's number. */
  number: string
  network: string
  /** As validated when it was bound: only letters and digits. */
  address: string
  amount_micros: Micros
}

/** Payments to wallet addresses as CSV, because ISO 20022 has no message for them; amounts are in `currency`. No cell runs. */
export function paymentListFile(payments: readonly ListedPayment[], currency: string): string {
  const rows = payments.map(({ number, network, address, amount_micros }) =>
    [number, network, address, formatAmount(amount_micros), currency].map(csvField).join(','),
  )
  return `${['number,network,address,amount,currency', ...rows].join('\n')}\n`
}
