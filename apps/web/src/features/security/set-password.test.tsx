import { describe, expect, it } from 'vitest'
import { page as browser, userEvent } from 'vitest/browser'
import { accessibilityFaults } from '../../../../../packages/ui/src/testing/accessibility.ts'
import { routes } from '../../app/routes.ts'
import { session, type UserInfo } from '../../lib/session/session.ts'
import { transactionPasswordDigest } from '../../lib/session/transaction-password.ts'
import { answerApi, type Reply, refusal, type Sent, success } from '../../testing/fake-api.ts'
import { buildUser, startApp } from '../../testing/start-app.tsx'
import { walletReplies } from '../../testing/wallet-replies.ts'

const button = (name: string) => browser.getByRole('button', { name })
const heading = (name: string) => browser.getByRole('heading', { name, level: 2 })

async function start(
  isSet: boolean,
  replies: Record<string, Reply | ((sent: Sent) => Reply)> = {},
  search = '',
  members: Partial<UserInfo> = {},
) {
  const user = buildUser({ transaction_password_set: isSet, ...members })
  const sent = answerApi({
    ...walletReplies(),
    '/user/info': success(user),
    '/check/password': success({ grant: null, expires_at: null }),
    '/set/password': success({ effective_wait_until: null }),
    ...replies,
  })
  await startApp({ routes, at: `/wallet/set-password${search}`, user })
  return () => sent.filter(({ path }) => path.endsWith('/set/password')).map(({ body }) => body)
}

async function enter(title: string, digits: string, action: string) {
  await expect.element(heading(title)).toBeVisible()
  await userEvent.keyboard(digits)
  await button(action).click()
}

describe('the first transaction password', () => {
  it('is entered, confirmed and done; then the way goes on', async () => {
    const sent = await start(false, {}, '?next=%2Fwallet%2Fbind-card')
    await enter('Choose six digits', '135790', 'Continue')
    await enter('Enter them again', '135790', 'Confirm')
    await expect.element(heading('Transaction password set')).toBeVisible()
    expect(sent()).toEqual([{ password: transactionPasswordDigest('135790') }])
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
    await expect.element(browser.getByRole('img', { name: /0 of 6 digits/ })).toBeInTheDocument()
    await userEvent.keyboard('135790')
    await expect.element(browser.getByText(/too easy to guess/)).not.toBeInTheDocument()
    await expect.element(heading('Choose six digits')).toBeVisible()
  })
  it('is not sent while both entries differ [proof 68]', async () => {
    const sent = await start(false)
    await enter('Choose six digits', '135790', 'Continue')
    await enter('Enter them again', '135791', 'Confirm')
    await expect.element(browser.getByText(/The two entries don’t match/)).toBeVisible()
    await expect.element(browser.getByRole('img', { name: /0 of 6 digits/ })).toBeInTheDocument()
    expect(sent()).toEqual([])
    await userEvent.keyboard('135790')
    await expect.element(browser.getByText(/The two entries don’t match/)).not.toBeInTheDocument()
  })
})

