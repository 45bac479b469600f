import { expectUsable } from '@adtally/ui/testing/accessibility.ts'
import { describe, expect, it } from 'vitest'
import { page as browser, userEvent } from 'vitest/browser'
import { type Replying, refusal, success } from '../../../testing/fake-api.ts'
import { ANSWER, fakeDevice, QUESTION } from '../../../testing/fake-device.ts'
import { openPage } from '../../../testing/open-page.ts'
import { buildUser } from '../../../testing/start-app.tsx'

const username = () => browser.getByLabelText('Username')
const password = () => browser.getByRole('textbox', { name: 'Password' })
const submit = () => browser.getByRole('button', { name: 'Log in' })

/** Opens the form; answers what was sent with it. */
async function start(reply: Replying) {
  const sent = await openPage('/login', { '/auth/v2/login': reply }, { user: null })
  await expect.element(username()).toBeVisible()
  return sent
}
async function logIn() {
  await username().fill('ada')
  await password().fill('correct horse')
  await submit().click()
}

describe('login', () => {
  it('asks for both fields beside them, puts the focus there and sends nothing [proof 63]', async () => {
    const sent = await start(refusal(500, 'Server error'))
    await submit().click()
    await expect.element(username()).toHaveAccessibleDescription('Cannot be empty')
    await expect.element(password()).toHaveAccessibleDescription('Cannot be empty')
    expect(document.activeElement).toBe(username().element())
    await username().fill('ada')
    await expect.element(username()).not.toHaveAccessibleDescription('Cannot be empty')
    expect(sent('/login')).toEqual([])
  })
  it('says wrong credentials by toast and keeps what was typed', async () => {
    const sent = await start(
      refusal(405, 'The username or password is wrong', { reason: 'credentials_wrong' }),
    )
    await username().fill(' ada ')
    await password().fill('correct horse')
    await userEvent.keyboard('{Enter}')
    await expect
      .element(browser.getByRole('status').getByText('The username or password is wrong'))
      .toBeVisible()
    await expect.element(password()).toHaveValue('correct horse')
    expect(sent.bodies('')).toEqual([{ username: ' ada ', password: 'correct horse' }])
  })
  it('shows a refusal beside the field it names, not as a toast', async () => {
    await start(refusal(400, 'This text is too long', { reason: 'field_too_long', field: 'username' }))
    await logIn()
    await expect.element(username()).toHaveAccessibleDescription('This text is too long')
    expect(document.querySelector('[data-part="toasts"]')?.textContent).not.toContain('This text is too long')
  })
  it('of a disabled account offers the wallet, and leads there and nowhere else', async () => {
    const disabled = { reason: 'account_disabled', lang: 'en', restricted_token: 'restricted-1' }
    const sent = await start(refusal(403, 'Account disabled, contact customer service', disabled))
    await logIn()
    const dialog = browser.getByRole('alertdialog', { name: 'Account disabled' })
    await expect.element(dialog.getByRole('button', { name: 'Contact customer service' })).toBeVisible()
    await dialog.getByRole('button', { name: 'Open wallet for withdrawal' }).click()
    await expect.poll(() => window.location.hash).toBe('#/wallet')
    await expect.poll(() => localStorage.getItem('fb_token')).toBe('restricted-1')
    await expect.element(browser.getByRole('heading', { name: 'Wallet', level: 1 })).toBeVisible()
    expect(window.location.hash).toBe('#/wallet')
    expect(sent('/data_statistics/list')).toEqual([])
  })
  it('says that there is no connection', async () => {
    await openPage('/login', {}, { user: null })
    await logIn()
    await expect.element(browser.getByText('No connection. Please try again.')).toBeVisible()
  })
  it('sends once however fast it is tapped', async () => {
    const sent = await start(refusal(405, 'no', { reason: 'credentials_wrong' }))
    await username().fill('ada')
    await password().fill('correct horse')
    await submit().tripleClick()
    await expect.element(browser.getByRole('status').getByText('no', { exact: true })).toBeVisible()
    expect(sent('')).toHaveLength(1)
  })
  it('shows the password on request', async () => {
    await start(refusal(500, ''))
    await expect.element(password()).toHaveAttribute('type', 'password')
    await browser.getByRole('button', { name: 'Show password' }).click()
    await expect.element(password()).toHaveAttribute('type', 'text')
  })
  it('has no accessibility fault and no target under 44 px', async () => {
    await start(refusal(500, ''))
    await submit().click()
    await expect.element(username()).toHaveAccessibleDescription('Cannot be empty')
    await expectUsable()
  })
})

