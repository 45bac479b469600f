import { userInfoCall } from '@adtally/contract/identity/identity.ts'
import { hybridLogin, hybridRegister, openStore } from '@adtally/contract/identity/identity-hybrid.ts'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { buildCode } from '../../../testing/worlds/build-customer.ts'
import { buildStaff } from '../../../testing/worlds/build-staff.ts'
import { forgetTries, identityProgram } from '../../../testing/worlds/identity-program.ts'
import { sweepJob } from '../sweep.ts'
import { issueSandboxTicket } from './entry-ticket.ts'

const MINUTE_MS = 60_000

let users = 0
const program = await identityProgram()
beforeEach(() => forgetTries(program.db))
afterAll(() => program.close())

function newUser() {
  users += 1
  return { subject: `user-${users}`, email: `user-${users}@host.example`, phone: '+66812345678' }
}
type User = ReturnType<typeof newUser>

async function ticketFor({ subject, ...said }: User, nickname = 'Robin'): Promise<string> {
  return await issueSandboxTicket(program.services, subject, { ...said, nickname })
}

/** The opening ticket of a user without an account. */
async function openingTicket(user: User): Promise<string> {
  const { data } = await program.call(hybridLogin, { ticket: await ticketFor(user) })
  return String(Object(data).opening_ticket)
}

/** Opens an account as the welcome page does; returns its token. */
async function open(user: User): Promise<string> {
  const opening_ticket = await openingTicket(user)
  const { licence_code } = await buildCode(program.services)
  const opened = await program.call(openStore, { opening_ticket, authorization_code: licence_code })
  expect(opened.code).toBe(200)
  return opened.data.token
}

function reasons(answers: readonly { code: number; data: { reason?: string } }[]) {
  return answers.map(({ code, data }) => (code === 200 ? 'ok' : data.reason))
}

