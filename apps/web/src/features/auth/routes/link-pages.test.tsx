import { accessibilityFaults, smallTargets } from '@adtally/ui/testing/accessibility.ts'
import { describe, expect, it } from 'vitest'
import { page as browser } from 'vitest/browser'
import { routes } from '../../../app/routes.ts'
import { session } from '../../../lib/session.ts'
import { answerApi, type Reply, refusal, type Sent, success } from '../../../testing/fake-api.ts'
import { buildUser, startApp } from '../../../testing/start-app.tsx'

type Replies = Record<string, Reply | ((sent: Sent) => Reply)>

const button = (name: string) => browser.getByRole('button', { name })
const field = (name: string) => browser.getByRole('textbox', { name })
const heading = (name: string) => browser.getByRole('heading', { name, level: 2 })
const link_invalid = refusal(405, 'This link no longer works', { reason: 'link_invalid', field: 'token' })

/** Starts at an address; answers the bodies that were sent to a path. */
async function start(at: string, replies: Replies, user: ReturnType<typeof buildUser> | null = null) {
  const sent = answerApi(replies)
  await startApp({ routes, at, user })
  return (path: string) => sent.filter((each) => each.path.endsWith(path)).map(({ body }) => body)
}

describe('a forgotten password', () => {
  const FORGOTTEN = '/auth/v2/password/forgotten'

  it('asks for the address, sends it once, and says what comes by mail', async () => {
    const sent = await start('/forgotten-password', { [FORGOTTEN]: success({ goes_on_by: 'mail' }) })
    await button('Send link').click()
    await expect.element(field('Email')).toHaveAccessibleDescription('Cannot be empty')
    await field('Email').fill('ada at example')
    await button('Send link').click()
    await expect.element(field('Email')).toBeInvalid()
    expect(sent(FORGOTTEN)).toEqual([])
    expect(await accessibilityFaults()).toEqual([])
    expect(smallTargets(document.body)).toEqual([])
    await field('Email').fill('ada@example.com')
    await button('Send link').click()
    await expect.element(heading('Check your email')).toBeVisible()
    expect(sent(FORGOTTEN)).toEqual([{ email: 'ada@example.com' }])
    expect(await accessibilityFaults()).toEqual([])
  })
  it('says who helps where no mail is sent', async () => {
    await start('/forgotten-password', { [FORGOTTEN]: success({ goes_on_by: 'service' }) })
    await field('Email').fill('ada@example.com')
    await button('Send link').click()
    await expect.element(heading('Customer service will help')).toBeVisible()
    await expect.element(button('Contact customer service')).toBeVisible()
  })
  it('keeps the address where there is no connection, and asks again', async () => {
    const replies: Replies = {}
    const sent = await start('/forgotten-password', replies)
    await field('Email').fill('ada@example.com')
    await button('Send link').click()
    await expect.poll(() => sent(FORGOTTEN).length).toBe(1)
    replies[FORGOTTEN] = success({ goes_on_by: 'mail' })
    await expect.element(browser.getByText('No connection. Please try again.')).toBeVisible()
    await expect.element(field('Email')).toHaveValue('ada@example.com')
    // For a moment, a tap counts as the first one's second half.
    await expect
      .poll(async () => {
        await button('Send link').click()
        return sent(FORGOTTEN).length
      })
      .toBe(2)
    await expect.element(heading('Check your email')).toBeVisible()
  })
})

describe('a new password by a link', () => {
  const RESET = '/auth/v2/password/reset'
  async function choose(password: string, repeated = password) {
    await field('New login password').fill(password)
    await field('Repeat the new password').fill(repeated)
    await button('Set new password').click()
  }

  it('is not sent while both entries differ; then leads to the login, and whoever was signed in is out', async () => {
    const sent = await start('/reset-password?token=abc', { [RESET]: success({}) }, buildUser())
    await choose('loud mountain birds', 'seven calm boats')
    await expect
      .element(field('Repeat the new password'))
      .toHaveAccessibleDescription('The passwords don’t match')
    expect(sent(RESET)).toEqual([])
    // What opens an account does not stay in the address.
    expect(window.location.hash).toBe('#/reset-password')
    expect(await accessibilityFaults()).toEqual([])
    await choose('loud mountain birds')
    await expect.poll(() => window.location.hash).toBe('#/login')
    expect(session.get()).toBeNull()
    expect(sent(RESET)).toEqual([{ token: 'abc', password: 'loud mountain birds' }])
  })
  it('says beside the field that a password is common, and keeps the link', async () => {
    const common = { reason: 'password_too_common', field: 'password' }
    await start('/reset-password?token=abc', { [RESET]: refusal(405, 'Too common', common) })
    await choose('password1')
    await expect.element(field('New login password')).toHaveAccessibleDescription(/Too common/)
  })
  it('of a link that was used, or of none, offers another', async () => {
    await start('/reset-password?token=abc', { [RESET]: link_invalid })
    await choose('loud mountain birds')
    await expect.element(heading('This link no longer works')).toBeVisible()
    await button('Request new link').click()
    await expect.poll(() => window.location.hash).toBe('#/forgotten-password')
  })
  it('without a token asks for nothing', async () => {
    await start('/reset-password', {})
    await expect.element(heading('This link no longer works')).toBeVisible()
    await expect.element(field('New login password')).not.toBeInTheDocument()
  })
})

describe('a link that confirms an address', () => {
  const CONFIRM = '/auth/v2/email/confirm'

  it('is followed once and leads to the login, or on where somebody is signed in', async () => {
    const sent = await start('/confirm-email?token=once', { [CONFIRM]: success({}) })
    await expect.element(heading('Email confirmed')).toBeVisible()
    expect(await accessibilityFaults()).toEqual([])
    expect(sent(CONFIRM)).toEqual([{ token: 'once' }])
    expect(window.location.hash).toBe('#/confirm-email')
    await button('Log in').click()
    await expect.poll(() => window.location.hash).toBe('#/login')
  })
  it('says that it no longer works, and leads whoever is signed in to another one', async () => {
    const user = buildUser()
    const replies = { [CONFIRM]: link_invalid, '/user/info': success(user) }
    await start('/confirm-email?token=used', replies, user)
    await expect.element(heading('This link no longer works')).toBeVisible()
    await button('Request new link').click()
    await expect.poll(() => window.location.hash).toBe('#/customer/email')
  })
  it('that no longer works leads a visitor to the login', async () => {
    await start('/confirm-email?token=used-before', { [CONFIRM]: link_invalid })
    await button('Log in').click()
    await expect.poll(() => window.location.hash).toBe('#/login')
  })
  it.each([
    ['no connection', undefined],
    ['too many requests', refusal(405, 'Too many requests', { reason: 'too_many_requests' })],
  ])('is as good as it was after %s', async (what, reply) => {
    const replies: Replies = reply ? { [CONFIRM]: reply } : {}
    const sent = await start(`/confirm-email?token=${encodeURIComponent(what)}`, replies)
    await expect.element(button('Continue')).toBeVisible()
    replies[CONFIRM] = success({})
    await button('Continue').click()
    await expect.element(heading('Email confirmed')).toBeVisible()
    expect(sent(CONFIRM)).toHaveLength(2)
  })
})
