import { login, userInfoCall } from '@adtally/contract/identity/identity.ts'
import {
  emailChange,
  passwordForgotten,
  passwordReset,
} from '@adtally/contract/identity/identity-password.ts'
import { afterAll, describe, expect, test } from 'vitest'
import { approveAsProposed } from '../../../testing/office/approve-as-proposed.ts'
import { type BuiltCustomer, buildCustomer } from '../../../testing/worlds/build-customer.ts'
import { buildStaff } from '../../../testing/worlds/build-staff.ts'
import { identityProgram } from '../../../testing/worlds/identity-program.ts'
import { asRole } from '../../as-role.ts'
import { approvedActs } from '../../module.ts'
import { confirmEmailVerb, listEmailRequestsVerb, resetLoginPasswordVerb } from './contact-verbs.ts'

const reason = 'Called back on the number of the contract'
const NEW = 'loud mountain birds'

const program = await identityProgram()
afterAll(() => program.close())
const staff = await buildStaff(program.services)

function approved(proposal_id: string, by = staff.checker) {
  const acts = approvedActs(program.modules)
  return approveAsProposed(program.services, acts, { proposal_id, staff: by })
}
async function asked(verb: typeof confirmEmailVerb, { username }: BuiltCustomer) {
  return Object(await verb.run(program.services, staff.maker, { customer: username, reason }))
}
const proposed = async (verb: typeof confirmEmailVerb, who: BuiltCustomer) =>
  String((await asked(verb, who)).proposal_id)
function ask({ password, token }: BuiltCustomer, email: string) {
  return program.call(emailChange, { email, login_password: password }, { token })
}
function tokenIn(outcome: unknown): string {
  return /token=([\w-]{43})&code$/.exec(String(Object(outcome).link))?.[1] ?? ''
}
const refusal = (reason: string) => expect.objectContaining({ reason })

describe('where no mail is set up', () => {
  test('an address waits for two of the staff, and is the customer’s when both have said so [proof 230]', async () => {
    const who = await buildCustomer(program.services)
    const email = `new-${who.username}@example.org`
    expect((await ask(who, email)).data).toEqual({ goes_on_by: 'service' })
    const waiting = await listEmailRequestsVerb.run(program.services, staff.maker, {})
    expect(Object(waiting).items).toEqual([expect.objectContaining({ username: who.username, email })])
    const proposal_id = await proposed(confirmEmailVerb, who)
    await expect(approved(proposal_id, staff.maker)).rejects.toEqual(refusal('four_eyes'))
    await approved(proposal_id)
    const info = (await program.call(userInfoCall, {}, { token: who.token })).data
    expect(info).toMatchObject({ email_masked: 'n•••@example.org', email_confirmed: true })
    expect(await listEmailRequestsVerb.run(program.services, staff.maker, {})).toMatchObject({ items: [] })
  })

  test('what was approved is the address that was proposed, not one asked for since', async () => {
    const who = await buildCustomer(program.services)
    await expect(proposed(confirmEmailVerb, who)).rejects.toEqual(refusal('state_conflict'))
    await ask(who, `one-${who.username}@example.org`)
    const proposal_id = await proposed(confirmEmailVerb, who)
    await ask(who, `two-${who.username}@example.org`)
    await expect(approved(proposal_id)).rejects.toEqual(refusal('state_conflict'))
  })

  test('an address that is somebody else’s is not given away', async () => {
    const [who, other] = [await buildCustomer(program.services), await buildCustomer(program.services)]
    const email = `of-${other.username}@example.org`
    await ask(other, email)
    await approved(await proposed(confirmEmailVerb, other))
    await ask(who, email.toUpperCase())
    await expect(proposed(confirmEmailVerb, who)).rejects.toEqual(refusal('record_exists'))
  })

  test('a forgotten password leads to customer service, for every address alike', async () => {
    const who = await buildCustomer(program.services)
    for (const email of [`${who.username}@example.com`, 'nobody@example.org']) {
      expect((await program.call(passwordForgotten, { email })).data).toEqual({ goes_on_by: 'service' })
    }
    await program.drain()
    expect(await program.db.asOwner('select from identity.links')).toEqual([])
  })
})

describe('a new sign-in password', () => {
  test('comes by a link that two of the staff give, good once [proof 231]', async () => {
    const who = await buildCustomer(program.services)
    const { proposal_id, first_code: code } = await asked(resetLoginPasswordVerb, who)
    const { outcome } = await approved(proposal_id)
    const token = tokenIn(outcome)
    expect((await program.call(passwordReset, { token, code, password: NEW })).code).toBe(200)
    expect((await program.call(passwordReset, { token, code, password: NEW })).data.reason).toBe(
      'link_invalid',
    )
    expect((await program.call(login, { username: who.username, password: NEW })).code).toBe(200)
  })

  test('comes to neither of the two alone: the link asks for the code that its maker has [proof 1446]', async () => {
    const who = await buildCustomer(program.services)
    const { proposal_id, first_code } = await asked(resetLoginPasswordVerb, who)
    const { outcome } = await approved(proposal_id)
    expect(Object(outcome)).not.toHaveProperty('first_code')
    const token = tokenIn(outcome)
    const reset = async (code?: string) =>
      await program.call(passwordReset, { token, password: NEW, ...(code !== undefined && { code }) })
    const wrong = first_code.replace(/.$/, (last: string) => (last === '7' ? '8' : '7'))
    for (const code of [undefined, '-', wrong, proposal_id]) {
      expect((await reset(code)).data, code).toMatchObject({ reason: 'link_code_wrong', field: 'code' })
    }
    // However it was typed from what was heard.
    const heard = first_code.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l')
    expect((await reset(heard)).code).toBe(200)
  })

  test('comes by no link, and an address is no customer’s, without the approval of two [proof 232]', async () => {
    const { customer_id } = await buildCustomer(program.services)
    const { database } = asRole(program.services, 'office')
    const link = database.transaction({ kind: 'system' }, (tx) =>
      tx
        .insertInto('identity.links')
        .values({
          link_hash: Buffer.alloc(32),
          kind: 'password',
          customer_id,
          email: 'x@example.org',
          code_hash: Buffer.alloc(32),
          made_at: new Date(),
          expires_at: new Date(Date.now() + 60_000),
          used_at: null,
        })
        .execute(),
    )
    await expect(link).rejects.toThrow(/nobody approved a link/)
    const address = database.transaction({ kind: 'system' }, (tx) =>
      tx
        .updateTable('identity.customers')
        .set({ email: 'x@example.org' })
        .where('customer_id', '=', customer_id)
        .execute(),
    )
    await expect(address).rejects.toThrow(/nobody approved the e-mail address/)
  })
})
