import { login, userInfoCall } from '@adtally/contract/identity/identity.ts'
import {
  emailChange,
  emailConfirm,
  emailLink,
  passwordChange,
  passwordForgotten,
  passwordReset,
} from '@adtally/contract/identity/identity-password.ts'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { type BuiltCustomer, buildCustomer } from '../../../testing/worlds/build-customer.ts'
import { forgetTries } from '../../../testing/worlds/identity-program.ts'
import { mailProgram, tokenIn } from '../../../testing/worlds/mail-program.ts'

const HOUR_MS = 3_600_000

const mail = await mailProgram()
const program = mail.program
beforeEach(() => forgetTries(program.db))
afterAll(() => mail.close())

function ask(who: BuiltCustomer, email: string, login_password = who.password) {
  return program.call(emailChange, { email, login_password }, { token: who.token })
}
/** Follows a link, with or without a session. */
const confirm = (token: string, who?: BuiltCustomer) =>
  program.call(emailConfirm, { token }, who ? { token: who.token } : {})
const addressOf = (who: BuiltCustomer) => `${who.username}@example.com`

/** The token of the last letter to an address. */
async function lastToken(address: string) {
  return tokenIn((await mail.mailsTo(address)).at(-1))
}
async function signsIn(username: string, { password }: BuiltCustomer) {
  return (await program.call(login, { username, password })).code === 200
}

describe('the address of a new customer', () => {
  test('is confirmed by the link that is sent there, once', async () => {
    const who = await buildCustomer(program.services, { language: 'th' })
    const [letter] = await mail.mailsTo(addressOf(who))
    expect(letter?.subject).toBe('ยืนยันอีเมลของคุณสำหรับ Adtally')
    expect((await program.call(userInfoCall, {}, { token: who.token })).data.email_confirmed).toBe(false)
    expect((await confirm(tokenIn(letter), who)).code).toBe(200)
    expect((await program.call(userInfoCall, {}, { token: who.token })).data.email_confirmed).toBe(true)
    expect((await confirm(tokenIn(letter), who)).data).toEqual({ reason: 'link_invalid', field: 'token' })
  })

  test('is not confirmed by a link that is a day old, nor by one that was never sent', async () => {
    const who = await buildCustomer(program.services)
    const token = await lastToken(addressOf(who))
    await program.advance(24 * HOUR_MS)
    for (const each of [token, 'x'.repeat(43), 'x']) {
      expect((await confirm(each, who)).data.reason).toBe('link_invalid')
    }
  })
})

describe('an address that somebody typed who does not read it', () => {
  const password = 'the words of another'

  test('keeps nobody out: its owner registers with it, confirms it, signs in and recovers by it [proof 286]', async () => {
    const thief = await buildCustomer(program.services, { password })
    const email = addressOf(thief)
    expect(await signsIn(email, thief)).toBe(true)
    const owner = await buildCustomer(program.services, { email })
    const letters = await mail.mailsTo(email)
    expect(letters.map(({ subject }) => subject)).toEqual(Array(2).fill('Confirm your email for Adtally'))
    expect((await confirm(tokenIn(letters[1]), owner)).code).toBe(200)
    expect([await signsIn(email, owner), await signsIn(email, thief)]).toEqual([true, false])
    // Links sent for the other account no longer work.
    expect((await confirm(tokenIn(letters[0]), thief)).data.reason).toBe('link_invalid')
    await program.call(passwordForgotten, { email })
    const link = await lastToken(email)
    expect((await program.call(passwordReset, { token: link, password: 'loud mountain birds' })).code).toBe(
      200,
    )
    expect(await signsIn(owner.username, { ...owner, password: 'loud mountain birds' })).toBe(true)
    expect(await signsIn(thief.username, thief)).toBe(true)
  })

  test('is told them by no registration: one that somebody has confirmed is taken as any other, and its owner hears of it [proof 287]', async () => {
    const owner = await buildCustomer(program.services)
    const email = addressOf(owner)
    await confirm(await lastToken(email), owner)
    const otherwise = `${owner.username.toUpperCase()}@example.com`
    const stranger = await buildCustomer(program.services, { email: otherwise, password })
    const [taken, free] = [stranger, await buildCustomer(program.services)]
    const shown = async ({ token }: BuiltCustomer) => {
      const { status, code, data } = await program.call(userInfoCall, {}, { token })
      return { status, code, email_confirmed: data.email_confirmed, fields: Object.keys(data) }
    }
    expect(await shown(taken)).toEqual(await shown(free))
    const last = (await mail.mailsTo(otherwise)).at(-1)
    expect(last?.subject).toBe('Your email is already in use at Adtally')
    expect(tokenIn(last)).toBe('')
    expect([await signsIn(email, owner), await signsIn(email, stranger)]).toEqual([true, false])
  })
})

