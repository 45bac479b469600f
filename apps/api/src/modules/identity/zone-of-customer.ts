import type { Customer } from './customers.repository.ts'

/** The zone in which a customer counts days and reads moments: their own where they set one, else the request's. */
export function zoneOfCustomer(
  customer: Pick<Customer, 'time_zone'> | null | undefined,
  asked: string,
): string {
  return customer?.time_zone ?? asked
}
