import type { Transaction } from '../../database/database.ts'
import { customerById } from './customers.repository.ts'

/** A customer's name for staff: operated ID and username. */
export async function nameOfCustomer(tx: Transaction, customer_id: string): Promise<string> {
  const customer = await customerById(tx, customer_id)
  return customer ? `customer ${customer.operated_id} (${customer.username})` : `customer ${customer_id}`
}