describe('a letter that confirms an address', () => {
  test('names the account that asked, and confirms in a session of that account alone: a reader’s tap gives theirs to nobody [proof 615]', async () => {
    const thief = await buildCustomer(program.services)
    const reader = await buildCustomer(program.services)
    const [letter] = await mail.mailsTo(addressOf(thief))
    const token = tokenIn(letter)
    const { operated_id } = (await program.call(userInfoCall, {}, { token: thief.token })).data
    expect(letter?.text).toContain(
      `Someone wants to use this address for the Adtally account ${thief.username} (operated ID ${operated_id}).`,
    )
    expect((await program.call(emailLink, { token })).data).toEqual({ username: thief.username, operated_id })
    expect((await confirm(token)).data.reason).toBe('not_signed_in')
    expect((await confirm(token, reader)).data).toEqual({ reason: 'link_of_another_account', field: 'token' })
    expect((await program.call(userInfoCall, {}, { token: thief.token })).data.email_confirmed).toBe(false)
    // Control: the link still works for a customer who reads the address and owns the account.
    expect((await confirm(token, thief)).code).toBe(200)
    expect((await program.call(emailLink, { token })).data).toEqual({
      reason: 'link_invalid',
      field: 'token',
    })
  })
})

describe('another address', () => {
  test('asks for the sign-in password, and holds once its link is followed [proof 222]', async () => {
    const who = await buildCustomer(program.services)
    const [old_address, address] = [addressOf(who), `new-${who.username}@example.org`]
    await confirm(await lastToken(old_address), who)
    expect((await ask(who, address, 'a guess')).data).toEqual({
      reason: 'login_password_wrong',
      field: 'login_password',
    })
    expect((await ask(who, address)).data).toEqual({ goes_on_by: 'mail' })
    expect(await signsIn(address, who)).toBe(false)
    expect(await signsIn(old_address, who)).toBe(true)
    expect((await confirm(await lastToken(address), who)).code).toBe(200)
    expect(await signsIn(address, who)).toBe(true)
    expect(await signsIn(old_address, who)).toBe(false)
    const subjects = (await mail.mailsTo(old_address)).map(({ subject }) => subject)
    expect(subjects).toContain('New email requested for your Adtally account')
    expect(subjects).toContain('Email of your Adtally account changed')
  })

  test('answers the same for one that somebody has; its owner is told, and nobody loses it [proof 223]', async () => {
    const who = await buildCustomer(program.services)
    const other = await buildCustomer(program.services, { password: 'the words of another' })
    await confirm(await lastToken(addressOf(other)), other)
    const taken = await ask(who, addressOf(other).toUpperCase())
    const free = await ask(who, `free-${who.username}@example.org`)
    // Everything but the HTTP fields, one of which is the time.
    const answerOf = ({ status, code, data }: typeof taken) => ({ status, code, data })
    expect(answerOf(taken)).toEqual(answerOf(free))
    await program.drain()
    await ask(who, addressOf(other))
    const letters = await mail.mailsTo(addressOf(other))
    expect(letters.at(-1)?.subject).toBe('Your email is already in use at Adtally')
    expect(tokenIn(letters.at(-1))).toBe('')
    expect(await signsIn(addressOf(other), other)).toBe(true)
    expect(await signsIn(addressOf(other), who)).toBe(false)
  })

  test('is asked for five times an hour, however many ask at once', async () => {
    const who = await buildCustomer(program.services)
    const tries = Array.from({ length: 30 }, (_, index) =>
      ask(who, `try-${index}-${who.username}@example.org`),
    )
    const replies = await Promise.all(tries)
    expect(replies.filter(({ code }) => code === 200)).toHaveLength(5)
    const refused = replies.filter(({ code }) => code !== 200)
    expect(new Set(refused.map(({ data }) => data.reason))).toEqual(new Set(['too_many_requests']))
    await program.advance(HOUR_MS)
    expect((await ask(who, 'later@example.org')).code).toBe(200)
  })

  test('asked for last is the one: the link of the one before leads nowhere', async () => {
    const who = await buildCustomer(program.services)
    const [first, second] = [`first-${who.username}@example.org`, `second-${who.username}@example.org`]
    await ask(who, first)
    const token = await lastToken(first)
    await ask(who, second)
    expect((await confirm(token, who)).data.reason).toBe('link_invalid')
    expect((await confirm(await lastToken(second), who)).code).toBe(200)
  })

  test.each(['changed', 'reset'])(
    'asked for before the password was %s leads nowhere: a thief may have asked [proof 264]',
    async (how) => {
      const who = await buildCustomer(program.services)
      await confirm(await lastToken(addressOf(who)), who)
      const thief = `thief-of-${who.username}@example.org`
      await ask(who, thief)
      const token = await lastToken(thief)
      const password = 'loud mountain birds'
      let session = who.token
      if (how === 'changed') {
        const { code } = await program.call(
          passwordChange,
          { old_password: who.password, password },
          { token: who.token },
        )
        expect(code).toBe(200)
      } else {
        await program.call(passwordForgotten, { email: addressOf(who) })
        const link = await lastToken(addressOf(who))
        expect((await program.call(passwordReset, { token: link, password })).code).toBe(200)
        session = (await program.call(login, { username: who.username, password })).data.token
      }
      expect((await confirm(token, { ...who, token: session })).data).toEqual({
        reason: 'link_invalid',
        field: 'token',
      })
      expect(await signsIn(thief, { ...who, password })).toBe(false)
      expect(await signsIn(addressOf(who), { ...who, password })).toBe(true)
    },
  )

  test('of two who ask for the same, the first to follow has it', async () => {
    const [one, two] = [await buildCustomer(program.services), await buildCustomer(program.services)]
    const address = `both-${one.username}@example.org`
    await ask(one, address)
    const first = await lastToken(address)
    await ask(two, address)
    const second = await lastToken(address)
    expect(first).not.toBe(second)
    const replies = await Promise.all([confirm(first, one), confirm(second, two)])
    expect(replies.map(({ code }) => code).toSorted()).toEqual([200, 405])
  })

  test('is kept nowhere in the log of acts, and its link nowhere at all', async () => {
    const who = await buildCustomer(program.services)
    const address = `private-${who.username}@example.org`
    await ask(who, address)
    const token = await lastToken(address)
    expect(token).toHaveLength(43)
    const rows = await program.db.asOwner(
      `select row_to_json(e)::text as text from audit.entries e union all
       select row_to_json(l)::text from identity.links l union all select row_to_json(o)::text from platform.outbox o`,
    )
    expect(JSON.stringify(rows)).not.toContain(token)
    const entries = await program.db.asOwner('select row_to_json(e)::text as text from audit.entries e')
    expect(JSON.stringify(entries)).not.toContain(address)
  })
})
