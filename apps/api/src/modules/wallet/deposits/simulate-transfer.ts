import type { OutputOf } from '@adtally/contract/call.ts'
import { SANDBOX_TRANSFER_MAX, type sandboxTransfer } from '@adtally/contract/sandbox.ts'
import { formatAmount, type Micros, parseAmount } from '@adtally/money/money.ts'
import { Refusal } from '../../../lib/refusal.ts'
import { BankFault, SandboxBankConnector } from '../../bank/index.ts'
import { verifiedPayerName } from '../../identity/index.ts'
import type { Services } from '../../services.ts'
import { fetchSoon } from '../bank-statements/fetch-statements.ts'
import { depositAccountFor } from './deposit-account.ts'

const CENT_MICROS = 10_000n
const MOST_MICROS = parseAmount(SANDBOX_TRANSFER_MAX) ?? 0n

/**
 * Makes a customer's payment at the sandbox's bank, in place of their own bank (PRODUCT §2.6), once per request id,
 * and fetches the bank's statement at once. Throws `bank_unreachable`, `payments_stopped`, `amount_malformed` for
 * fractions of a cent, `field_invalid` above a transfer's limit, `request_id_reused` if another payment has the id.
 */
export async function simulateTransfer(
  services: Services,
  customer_id: string,
  { request_id, amount: amount_micros }: { request_id: string; amount: Micros },
): Promise<OutputOf<typeof sandboxTransfer>> {
  const { bank, database } = services
  if (!(bank instanceof SandboxBankConnector)) throw new Refusal('call_unknown')
  if (amount_micros % CENT_MICROS !== 0n) throw new Refusal('amount_malformed', { field: 'amount' })
  if (amount_micros > MOST_MICROS) {
    throw new Refusal('field_invalid', { field: 'amount', bounds: { maximum: Number(SANDBOX_TRANSFER_MAX) } })
  }
  const { reference } = await depositAccountFor(services, customer_id)
  const amount = formatAmount(amount_micros)
  const name = await database.transaction({ kind: 'system' }, (tx) => verifiedPayerName(tx, customer_id))
  const payer = { name: name ?? reference, account_number: `PLAYER-${reference}` }
  let is_that: boolean
  try {
    is_that = await bank.simulatePayment({
      payment_id: `${customer_id}/${request_id}`,
      payer,
      amount,
      remittance: reference,
    })
  } catch (error) {
    if (error instanceof BankFault) throw new Refusal('bank_unreachable')
    throw error
  }
  if (!is_that) throw new Refusal('request_id_reused', { field: 'request_id' })
  await database.transaction({ kind: 'system' }, (tx) => fetchSoon(services, tx))
  return { amount, reference }
}
