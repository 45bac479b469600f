import { describe, expect, it } from 'vitest'
import { page as browser, userEvent } from 'vitest/browser'
import { accessibilityFaults } from '../../../../../packages/ui/src/testing/accessibility.ts'
import { session, type UserInfo } from '../../lib/session/session.ts'
import { transactionPasswordDigest } from '../../lib/session/transaction-password.ts'
import { type Replies, refusal, type Sent, success } from '../../testing/fake-api.ts'
import { openAsOwner } from '../../testing/open-page.ts'
import { buildUser } from '../../testing/start-app.tsx'

const button = (name: string) => browser.getByRole('button', { name })
const heading = (name: string) => browser.getByRole('heading', { name, level: 2 })

async function start(isSet: boolean, replies: Replies = {}, search = '', members: Partial<UserInfo> = {}) {
  const user = buildUser({ transaction_password_set: isSet, ...members })
  const needed = {
    '/user/info': success(user),
    '/check/password': success({ grant: null, expires_at: null }),
    '/set/password': success({ effective_wait_until: null }),
  }
  const sent = await openAsOwner(`/wallet/set-password${search}`, { ...needed, ...replies }, { user })
  return () => sent.bodies('/set/password')
}

async function enter(title: string, digits: string, action: string) {
  await expect.element(heading(title)).toBeVisible()
  await userEvent.keyboard(digits)
  await button(action).click()
}

/** Chooses the six digits and enters them again, the same or others. */
async function choose(digits = '135790', again = digits) {
  await enter('Choose six digits', digits, 'Continue')
  await enter('Enter them again', again, 'Confirm')
}

const NEW = transactionPasswordDigest('135790')
const login_password = browser.getByRole('textbox', { name: 'Login password' })
async function proveOwner(password: string) {
  await login_password.fill(password)
  await button('Continue').click()
}
const login_wrong = refusal(405, 'The login password is wrong', {
  reason: 'login_password_wrong',
  field: 'login_password',
})
const waits = success({ effective_wait_until: '2026-03-02T12:00:00.000Z' })
const waiting = browser.getByText(/Withdrawals are on hold until Mar\s2,\s2026/)
const differing = browser.getByText(/The two entries don’t match/)
const no_digits = browser.getByRole('img', { name: /0 of 6 digits/ })

describe('the first transaction password', () => {
  it('is entered, confirmed and done; then the way goes on', async () => {
    const sent = await start(false, {}, '?next=%2Fwallet%2Fbind-card')
    await choose()
    await expect.element(heading('Transaction password set')).toBeVisible()
    expect(sent()).toEqual([{ password: NEW }])
    expect(session.get()?.user?.transaction_password_set).toBe(true)
    await button('Continue').click()
    await expect.poll(() => window.location.hash).toBe('#/wallet/bind-card')
  })
  it('names the document by each step that follows the first [proof 555]', async () => {
    await start(false, {}, '?next=%2Fwallet%2Fbind-card')
    const titled = (step: string) => expect.poll(() => document.title).toBe(`${step} · Adtally`)
    await titled('Transaction password')
    await enter('Choose six digits', '135790', 'Continue')
    await titled('Enter them again')
    await enter('Enter them again', '135790', 'Confirm')
    await titled('Transaction password set')
    await button('Continue').click()
    await expect.poll(() => document.title).not.toContain('Transaction password set')
  })
  it('waits below six digits [proof 67]', async () => {
    await start(false)
    await expect.element(heading('Choose six digits')).toBeVisible()
    await userEvent.keyboard('13579')
    await expect.element(button('Continue')).toHaveAttribute('aria-disabled', 'true')
    await browser.getByRole('group', { name: 'Keypad' }).getByRole('button', { name: '0' }).click()
    await expect.element(button('Continue')).not.toHaveAttribute('aria-disabled')
  })
  it.each(['123456', '654321', '000000', '890123'])('«%s» is too easy to guess', async (digits) => {
    await start(false)
    await enter('Choose six digits', digits, 'Continue')
    await expect.element(browser.getByRole('alert')).toMatchTextContent(/too easy to guess/)
    await expect.element(no_digits).toBeInTheDocument()
    await userEvent.keyboard('135790')
    await expect.element(browser.getByText(/too easy to guess/)).not.toBeInTheDocument()
    await expect.element(heading('Choose six digits')).toBeVisible()
  })
  it('is not sent while both entries differ [proof 68]', async () => {
    const sent = await start(false)
    await choose('135790', '135791')
    await expect.element(differing).toBeVisible()
    await expect.element(no_digits).toBeInTheDocument()
    expect(sent()).toEqual([])
    await userEvent.keyboard('135790')
    await expect.element(differing).not.toBeInTheDocument()
  })
})

