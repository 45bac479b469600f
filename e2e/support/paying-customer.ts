import { randomUUID } from 'node:crypto'
import { register } from '@adtally/contract/identity/registration.ts'
import { depositDetails } from '@adtally/contract/service/service.ts'
import { CustomerClient } from '../../apps/api/src/demo/customer-client.ts'
import type { LiveMarket } from './live-market.ts'
import { issueLicenceKey } from './market.ts'

/** Registers a person with a licence key; their deposit of `amount` comes by the bank, and staff approve it. */
export async function payingCustomer(
  { office, bank, program }: LiveMarket,
  person: { username: string; password: string; name: string },
  amount: string,
): Promise<CustomerClient> {
  const { username, password, name } = person
  const client = new CustomerClient(program.url, '/facebook-business')
  const form = { username, password, confirm_password: password, email: `${username}@example.com` }
  const licence_key = await issueLicenceKey(office, name)
  client.signedIn((await client.call(register, { ...form, phone: '+447400123456', licence_key })).token)
  const { reference } = await client.call(depositDetails, { request_id: randomUUID() })
  const payer = { name, account: 'GB82WEST12345698765432', remittance: reference }
  await bank.book({ bank_reference: 'IN-1', amount, ...payer })
  for (const { proposal_id } of await office.list('list-proposals')) {
    await office.approve(String(proposal_id))
  }
  return client
}
