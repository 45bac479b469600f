import { createHash, randomUUID } from 'node:crypto'
import { userInfoCall } from '@adtally/contract/identity/identity.ts'
import { bankCardDetail, bankCardEdit, checkPassword, withdraw } from '@adtally/contract/money/wallet.ts'
import { CommandLineOffice } from '../offices/command-line-office.ts'
import type { DemoFile, Program } from '../program.ts'
import { clientOf } from '../sign-in.ts'

type Customer = DemoFile['customers'][number]

/** A notification that leads nowhere: it is read in a sheet of its own. */
export const ANNOUNCED = 'The harbour office is closed on Sunday'

/** Two members of staff announce it to every customer. */
export async function announceSome({ data_dir, demo }: Program & { demo: DemoFile }): Promise<void> {
  const content = 'Withdrawals are sent on Monday.'
  await new CommandLineOffice(data_dir, demo.staff).decide('publish-announcement', {
    category: 'system_announcement',
    title: ANNOUNCED,
    content,
    reason: 'The harbour office asked us to',
  })
}

/** Two members of staff put a small hold on a customer's money. */
export async function holdSome(
  { url, data_dir, demo }: Program & { demo: DemoFile },
  customer: Customer,
): Promise<void> {
  const { customer_id } = await (await clientOf(url, customer)).call(userInfoCall, {})
  await new CommandLineOffice(data_dir, demo.staff).decide('place-hold', {
    customer: customer_id,
    reason: 'identity_documents',
    documents: 'Passport',
    amount: '3.00',
    evidence: 'The passport on file has expired',
  })
}

/** Binds an account and asks for a withdrawal, which is then in progress; leaves a second device signed in. */
export async function withdrawSome(url: string, customer: Customer): Promise<void> {
  const client = await clientOf(url, customer)
  const password = createHash('md5').update(customer.transaction_password).digest('hex')
  const beneficiary = {
    kind: 'bank_account',
    bank_name: 'Harbour Bank',
    beneficiary_name: 'Robin Vale',
    account_number: 'GB82WEST12345698765432',
  } as const
  if ((await client.call(bankCardDetail, {})).beneficiary === null) {
    await client.call(bankCardEdit, { beneficiary, password })
  }
  const bound = (await client.call(bankCardDetail, {})).beneficiary
  if (!bound) throw new Error('nothing is bound')
  const { beneficiary_id } = bound
  const amount = '20.00'
  const { grant } = await client.call(checkPassword, { password, amount, beneficiary_id })
  await client.call(withdraw, { request_id: randomUUID(), amount, beneficiary_id, grant: grant ?? '' })
}
