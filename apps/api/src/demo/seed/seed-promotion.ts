import { startupDetail, startupReceive } from '@adtally/contract/money/startup.ts'
import { newId } from '../../database/identifiers.ts'
import { CallRefused, type CustomerClient } from '../customer-client.ts'
import type { Office, Payment } from '../office.ts'

const OWN_REFERENCE = 'DEMO-OWN-1'

/** The platform's own money for coupons and startup funds, as paid into the demo's bank. */
export const OWN_PAYMENT: Payment = {
  bank_reference: OWN_REFERENCE,
  amount: '500.00',
  name: 'Adtally demo owner',
  account: 'NL91ABNA0417164300',
  remittance: 'Own money for promotions',
}

/** Two members of staff set the platform's own money aside for promotions. */
export async function seedPromotion(office: Office): Promise<void> {
  const line = await office.lineOf(OWN_REFERENCE)
  if (line !== null) {
    await office.decideOnce('match-own-money', { line_id: line }, { action: 'own-money.book', line_id: line })
  }
  const { own, promo } = await office.run('platform-money')
  if (own !== OWN_PAYMENT.amount || promo !== '0.00') return
  const move = 'own-promo'
  const known_by = { action: 'platform-money.move', move }
  await office.decideOnce('move-platform-money', { amount: OWN_PAYMENT.amount, move }, known_by)
}

/** A customer takes their startup funds; does nothing in an older demo without promotional money. */
export async function takeStartup(customer: CustomerClient): Promise<void> {
  const { grant } = await customer.call(startupDetail, {})
  if (grant !== null) return
  try {
    await customer.call(startupReceive, { request_id: newId() })
  } catch (error) {
    if (!(error instanceof CallRefused) || error.reason !== 'promotion_exhausted') throw error
  }
}