describe('the first transaction password, long after signing in', () => {
  const old = { sign_in_fresh_until: '2026-03-01T11:00:00Z' }

  it('asks for the login password, says what waits without, and sends it', async () => {
    const sent = await start(false, {}, '', old)
    await expect.element(heading('Confirm that it’s you')).toBeVisible()
    await expect
      .element(browser.getByText(/Without your login password, withdrawals are on hold/))
      .toBeVisible()
    expect(await accessibilityFaults()).toEqual([])
    await proveOwner('correct horse')
    await choose()
    await expect.element(heading('Transaction password set')).toBeVisible()
    await expect.element(browser.getByText(/Withdrawals are on hold until/)).not.toBeInTheDocument()
    expect(sent()).toEqual([{ password: NEW, login_password: 'correct horse' }])
  })
  it('goes on without it, and says at the end what waits', async () => {
    const sent = await start(false, { '/set/password': waits }, '', old)
    await button('Continue without it').click()
    await choose()
    await expect.element(waiting).toBeVisible()
    expect(sent()).toEqual([{ password: NEW }])
  })
  it('asks again where it was wrong, and can still go on without', async () => {
    const answer = ({ body }: Sent) => ('login_password' in Object(body) ? login_wrong : waits)
    const sent = await start(false, { '/set/password': answer }, '', old)
    await proveOwner('wrong horse')
    await choose()
    await expect.element(login_password).toHaveAccessibleDescription('The login password is wrong')
    await button('Continue without it').click()
    await choose()
    await expect.element(heading('Transaction password set')).toBeVisible()
    expect(sent().at(-1)).toEqual({ password: NEW })
  })
  it('only tells a host’s user, who has none', async () => {
    await start(false, { '/set/password': waits }, '', { ...old, entry: 'hybrid' })
    await expect.element(heading('Choose six digits')).toBeVisible()
    await expect.element(browser.getByText(/open the page from your app again first/)).toBeVisible()
    await choose()
    await expect.element(waiting).toBeVisible()
  })
  it('control: within the hour neither asks nor tells', async () => {
    await start(false, {}, '', { entry: 'hybrid' })
    await expect.element(heading('Choose six digits')).toBeVisible()
    await expect.element(browser.getByText(/from your app again/)).not.toBeInTheDocument()
  })
})

describe('the browser’s back', () => {
  it('leads from the second entry to the first, and to none of them once it is set', async () => {
    const sent = await start(false)
    await enter('Choose six digits', '135790', 'Continue')
    await expect.element(heading('Enter them again')).toBeVisible()
    window.history.back()
    await expect.element(heading('Choose six digits')).toBeVisible()
    await expect.element(no_digits).toBeInTheDocument()
    await choose('246802')
    await expect.element(heading('Transaction password set')).toBeVisible()
    expect(sent()).toEqual([{ password: transactionPasswordDigest('246802') }])
    expect(Object(window.history.state).usr ?? null).toBeNull()
  })
  it('leaves a refusal behind', async () => {
    await start(false)
    await choose('135790', '135791')
    await expect.element(differing).toBeVisible()
    document.querySelector<HTMLElement>('[data-part="back"]')?.click()
    await expect.element(heading('Choose six digits')).toBeVisible()
    await expect.element(differing).not.toBeInTheDocument()
  })
})

describe('changing it', () => {
  it('asks for the present one first, and sends both', async () => {
    const sent = await start(true)
    // A password set before weak ones were refused.
    await enter('Current transaction password', '123456', 'Continue')
    await choose()
    await expect.element(heading('Transaction password set')).toBeVisible()
    expect(sent()).toEqual([{ password: NEW, old_password: transactionPasswordDigest('123456') }])
  })
  it('stays at the present one while it is wrong', async () => {
    const wrong = refusal(405, 'Please enter the correct transaction password', {
      reason: 'transaction_password_wrong',
      field: 'password',
    })
    await start(true, { '/check/password': wrong })
    await enter('Current transaction password', '111111', 'Continue')
    await expect.element(browser.getByText('Please enter the correct transaction password')).toBeVisible()
    await expect.element(heading('Current transaction password')).toBeVisible()
  })
  it('is refused at the new one where it is the same', async () => {
    const same = refusal(405, 'Choose a transaction password that’s different from the old one', {
      reason: 'transaction_password_same',
      field: 'password',
    })
    await start(true, { '/set/password': same })
    await enter('Current transaction password', '246810', 'Continue')
    await choose('246810')
    await expect.element(heading('Choose six digits')).toBeVisible()
    await expect.element(browser.getByText(/different from the old one/)).toBeVisible()
  })
})

describe('a forgotten one', () => {
  it('is reset with the login password, which says that withdrawals wait 24 hours', async () => {
    const sent = await start(true, { '/set/password': waits })
    await button('Forgotten? Reset it with your login password').click()
    await expect.element(browser.getByText(/A reset restarts the wait of 24\shours/)).toBeVisible()
    await proveOwner('correct horse')
    await choose()
    await expect.element(waiting).toBeVisible()
    expect(sent()).toEqual([{ password: NEW, login_password: 'correct horse' }])
  })
  it('needs the login password', async () => {
    await start(true, {}, '?mode=reset')
    await button('Continue').click()
    await expect.element(login_password).toHaveAccessibleDescription('Cannot be empty')
  })
  it('goes back to the login password where that is wrong', async () => {
    await start(true, { '/set/password': login_wrong }, '?mode=reset')
    await proveOwner('wrong horse')
    await choose()
    await expect.element(login_password).toHaveAccessibleDescription('The login password is wrong')
  })
})

it('is accessible', async () => {
  await start(true)
  await expect.element(heading('Current transaction password')).toBeVisible()
  expect(await accessibilityFaults()).toEqual([])
})
