import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { startMailbox } from '../../demo/mailbox.ts'
import { testServices, testSettings } from '../../testing/servers/test-services.ts'
import { asRole } from '../as-role.ts'
import type { Services } from '../services.ts'
import { openPost, startDelivering } from './deliver.ts'
import { isMailSetUp, type Letter, postLetter } from './post.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const FROM = 'Adtally <no-reply@adtally.example>'

const mailbox = await startMailbox()
const t = await testServices({ settings: testSettings({ SMTP_URL: mailbox.smtp_url, MAIL_FROM: FROM }) })
const post = openPost(asRole(t.services, 'worker'))
beforeEach(async () => {
  await t.db.asOwner('delete from mail.letters')
})
afterAll(async () => {
  post?.close()
  await t.close()
  await mailbox.stop()
})

let written = 0

/** Posts a letter as the API does, with a unique subject. */
async function write(services: Services = t.services, life_ms = HOUR_MS, own: Partial<Letter> = {}) {
  written += 1
  const letter = {
    to: 'jane@example.com',
    subject: `No. ${written}`,
    text: 'กรุณายืนยัน\n\nhttps://a.example/#/x?t=1',
    ...own,
  }
  const { database } = asRole(services, 'api')
  await database.transaction({ kind: 'system' }, (tx) => postLetter(services, tx, letter, life_ms))
  return letter
}

const caught = (subject: string) => mailbox.mails().filter((mail) => mail.subject === subject)
const rows = () => t.db.asOwner<{ last_error: string | null }>('select last_error from mail.letters')

/** A post to a port where nobody listens. */
async function toNowhere() {
  const gone = await startMailbox()
  await gone.stop()
  const settings = testSettings({ SMTP_URL: gone.smtp_url, MAIL_FROM: FROM })
  const services: Services = { ...asRole(t.services, 'worker'), settings }
  return openPost(services)
}

describe('a letter', () => {
  test('arrives whole, once, and is then nowhere', async () => {
    const { subject, text } = await write()
    expect(await post?.sendDue()).toBe(1)
    expect(await post?.sendDue()).toBe(0)
    const [mail, ...others] = caught(subject)
    expect(mail).toMatchObject({ from: 'no-reply@adtally.example', to: 'jane@example.com', subject })
    expect(mail?.text.trim()).toBe(text)
    expect(others).toEqual([])
    expect(await rows()).toEqual([])
  })

  test('of a live ledger travels encrypted, or not at all', async () => {
    const settings: Services['settings'] = { ...t.services.settings, ledger_mode: 'live' }
    const services: Services = { ...asRole(t.services, 'worker'), settings }
    const live = openPost(services)
    const { subject } = await write()
    expect(await live?.sendDue()).toBe(0)
    live?.close()
    expect(caught(subject)).toEqual([])
    expect(await rows()).toEqual([{ last_error: expect.stringContaining('STARTTLS') }])
    await t.db.asOwner('delete from mail.letters')
  })

  test.each(['\r\n', '\n', '\r'])(
    'whose subject or address holds the end of a line, %j, gains no header, text or recipient by it',
    async (end) => {
      const before = mailbox.mails().length
      const added = `${end}Bcc: mallory@example.com${end}From: mallory@example.com${end}${end}another text`
      const { text } = await write(t.services, HOUR_MS, { subject: `Hello${added}` })
      expect(await post?.sendDue()).toBe(1)
      const [mail, ...others] = mailbox.mails().slice(before)
      expect(mail).toMatchObject({ from: 'no-reply@adtally.example', to: 'jane@example.com' })
      expect(mail?.subject).toMatch(
        /^Hello Bcc: mallory@example\.com From: mallory@example\.com +another text$/,
      )
      expect(mail?.text.trim()).toBe(text)
      expect(others).toEqual([])
      await write(t.services, HOUR_MS, { to: `jane@example.com${added}` })
      // Not an address, so the mail server refuses all of it.
      expect(await post?.sendDue()).toBe(0)
      expect(mailbox.mails()).toHaveLength(before + 1)
    },
  )

  test('goes only if its transaction commits', async () => {
    const letter = { to: 'jane@example.com', subject: 'never', text: 'never' }
    const failed = t.system(async (tx) => {
      await postLetter(t.services, tx, letter, HOUR_MS)
      throw new Error('rolled back')
    })
    await expect(failed).rejects.toThrow('rolled back')
    expect(await post?.sendDue()).toBe(0)
  })

  test('lies encrypted until it has gone', async () => {
    const { to, text } = await write()
    const [row] = await t.db.asOwner<{ letter_sealed: Buffer }>('select letter_sealed from mail.letters')
    for (const secret of [to, text]) expect(row?.letter_sealed.includes(secret)).toBe(false)
  })

  test('waits for a mail server that is gone, tells no log of it, and is tried again', async () => {
    const { subject } = await write()
    const nowhere = await toNowhere()
    expect(await nowhere?.sendDue()).toBe(0)
    expect((await rows()).map(({ last_error }) => last_error)).toEqual([
      expect.stringContaining('ECONNREFUSED'),
    ])
    // Not at once, so that the server is not tried without end.
    expect(await post?.sendDue()).toBe(0)
    await t.advance(2 * MINUTE_MS)
    expect(await post?.sendDue()).toBe(1)
    expect(caught(subject)).toHaveLength(1)
  })

  test('is not sent when it comes too late', async () => {
    const { subject } = await write(t.services, 30 * MINUTE_MS)
    await t.advance(30 * MINUTE_MS)
    expect(await post?.sendDue()).toBe(0)
    expect(caught(subject)).toEqual([])
    expect(await rows()).toEqual([])
  })

  test('is sent once by several processes', async () => {
    const subjects = []
    for (let count = 0; count < 6; count += 1) subjects.push((await write()).subject)
    const other = openPost(asRole(t.services, 'worker'))
    const sent = await Promise.all([post?.sendDue(), other?.sendDue(), post?.sendDue()])
    other?.close()
    expect(sent.reduce((sum = 0, each = 0) => sum + each, 0)).toBe(6)
    for (const subject of subjects) expect(caught(subject)).toHaveLength(1)
  })

  test('leaves by itself where the worker runs', async () => {
    const stop = await startDelivering(asRole(t.services, 'worker'))
    const { subject } = await write()
    await expect.poll(() => caught(subject).length).toBe(1)
    await stop()
  })
})

test('where no mail is set up, nothing is kept and nothing opened', async () => {
  const services: Services = { ...t.services, settings: testSettings() }
  expect(isMailSetUp(services)).toBe(false)
  expect(openPost(services)).toBeNull()
  await write(services)
  expect(await rows()).toEqual([])
})