describe('login with a passkey', () => {
  const field = 'second_factor'
  const asks = { app: false, passkey: QUESTION }
  const asked = refusal(405, 'Please confirm', { reason: 'second_factor_required', field, asks })

  async function startAsked() {
    const sent = await start(({ body }) =>
      Object(body).passkey === undefined
        ? asked
        : success({ token: 'token-1', device_token: 'device-1', user: buildUser() }),
    )
    await logIn()
    return () => sent.bodies('/login')
  }
  const byPasskey = browser.getByRole('button', { name: 'Log in with a passkey' })

  it('asks the browser for it, on a new question, and logs in with its answer', async () => {
    const device = fakeDevice()
    const sent = await startAsked()
    await expect.element(byPasskey).toHaveFocus()
    await expectUsable()
    await byPasskey.click()
    await expect.poll(() => localStorage.getItem('fb_token')).toBe('token-1')
    const typed = { username: 'ada', password: 'correct horse' }
    expect(sent()).toEqual([typed, typed, { ...typed, passkey: ANSWER }])
    expect(device.asked()).toMatchObject([{ rpId: QUESTION.rp_id, userVerification: 'required' }])
  })
  it('says so where none was used, and takes a recovery code', async () => {
    fakeDevice({ refuses: true })
    const sent = await startAsked()
    await byPasskey.click()
    await expect.element(browser.getByRole('alert')).toMatchTextContent(/^You didn’t use a passkey/)
    expect(document.querySelector('[data-part="toasts"]')?.textContent ?? '').toBe('')
    await browser.getByLabelText('Recovery code').fill('abcde-fgh23')
    await browser.getByRole('button', { name: 'Log in with a code' }).click()
    await expect.poll(() => Object(sent().at(-1)).second_factor).toBe('abcde-fgh23')
  })
})

describe('login with a second factor', () => {
  const code = () => browser.getByLabelText('Code from your authenticator app')
  const codeField = { reason: 'second_factor_required', field: 'second_factor' }
  const asked = refusal(405, 'Please enter a code', codeField)
  const wrong = refusal(405, 'This code is incorrect', { ...codeField, reason: 'second_factor_wrong' })

  /** Starts with a server that asks for a code, accepts one and refuses others. */
  async function startAsked() {
    const sent = await start(({ body }) => {
      const { second_factor } = Object(body)
      if (second_factor === undefined) return asked
      if (second_factor !== '123456') return wrong
      return success({ token: 'token-1', device_token: 'device-1', user: buildUser() })
    })
    await logIn()
    await expect.element(code()).toBeVisible()
    return () => sent.bodies('/login')
  }

  it('asks for the code on a second step, in its field from the start, and sends what was typed before [proof 314]', async () => {
    const sent = await startAsked()
    await expect.poll(() => document.activeElement).toBe(code().element())
    await expect.element(code()).toHaveAttribute('autocomplete', 'one-time-code')
    await expect.element(code()).not.toHaveAccessibleDescription(/Please enter a code/)
    expect(document.querySelector('[data-part="toasts"]')?.textContent ?? '').not.toContain('Please enter')
    await expect.element(browser.getByText(/^Lost your phone\?/)).toBeVisible()
    await expect.element(submit()).toBeDisabled()
    await expectUsable()
    await userEvent.keyboard('000000{Enter}')
    await expect.element(code()).toHaveAccessibleDescription(/This code is incorrect/)
    await expect.element(code()).toHaveValue('')
    await code().fill(' 123456 ')
    await submit().click()
    await expect.poll(() => localStorage.getItem('fb_token')).toBe('token-1')
    const typed = { username: 'ada', password: 'correct horse' }
    expect(sent()).toEqual([
      typed,
      { ...typed, second_factor: '000000' },
      { ...typed, second_factor: '123456' },
    ])
  })
  it('leads back to what was typed', async () => {
    await startAsked()
    await browser.getByRole('button', { name: 'Back to username and password' }).click()
    await expect.element(username()).toHaveValue('ada')
    await expect.element(password()).toHaveValue('correct horse')
  })
})