describe('the first transaction password, long after signing in', () => {
  const until = '2026-03-02T12:00:00.000Z'
  const old = { sign_in_fresh_until: '2026-03-01T11:00:00Z' }
  const waits = { '/set/password': success({ effective_wait_until: until }) }
  const loginPassword = () => browser.getByRole('textbox', { name: 'Login password' })

  it('asks for the login password, says what waits without, and sends it', async () => {
    const sent = await start(false, {}, '', old)
    await expect.element(heading('Confirm that it’s you')).toBeVisible()
    await expect
      .element(browser.getByText(/Without your login password, withdrawals are on hold/))
      .toBeVisible()
    expect(await accessibilityFaults()).toEqual([])
    await loginPassword().fill('correct horse')
    await button('Continue').click()
    await enter('Choose six digits', '135790', 'Continue')
    await enter('Enter them again', '135790', 'Confirm')
    await expect.element(heading('Transaction password set')).toBeVisible()
    await expect.element(browser.getByText(/Withdrawals are on hold until/)).not.toBeInTheDocument()
    expect(sent()).toEqual([
      { password: transactionPasswordDigest('135790'), login_password: 'correct horse' },
    ])
  })
  it('goes on without it, and says at the end what waits', async () => {
    const sent = await start(false, waits, '', old)
    await button('Continue without it').click()
    await enter('Choose six digits', '135790', 'Continue')
    await enter('Enter them again', '135790', 'Confirm')
    await expect.element(browser.getByText(/Withdrawals are on hold until Mar\s2,\s2026/)).toBeVisible()
    expect(sent()).toEqual([{ password: transactionPasswordDigest('135790') }])
  })
  it('asks again where it was wrong, and can still go on without', async () => {
    const wrong = refusal(405, 'The login password is wrong', {
      reason: 'login_password_wrong',
      field: 'login_password',
    })
    const answer = ({ body }: Sent) => ('login_password' in Object(body) ? wrong : waits['/set/password'])
    const sent = await start(false, { '/set/password': answer }, '', old)
    await loginPassword().fill('wrong horse')
    await button('Continue').click()
    await enter('Choose six digits', '135790', 'Continue')
    await enter('Enter them again', '135790', 'Confirm')
    await expect.element(loginPassword()).toHaveAccessibleDescription('The login password is wrong')
    await button('Continue without it').click()
    await enter('Choose six digits', '135790', 'Continue')
    await enter('Enter them again', '135790', 'Confirm')
    await expect.element(heading('Transaction password set')).toBeVisible()
    expect(sent().at(-1)).toEqual({ password: transactionPasswordDigest('135790') })
  })
  it('only tells a host’s user, who has none', async () => {
    await start(false, waits, '', { ...old, entry: 'hybrid' })
    await expect.element(heading('Choose six digits')).toBeVisible()
    await expect.element(browser.getByText(/open the page from your app again first/)).toBeVisible()
    await enter('Choose six digits', '135790', 'Continue')
    await enter('Enter them again', '135790', 'Confirm')
    await expect.element(browser.getByText(/Withdrawals are on hold until Mar\s2,\s2026/)).toBeVisible()
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
    await expect.element(browser.getByRole('img', { name: /0 of 6 digits/ })).toBeInTheDocument()
    await enter('Choose six digits', '246802', 'Continue')
    await enter('Enter them again', '246802', 'Confirm')
    await expect.element(heading('Transaction password set')).toBeVisible()
    expect(sent()).toEqual([{ password: transactionPasswordDigest('246802') }])
    expect(Object(window.history.state).usr ?? null).toBeNull()
  })
  it('leaves a refusal behind', async () => {
    await start(false)
    await enter('Choose six digits', '135790', 'Continue')
    await enter('Enter them again', '135791', 'Confirm')
    await expect.element(browser.getByText(/The two entries don’t match/)).toBeVisible()
    document.querySelector<HTMLElement>('[data-part="back"]')?.click()
    await expect.element(heading('Choose six digits')).toBeVisible()
    await expect.element(browser.getByText(/The two entries don’t match/)).not.toBeInTheDocument()
  })
})

describe('changing it', () => {
  it('asks for the present one first, and sends both', async () => {
    const sent = await start(true)
    // A password set before weak ones were refused.
    await enter('Current transaction password', '123456', 'Continue')
    await enter('Choose six digits', '135790', 'Continue')
    await enter('Enter them again', '135790', 'Confirm')
    await expect.element(heading('Transaction password set')).toBeVisible()
    expect(sent()).toEqual([
      { password: transactionPasswordDigest('135790'), old_password: transactionPasswordDigest('123456') },
    ])
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
    await enter('Choose six digits', '246810', 'Continue')
    await enter('Enter them again', '246810', 'Confirm')
    await expect.element(heading('Choose six digits')).toBeVisible()
    await expect.element(browser.getByText(/different from the old one/)).toBeVisible()
  })
})

describe('a forgotten one', () => {
  it('is reset with the login password, which says that withdrawals wait 24 hours', async () => {
    const until = '2026-03-02T12:00:00.000Z'
    const sent = await start(true, { '/set/password': success({ effective_wait_until: until }) })
    await button('Forgotten? Reset it with your login password').click()
    await expect.element(browser.getByText(/A reset restarts the wait of 24\shours/)).toBeVisible()
    await browser.getByRole('textbox', { name: 'Login password' }).fill('correct horse')
    await button('Continue').click()
    await enter('Choose six digits', '135790', 'Continue')
    await enter('Enter them again', '135790', 'Confirm')
    await expect.element(browser.getByText(/Withdrawals are on hold until Mar\s2,\s2026/)).toBeVisible()
    expect(sent()).toEqual([
      { password: transactionPasswordDigest('135790'), login_password: 'correct horse' },
    ])
  })
  it('needs the login password', async () => {
    await start(true, {}, '?mode=reset')
    await button('Continue').click()
    await expect
      .element(browser.getByRole('textbox', { name: 'Login password' }))
      .toHaveAccessibleDescription('Cannot be empty')
  })
  it('goes back to the login password where that is wrong', async () => {
    const wrong = refusal(405, 'The login password is wrong', {
      reason: 'login_password_wrong',
      field: 'login_password',
    })
    await start(true, { '/set/password': wrong }, '?mode=reset')
    await browser.getByRole('textbox', { name: 'Login password' }).fill('wrong horse')
    await button('Continue').click()
    await enter('Choose six digits', '135790', 'Continue')
    await enter('Enter them again', '135790', 'Confirm')
    await expect
      .element(browser.getByRole('textbox', { name: 'Login password' }))
      .toHaveAccessibleDescription('The login password is wrong')
  })
})

it('is accessible', async () => {
  await start(true)
  await expect.element(heading('Current transaction password')).toBeVisible()
  expect(await accessibilityFaults()).toEqual([])
})
