import type { Call } from '@adtally/contract/call.ts'
import { CALLS } from '@adtally/contract/calls.ts'
import { planPut } from '@adtally/contract/plans.ts'
import { chatSend, depositDetails } from '@adtally/contract/service.ts'
import { bankCardEdit, checkPassword, setPassword, withdraw } from '@adtally/contract/wallet.ts'
import { newId } from '../database/identifiers.ts'
import { transactionPasswordDigest } from './build-customer.ts'
import type { Market } from './build-market.ts'
import type { TestProgram } from './test-program.ts'

/** A customer who has one of everything that a call can name. */
export interface BusyCustomer {
  customer_id: string
  username: string
  password: string
  token: string
  /** MD5 of the six digits, as the wire carries it. */
  transaction_password: string
  /** Texts of this customer's readings by the name of their member: ids, cursors, numbers. */
  known: Map<string, string[]>
}

/** Registers, pays in, binds, places, withdraws and writes, all by the calls that customers make. */
export async function busyCustomer(
  program: TestProgram,
  market: Market,
  digits: string,
): Promise<BusyCustomer> {
  const { customer_id, username, password, token } = await market.customerWith('400.00')
  const options = { token }
  const transaction_password = transactionPasswordDigest(digits)
  await program.call(setPassword, { password: transaction_password }, options)
  const beneficiary = {
    kind: 'bank_account',
    bank_name: 'Harbour Bank',
    beneficiary_name: 'Some Body',
    account_number: 'GB82WEST12345698765432',
  } as const
  const bound = await program.call(bankCardEdit, { beneficiary, password: transaction_password }, options)
  const { beneficiary_id } = bound.data
  const amount = '25.00'
  const checked = await program.call(
    checkPassword,
    { password: transaction_password, amount, beneficiary_id },
    options,
  )
  const grant = checked.data.grant ?? ''
  await program.call(withdraw, { request_id: newId(), amount, beneficiary_id, grant }, options)
  await program.call(
    planPut,
    { request_id: newId(), product_id: market.product_id, amount: '50.00' },
    options,
  )
  await program.call(chatSend, { request_id: newId(), text: 'Good morning' }, options)
  await program.call(depositDetails, { request_id: newId() }, options)
  await program.drain()
  const known = await readAll(program, token)
  return { customer_id, username, password, token, transaction_password, known }
}

/** Every call that only reads and needs no input or what others have answered, twice, so that details are read too. */
async function readAll(program: TestProgram, token: string): Promise<Map<string, string[]>> {
  const known = new Map<string, string[]>()
  const empty = CALLS.filter((call) => call.request.safeParse({}).success && isReading(call))
  for (const call of empty) collect(known, (await program.call(call, {}, { token })).data, '')
  return known
}

/** Whether a call changes nothing: a GET, or a POST without any member of its own to act on. */
function isReading({ method, name }: Call): boolean {
  return method === 'GET' || !/logout/i.test(name)
}

function collect(known: Map<string, string[]>, value: unknown, name: string): void {
  if (typeof value === 'string' && name !== '') {
    const values = known.get(name) ?? []
    if (!values.includes(value)) known.set(name, [...values, value])
  }
  if (typeof value !== 'object' || value === null) return
  for (const [key, member] of Object.entries(value)) collect(known, member, Array.isArray(value) ? name : key)
}