describe('a host’s user', () => {
  test('without an ad account is told so with an opening ticket, opens one, and comes back to it', async () => {
    const user = newUser()
    const first = await program.call(hybridLogin, { ticket: await ticketFor(user) })
    expect(first).toMatchObject({
      status: 200,
      code: 401,
      data: { reason: 'ad_account_missing', opening_ticket: expect.stringMatching(/^[\w-]{43}$/) },
    })
    const { licence_code } = await buildCode(program.services)
    const opened = await program.call(openStore, {
      opening_ticket: String(Object(first.data).opening_ticket),
      authorization_code: licence_code.toLowerCase(),
    })
    expect(opened.data.user).toMatchObject({ entry: 'hybrid', nickname: 'Robin', status: 'active' })
    const again = await program.call(hybridLogin, { ticket: await ticketFor(user) })
    expect(again.data.user.customer_id).toBe(opened.data.user.customer_id)
    expect((await program.call(userInfoCall, {}, { token: again.data.token })).data.entry).toBe('hybrid')
  })

  test.each(['Adtally Support', '\u202eRobin', 'kim \ud83d', 'a\0b'])(
    'whose nickname %j others can’t be shown is called as one without any [proof 621]',
    async (nickname) => {
      const { licence_code: authorization_code } = await buildCode(program.services)
      const ticket = await ticketFor(newUser(), nickname)
      const { code, data } = await program.call(hybridRegister, { ticket, authorization_code })
      expect(code).toBe(200)
      expect(data.user.nickname).toBe(data.user.username)
    },
  )

  test('who comes again by another ticket on the same device has one session there, not two [proof 603]', async () => {
    const [user, other] = [newUser(), newUser()]
    const [token, others] = [await open(user), await open(other)]
    const come = async (x_ct: string) =>
      await program.call(hybridLogin, { ticket: await ticketFor(user) }, { token: x_ct })
    const again = (await come(token)).data.token
    const reasonFor = async (shown: string) =>
      (await program.call(userInfoCall, {}, { token: shown })).data.reason
    expect(await reasonFor(token)).toBe('token_expired')
    const third = (await come(others)).data.token
    for (const shown of [again, third, others]) expect(await reasonFor(shown)).toBeUndefined()
  })

  test('whose host asked for the code opens an account in one step', async () => {
    const user = newUser()
    const { licence_code } = await buildCode(program.services)
    const ticket = await ticketFor(user)
    const wrong = await program.call(hybridRegister, { ticket, authorization_code: 'no-such-code' })
    expect(wrong.data).toEqual({ reason: 'authorization_code_not_found', field: 'authorization_code' })
    const opened = await program.call(hybridRegister, { ticket, authorization_code: licence_code })
    expect(opened.data.user).toMatchObject({ entry: 'hybrid' })
    expect((await program.call(hybridLogin, { ticket })).data.reason).toBe('ticket_used')
  })

  test('keeps a mistyped code’s opening ticket, and uses it up with the right one', async () => {
    const opening_ticket = await openingTicket(newUser())
    const codes = [await buildCode(program.services), await buildCode(program.services)]
    const [right, other] = codes.map(({ licence_code }) => licence_code)
    const typed = ['', '0000-0000-0000-0000', right, other]
    const answers = []
    for (const authorization_code of typed) {
      const input = { opening_ticket, authorization_code: authorization_code ?? '' }
      answers.push(await program.call(openStore, input))
    }
    expect(reasons(answers)).toEqual([
      'field_required',
      'authorization_code_not_found',
      'ok',
      'opening_ticket_invalid',
    ])
    // The refused try did not use the second code up.
    const input = { opening_ticket: await openingTicket(newUser()), authorization_code: other ?? '' }
    expect((await program.call(openStore, input)).code).toBe(200)
  })

  test('opens one account, whichever ticket they hold', async () => {
    const user = newUser()
    const tickets = [await openingTicket(user), await openingTicket(user)]
    const answers = []
    for (const opening_ticket of tickets) {
      const { licence_code } = await buildCode(program.services)
      answers.push(await program.call(openStore, { opening_ticket, authorization_code: licence_code }))
    }
    expect(reasons(answers)).toEqual(['ok', 'person_has_account'])
  })

  test('with another customer’s confirmed e-mail address is refused, and nothing is kept', async () => {
    const first = newUser()
    const { licence_code: code } = await buildCode(program.services)
    const input_of_first = { opening_ticket: await openingTicket(first), authorization_code: code }
    expect((await program.call(openStore, input_of_first)).code).toBe(200)
    const user = { ...newUser(), email: first.email.toUpperCase() }
    const opening_ticket = await openingTicket(user)
    const { licence_code } = await buildCode(program.services)
    const input = { opening_ticket, authorization_code: licence_code }
    expect((await program.call(openStore, input)).data).toEqual({ reason: 'email_taken' })
    expect((await program.call(openStore, input)).data).toEqual({ reason: 'email_taken' })
  })

  test('of a disabled account is given the restricted token of PRODUCT §7, in the account’s language', async () => {
    const user = newUser()
    await open(user)
    await program.db.asOwner(
      "update identity.customers set status = 'disabled', language = 'zh-Hans' where email = $1",
      [user.email],
    )
    const refused = await program.call(hybridLogin, { ticket: await ticketFor(user) })
    expect(refused).toMatchObject({ code: 403, data: { reason: 'account_disabled', lang: 'zh-Hans' } })
    const token = String(Object(refused.data).restricted_token)
    expect((await program.call(userInfoCall, {}, { token })).data.status).toBe('disabled')
  })

  test('waits for staff where the code asks for it', async () => {
    const user = newUser()
    const { licence_code } = await buildCode(program.services, { activation: 'by_staff' })
    const input = { opening_ticket: await openingTicket(user), authorization_code: licence_code }
    expect(await program.call(openStore, input)).toMatchObject({ code: 402, data: { lang: 'en' } })
    const again = await program.call(hybridLogin, { ticket: await ticketFor(user) })
    expect(again).toMatchObject({ code: 402, data: { reason: 'account_not_activated' } })
  })
})

