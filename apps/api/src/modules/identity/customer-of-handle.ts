import type { Transaction } from '../../database/database.ts'
import { Refusal } from '../../lib/refusal.ts'
import { type Customer, findCustomer } from './customers.repository.ts'

/** The customer that staff name by ID, operated ID, username or e-mail. Throws `record_not_found` of `customer`. */
export async function customerOfHandle(tx: Transaction, handle: string): Promise<Customer> {
  const customer = await findCustomer(tx, handle)
  if (!customer) throw new Refusal('record_not_found', { field: 'customer' })
  return customer
}
