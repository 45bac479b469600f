import { clickUntil } from '@adtally/client/testing/click-until.ts'
import { accessibilityFaults, expectUsable } from '@adtally/ui/testing/accessibility.ts'
import { describe, expect, it } from 'vitest'
import { page as browser } from 'vitest/browser'
import { session, signIn } from '../../../lib/session/session.ts'
import { type Replies, type Reply, refusal, success } from '../../../testing/fake-api.ts'
import { openPage } from '../../../testing/open-page.ts'
import { buildUser } from '../../../testing/start-app.tsx'

const button = (name: string) => browser.getByRole('button', { name })
const field = (name: string) => browser.getByRole('textbox', { name })
const heading = (name: string) => browser.getByRole('heading', { name, level: 2 })
const lost = (): Reply => {
  throw new TypeError('no connection')
}
const link_invalid = refusal(405, 'This link no longer works', { reason: 'link_invalid', field: 'token' })

/** Starts at an address; answers the bodies that were sent to a path. */
const start = async (at: string, replies: Replies, user: ReturnType<typeof buildUser> | null = null) =>
  (await openPage(at, replies, { user })).bodies

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
    await expectUsable()
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
    let reply = lost
    const sent = await start('/forgotten-password', { [FORGOTTEN]: () => reply() })
    await field('Email').fill('ada@example.com')
    await button('Send link').click()
    await expect.poll(() => sent(FORGOTTEN).length).toBe(1)
    reply = () => success({ goes_on_by: 'mail' })
    await expect.element(browser.getByText('No connection. Please try again.')).toBeVisible()
    await expect.element(field('Email')).toHaveValue('ada@example.com')
    // A tap right away would be ignored as a double tap.
    await clickUntil(button('Send link'), () => sent(FORGOTTEN).length === 2)
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

  it('asks for customer service’s code where the link says so, and keeps what was typed where that is wrong [proof 1448]', async () => {
    let reply = refusal(405, 'This code doesn’t match the link.', {
      reason: 'link_code_wrong',
      field: 'code',
    })
    const sent = await start('/reset-password?token=abc&code', { [RESET]: () => reply })
    await choose('loud mountain birds')
    await expect.element(field('Code from customer service')).toHaveAccessibleDescription('Cannot be empty')
    expect(sent(RESET)).toEqual([])
    await field('Code from customer service').fill('K7Q2-9XMT-4HD3-PW8Z')
    await button('Set new password').click()
    await expect
      .element(field('Code from customer service'))
      .toHaveAccessibleDescription('This code doesn’t match the link.')
    await expect.element(field('New login password')).toHaveValue('loud mountain birds')
    expect(await accessibilityFaults()).toEqual([])
    await expectUsable()
    reply = success({})
    await clickUntil(button('Set new password'), () => sent(RESET).length === 2)
    expect(sent(RESET).at(-1)).toEqual({
      token: 'abc',
      code: 'K7Q2-9XMT-4HD3-PW8Z',
      password: 'loud mountain birds',
    })
  })

  it('is not sent while the entries differ; then leads to login and ends any session', async () => {
    const sent = await start('/reset-password?token=abc', { [RESET]: success({}) }, buildUser())
    await choose('loud mountain birds', 'seven calm boats')
    await expect
      .element(field('Repeat the new password'))
      .toHaveAccessibleDescription('The passwords don’t match')
    expect(sent(RESET)).toEqual([])
    // A token that opens an account does not stay in the address.
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
  const LINK = '/auth/v2/email/link'
  const CONFIRM = '/auth/v2/email/confirm'
  const user = buildUser()
  const of_user = success({ username: user.username, operated_id: user.operated_id })
  const of_another = success({ username: 'somebody.else', operated_id: '99999999' })
  const confirm = () => button('Confirm email').click()

  it('names the account, and confirms nothing until its owner says that it is theirs [proof 616]', async () => {
    const replies = { [LINK]: of_user, [CONFIRM]: success({}), '/user/info': success(user) }
    const sent = await start('/confirm-email?token=once', replies, user)
    await expect.element(heading('Is this your account?')).toBeVisible()
    await expect.element(browser.getByText(user.operated_id)).toBeVisible()
    await expectUsable()
    expect(sent(LINK)).toEqual([{ token: 'once' }])
    expect(sent(CONFIRM)).toEqual([])
    expect(window.location.hash).toBe('#/confirm-email')
    await confirm()
    await expect.element(heading('Email confirmed')).toBeVisible()
    expect(sent(CONFIRM)).toEqual([{ token: 'once' }])
    await button('Continue').click()
    await expect.poll(() => window.location.hash).toBe('#/customer')
  })
  it.each([
    ['whoever is logged in nowhere', null, 'Log in'],
    ['whoever is logged in to another account', user, 'Switch account'],
  ])(
    'offers %s no confirmation, but the login, and comes back after it [proof 622]',
    async (_who, who, way) => {
      const sent = await start(
        '/confirm-email?token=other',
        { [LINK]: of_another, [CONFIRM]: success({}) },
        who,
      )
      await expect.element(browser.getByText('somebody.else')).toBeVisible()
      await expect.element(button('Confirm email')).not.toBeInTheDocument()
      await button(way).click()
      await expect.poll(() => window.location.hash).toBe('#/login?next=/confirm-email')
      expect(session.get()).toBeNull()
      signIn('token', buildUser({ username: 'somebody.else', operated_id: '99999999' }))
      await expect.poll(() => window.location.hash).toBe('#/confirm-email')
      await confirm()
      await expect.element(heading('Email confirmed')).toBeVisible()
      expect(sent(CONFIRM)).toEqual([{ token: 'other' }])
    },
  )
  it('says that it no longer works, and leads a signed-in customer to a new one', async () => {
    await start('/confirm-email?token=used', { [LINK]: link_invalid, '/user/info': success(user) }, user)
    await expect.element(heading('This link no longer works')).toBeVisible()
    await button('Request new link').click()
    await expect.poll(() => window.location.hash).toBe('#/customer/email')
  })
  it('that no longer works leads a visitor to the login', async () => {
    await start('/confirm-email?token=used-before', { [LINK]: link_invalid })
    await button('Log in').click()
    await expect.poll(() => window.location.hash).toBe('#/login')
  })
  it('that was followed meanwhile says so, too', async () => {
    await start('/confirm-email?token=raced', { [LINK]: of_user, [CONFIRM]: link_invalid }, user)
    await confirm()
    await expect.element(heading('This link no longer works')).toBeVisible()
  })
  it.each([
    ['no connection', lost],
    ['too many requests', () => refusal(405, 'Too many requests', { reason: 'too_many_requests' })],
  ])('is as good as it was after %s', async (what, first) => {
    let reply = first
    const replies: Replies = { [LINK]: of_user, '/user/info': success(user), [CONFIRM]: () => reply() }
    const sent = await start(`/confirm-email?token=${encodeURIComponent(what)}`, replies, user)
    await confirm()
    await expect.poll(() => sent(CONFIRM).length).toBe(1)
    reply = () => success({})
    // For a moment, a tap counts as the first one's second half.
    await expect
      .poll(async () => {
        if (sent(CONFIRM).length < 2) await confirm()
        return sent(CONFIRM).length
      })
      .toBe(2)
    await expect.element(heading('Email confirmed')).toBeVisible()
  })
})
