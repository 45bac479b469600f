import type { Micros } from '@adtally/money/money.ts'
import { Refusal } from '../../../lib/refusal.ts'
import type { CustomerStanding } from '../../customer-standing.ts'
import * as ledger from '../../ledger/index.ts'
import type { Services } from '../../services.ts'
import { type Customer, customerById, findPhoneSealed } from '../customers.repository.ts'
import { openContact } from './contact-sealing.ts'

export interface OwnCustomer extends Customer {
  phone: string
  total_deposited_micros: Micros
  standing: CustomerStanding
}

/** Reads a customer in their own scope. Throws `no_user_data`. */
export async function readOwnCustomer(services: Services, customer_id: string): Promise<OwnCustomer> {
  const { database, settings } = services
  return await database.transaction({ kind: 'customer', customer_id }, async (tx) => {
    const customer = await customerById(tx, customer_id)
    const phone_sealed = await findPhoneSealed(tx, customer_id)
    if (!customer || !phone_sealed) throw new Refusal('no_user_data')
    const sums = await ledger.lifetimeFlowSums(tx, customer_id)
    return {
      ...customer,
      phone: openContact(settings.secret, customer_id, phone_sealed),
      total_deposited_micros: sums.get('system_deposit') ?? 0n,
      standing: await services.standing.of(tx, customer_id),
    }
  })
}
