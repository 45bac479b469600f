import { accountabilityList, login, sessionList, userInfoCall } from '@adtally/contract/identity/identity.ts'
import { checkPassword } from '@adtally/contract/money/wallet.ts'
import { REASONS } from '@adtally/contract/reasons.ts'
import { afterAll, describe, expect, test } from 'vitest'
import { approveAsProposed } from '../../testing/office/approve-as-proposed.ts'
import {
  type BuiltCustomer,
  buildCode,
  buildCustomer,
  registrationForm,
} from '../../testing/worlds/build-customer.ts'
import { buildStaff } from '../../testing/worlds/build-staff.ts'
import { identityProgram } from '../../testing/worlds/identity-program.ts'
import { approvedActs, type Staff } from '../module.ts'
import { runVerb, verbsOf } from '../operators/index.ts'

const program = await identityProgram()
afterAll(() => program.close())
const staff = await buildStaff(program.services)

async function run(
  name: string,
  person: Staff,
  flags: Record<string, string>,
): Promise<Record<string, unknown>> {
  const verb = verbsOf(program.modules).find((known) => known.name === name)
  if (!verb) throw new Error(`no verb ${name}`)
  return Object(await runVerb(program.services, verb, person, flags))
}

/** Proposes and approves a change of status. */
async function change(verb: string, customer: string): Promise<void> {
  const { proposal_id } = await run(verb, staff.maker, { customer, reason: 'asked for by the customer' })
  const acts = approvedActs(program.modules)
  await approveAsProposed(program.services, acts, { proposal_id: String(proposal_id), staff: staff.checker })
}

async function reasonOf(call: typeof sessionList | typeof userInfoCall, token: string) {
  return (await program.call(call, {}, { token })).data.reason
}

describe('an account', () => {
  test.each([
    ['customer-disable', 'account_disabled'],
    ['customer-cancel', 'account_cancelled'],
  ] as const)('%s leaves what is restricted, at once and for tokens that are out', async (verb, reason) => {
    const { username, token, customer_id } = await buildCustomer(program.services, { language: 'zh-Hans' })
    expect(await reasonOf(sessionList, token)).toBeUndefined()
    await change(verb, username)
    await expect.poll(() => reasonOf(sessionList, token)).toBe(reason)
    const refused = await program.call(sessionList, {}, { token })
    expect(refused).toMatchObject({ status: 200, code: REASONS[reason], data: { reason, lang: 'zh-Hans' } })
    expect(await reasonOf(userInfoCall, token)).toBeUndefined()
    expect((await program.call(checkPassword, { password: 'a'.repeat(32) }, { token })).data.reason).toBe(
      'transaction_password_not_set',
    )
    const told = await program.db.asOwner(
      "select topic, payload from platform.outbox where key = $1 and topic <> 'customer.registered'",
      [customer_id],
    )
    expect(told).toEqual([{ topic: 'customer.disabled', payload: { customer_id } }])
  })

  test('enabled again, its full token is full and its restricted token never becomes one', async () => {
    const customer = await buildCustomer(program.services)
    await change('customer-disable', customer.username)
    const { restricted_token } = Object((await program.call(login, customerLogin(customer))).data)
    expect(await reasonOf(userInfoCall, restricted_token)).toBeUndefined()
    await change('customer-enable', customer.username)
    await expect.poll(() => reasonOf(sessionList, customer.token)).toBeUndefined()
    await expect.poll(() => reasonOf(sessionList, restricted_token)).toBe('not_signed_in')
    expect(await reasonOf(userInfoCall, restricted_token)).toBeUndefined()
  })

  test('opened to be activated by staff signs in once two people have activated it', async () => {
    const { licence_code } = await buildCode(program.services, { activation: 'by_staff' })
    const form = registrationForm(licence_code)
    const url = `${program.services.settings.base_path}/auth/v2/register`
    await program.server.inject({ method: 'POST', url, payload: form })
    expect((await program.call(login, customerLogin(form))).data.reason).toBe('account_not_activated')
    await change('customer-activate', form.username)
    expect((await program.call(login, customerLogin(form))).code).toBe(200)
  })

  test('cancelled stays cancelled', async () => {
    const { username } = await buildCustomer(program.services)
    await change('customer-cancel', username)
    for (const verb of ['customer-enable', 'customer-activate', 'customer-disable', 'customer-cancel']) {
      await expect(run(verb, staff.maker, { customer: username, reason: 'x' })).rejects.toMatchObject({
        reason: 'state_conflict',
      })
    }
  })
})

describe('two people', () => {
  test('the maker can’t approve', async () => {
    const { username, token } = await buildCustomer(program.services)
    const { proposal_id } = await run('customer-disable', staff.maker, { customer: username, reason: 'x' })
    const acts = approvedActs(program.modules)
    const approval = approveAsProposed(program.services, acts, {
      proposal_id: String(proposal_id),
      staff: staff.maker,
    })
    await expect(approval).rejects.toMatchObject({ reason: 'four_eyes' })
    expect(await reasonOf(sessionList, token)).toBeUndefined()
  })

  test('what another decision makes pointless has ended with it', async () => {
    const { username } = await buildCustomer(program.services)
    const { proposal_id } = await run('customer-disable', staff.maker, { customer: username, reason: 'x' })
    await change('customer-cancel', username)
    const acts = approvedActs(program.modules)
    const approval = approveAsProposed(program.services, acts, {
      proposal_id: String(proposal_id),
      staff: staff.checker,
    })
    await expect(approval).rejects.toMatchObject({ reason: 'proposal_decided' })
  })
})

test('the customer reads in their own feed who did what, and who looked', async () => {
  const { username, token, customer_id } = await buildCustomer(program.services)
  await run('customer-show', staff.maker, { customer: customer_id, reason: 'answering a question' })
  await change('customer-disable', username)
  const { data } = await program.call(accountabilityList, {}, { token })
  expect(
    data.items.map(({ action, reason, approver_role }) => ({
      action,
      reason,
      approved: approver_role !== null,
    })),
  ).toEqual([
    { action: 'customer.disable', reason: 'asked for by the customer', approved: true },
    { action: 'customer.disable.proposed', reason: 'asked for by the customer', approved: false },
    { action: 'customer.viewed', reason: 'answering a question', approved: false },
  ])
})

test('staff find a customer by operated ID, username, e-mail address and id, contact data masked', async () => {
  const { username, customer_id } = await buildCustomer(program.services, { person_name: 'Noor Haddad' })
  const shown = await run('customer-show', staff.maker, { customer: username })
  expect(shown).toMatchObject({
    customer_id,
    username,
    person_name: 'Noor Haddad',
    phone_masked: '+66•••678',
  })
  expect(JSON.stringify(shown)).not.toMatch(/password_hash|\+66812345678|@example\.com".*email"/)
  for (const customer of [
    String(shown.operated_id),
    username.toUpperCase(),
    `${username}@example.com`,
    customer_id,
  ]) {
    expect(await run('customer-show', staff.checker, { customer })).toMatchObject({ customer_id })
  }
  await expect(run('customer-show', staff.maker, { customer: 'nobody' })).rejects.toMatchObject({
    reason: 'record_not_found',
  })
})

function customerLogin({ username, password }: Pick<BuiltCustomer, 'username' | 'password'>) {
  return { username, password }
}