describe('a ticket is good once', () => {
  test('a hundred at once: one wins', async () => {
    const user = newUser()
    await open(user)
    const ticket = await ticketFor(user)
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => program.call(hybridLogin, { ticket })),
    )
    expect(reasons(answers).toSorted()).toEqual(['ok', ...Array.from({ length: 99 }, () => 'ticket_used')])
  })

  test('control: without the primary key’s word several win', async () => {
    const user = newUser()
    await open(user)
    const ticket = await ticketFor(user)
    await program.call(hybridLogin, { ticket })
    await program.db.asOwner('delete from identity.entry_tickets')
    expect((await program.call(hybridLogin, { ticket })).code).toBe(200)
  })

  test('an opening ticket too: of twenty codes at once one opens the account', async () => {
    const opening_ticket = await openingTicket(newUser())
    const codes = []
    for (let each = 0; each < 20; each += 1) codes.push((await buildCode(program.services)).licence_code)
    const answers = await Promise.all(
      codes.map((authorization_code) => program.call(openStore, { opening_ticket, authorization_code })),
    )
    expect(reasons(answers).filter((reason) => reason === 'ok')).toHaveLength(1)
    expect(new Set(reasons(answers))).toEqual(new Set(['ok', 'opening_ticket_invalid']))
  })

  test('one code by twenty users at once: one has it', async () => {
    const { licence_code: authorization_code } = await buildCode(program.services)
    const tickets = []
    for (let each = 0; each < 20; each += 1) tickets.push(await openingTicket(newUser()))
    const answers = await Promise.all(
      tickets.map((opening_ticket) => program.call(openStore, { opening_ticket, authorization_code })),
    )
    expect(reasons(answers).filter((reason) => reason === 'ok')).toHaveLength(1)
    expect(new Set(reasons(answers))).toEqual(new Set(['ok', 'authorization_code_used']))
  })
})

describe('what time ends', () => {
  test('a ticket after sixty seconds (and the five that clocks may differ by)', async () => {
    const user = newUser()
    await open(user)
    const ticket = await ticketFor(user)
    const in_time = await ticketFor(user)
    await program.advance(55_000)
    expect((await program.call(hybridLogin, { ticket: in_time })).code).toBe(200)
    await program.advance(11_000)
    expect((await program.call(hybridLogin, { ticket })).data).toEqual({
      reason: 'ticket_expired',
      field: 'ticket',
    })
  })

  test('an opening ticket after thirty minutes', async () => {
    const { licence_code: authorization_code } = await buildCode(program.services)
    const late = await openingTicket(newUser())
    await program.advance(30 * MINUTE_MS)
    const refused = await program.call(openStore, { opening_ticket: late, authorization_code })
    expect(refused.data).toEqual({ reason: 'opening_ticket_invalid', field: 'opening_ticket' })
    const in_time = await openingTicket(newUser())
    await program.advance(29 * MINUTE_MS)
    const opened = await program.call(openStore, { opening_ticket: in_time, authorization_code })
    expect(opened.code).toBe(200)
  })

  test('what nobody can use any more is forgotten, and nothing younger', async () => {
    const user = newUser()
    await openingTicket(user)
    await program.advance(3 * 60 * MINUTE_MS)
    await openingTicket(newUser())
    const { run } = sweepJob
    const job = { subject_id: 'periodic', due_at: program.services.clock.now() }
    await program.system((tx) => run(program.services, tx, job))
    const rows = await program.db.asOwner<{ subject: string }>('select subject from identity.opening_tickets')
    expect(rows.map(({ subject }) => subject)).toEqual([`user-${users}`])
  })
})

test('no ticket and nothing a host said is stored in the clear', async () => {
  await buildStaff(program.services)
  const user = newUser()
  const opening_ticket = await openingTicket(user)
  const rows = await program.db.asOwner('select row_to_json(t)::text as text from identity.opening_tickets t')
  for (const secret of [opening_ticket, user.email, user.phone]) {
    expect(JSON.stringify(rows)).not.toContain(secret)
  }
})
