import { COMPLETE_LANGUAGES } from '@adtally/i18n/languages.ts'
import { onlineManager } from '@tanstack/react-query'
import { describe, expect, it, onTestFinished } from 'vitest'
import { page as browser, userEvent } from 'vitest/browser'
import { accessibilityFaults } from '../../../../../packages/ui/src/testing/accessibility.ts'
import { refusal, success } from '../../testing/fake-api.ts'
import { ANSWER, fakeDevice, QUESTION } from '../../testing/fake-device.ts'
import { PIN_DIGEST, sheet } from '../../testing/pin-sheet.ts'
import { buildUser } from '../../testing/start-app.tsx'
import { buildBeneficiary, buildProperty, buildQuote, buildWithdrawal } from '../../testing/wallet-replies.ts'
import {
  amount,
  confirm,
  confirmByPin,
  enterPin,
  goOn,
  reachPin,
  start,
  submitted,
  tapTwice,
  withdraw,
  withdrawByPin,
} from '../../testing/withdraw-page.ts'

describe('withdrawing', () => {
  it('says amount, fee, where to and by when, then what happened, its number and what comes next', async () => {
    const sent = await start()
    await amount.fill('250')
    await goOn.click()
    const main = browser.getByRole('main')
    for (const text of [
      /250\.00\sUSD/,
      /Transfer fee\s?0\.25\sUSD/,
      /receive249\.75\sUSD/,
      /half within 2\shr/,
    ]) {
      await expect.element(main).toMatchTextContent(text)
    }
    await expect.element(main).toMatchTextContent(/No one should ever ask you to pay to withdraw/)
    await withdrawByPin()
    await expect.element(submitted).toBeVisible()
    await expect.element(browser.getByText('Withdrawal W100001')).toBeVisible()
    expect(sent.bodies('/check/password')).toEqual([
      { password: PIN_DIGEST, amount: '250', beneficiary_id: buildBeneficiary().beneficiary_id },
    ])
    expect(sent.bodies('/user/withdraw')).toEqual([
      expect.objectContaining({ amount: '250', grant: 'grant-1', request_id: expect.any(String) }),
    ])
    await browser.getByRole('button', { name: 'Back to the wallet' }).click()
    await expect.poll(() => window.location.hash).toBe('#/wallet')
  })
  it('pays once when the button is tapped twice', async () => {
    const sent = await start()
    await reachPin()
    await enterPin()
    await expect.element(confirm).not.toHaveAttribute('aria-disabled')
    tapTwice(confirm.element())
    await expect.element(submitted).toBeVisible()
    expect(sent('/user/withdraw')).toHaveLength(1)
  })
  it('keeps its request id when the reply was lost, so that trying again pays once', async () => {
    let isLost = true
    const sent = await start({
      '/user/withdraw': () => {
        if (isLost) throw new TypeError('lost')
        return success(buildWithdrawal())
      },
    })
    await reachPin()
    await confirmByPin()
    await expect.element(sheet.getByRole('alert')).toMatchTextContent(/We didn’t get a reply\. Try again/)
    isLost = false
    // The button ignores a second tap for as long as it may be a double tap.
    await expect
      .poll(() => {
        const button = confirm.query()
        if (button) tapTwice(button)
        return sent('/user/withdraw').length
      })
      .toBe(2)
    await expect.element(submitted).toBeVisible()
    const ids = sent.bodies('/user/withdraw').map((body) => Object(body).request_id)
    expect(ids).toHaveLength(2)
    expect(new Set(ids).size).toBe(1)
  })
  it('waits while offline', async () => {
    const sent = await start()
    await reachPin()
    await enterPin()
    onlineManager.setOnline(false)
    await expect.element(confirm).toHaveAccessibleDescription('You can do this when you’re back online')
    tapTwice(confirm.element())
    onlineManager.setOnline(true)
    await expect.element(confirm).not.toHaveAttribute('aria-disabled')
    expect(sent('/check/password')).toHaveLength(0)
  })
})

describe('a second factor', () => {
  const asked = success(buildQuote({ second_factor: { app: true, passkey_origin: null } }))
  const code = browser.getByLabelText('Code from your authenticator app')

  it('is asked for where it is set up, and goes with the password', async () => {
    const sent = await start({ '/user/withdraw/quote': asked })
    await amount.fill('250')
    await goOn.click()
    await expect.element(withdraw).toHaveAttribute('aria-disabled', 'true')
    await code.fill('123456')
    await withdrawByPin()
    await expect.element(submitted).toBeVisible()
    expect(sent('/check/password')[0]?.body).toMatchObject({ second_factor: '123456' })
  })
  it('is a passkey where there is one, asked for after the password, or a code instead', async () => {
    const device = fakeDevice()
    const by_passkey = buildQuote({ second_factor: { app: true, passkey_origin: window.location.origin } })
    const asks = { app: true, passkey: QUESTION }
    const sent = await start({
      '/user/withdraw/quote': success(by_passkey),
      '/check/password': ({ body }) =>
        Object(body).passkey === undefined && Object(body).second_factor === undefined
          ? refusal(405, 'Please confirm', { reason: 'second_factor_required', field: 'second_factor', asks })
          : success({ grant: 'grant-1', expires_at: '2026-03-01T12:05:00Z' }),
    })
    await amount.fill('250')
    await goOn.click()
    await expect.element(browser.getByText(/^You confirm with your passkey/)).toBeVisible()
    await browser.getByRole('button', { name: 'Use a code instead' }).click()
    await expect.element(withdraw).toHaveAttribute('aria-disabled', 'true')
    await code.fill('12')
    await browser.getByRole('button', { name: 'Use the passkey instead' }).click()
    await withdrawByPin()
    await expect.element(submitted).toBeVisible()
    expect(sent.bodies('/check/password').map((body) => Object(body).passkey)).toEqual([undefined, ANSWER])
    expect(device.asked()).toHaveLength(1)
  })
  it('wrong: says so beside the code and moves nothing', async () => {
    const wrong = refusal(405, 'This code is incorrect or has already been used. Please enter the next one', {
      reason: 'second_factor_wrong',
      field: 'second_factor',
    })
    const sent = await start({ '/user/withdraw/quote': asked, '/check/password': wrong })
    await amount.fill('250')
    await goOn.click()
    await code.fill('123456')
    await withdrawByPin()
    await expect
      .element(browser.getByRole('alert'))
      .toMatchTextContent(/This code is incorrect or has already been used/)
    await expect.element(code).toHaveValue('')
    expect(sent('/user/withdraw')).toHaveLength(0)
  })
})

describe('the transaction password', () => {
  it('needs all six digits', async () => {
    await start()
    await reachPin()
    await userEvent.keyboard('24681')
    await expect.element(confirm).toHaveAttribute('aria-disabled', 'true')
    await userEvent.keyboard('0')
    await expect.element(confirm).not.toHaveAttribute('aria-disabled')
  })
  it('wrong: says so under the dots, empties them and moves nothing', async () => {
    const wrong = refusal(405, 'Please enter the correct transaction password', {
      reason: 'transaction_password_wrong',
      field: 'password',
    })
    const sent = await start({ '/check/password': wrong })
    await reachPin()
    await confirmByPin()
    await expect
      .element(sheet.getByRole('alert'))
      .toHaveTextContent('Please enter the correct transaction password')
    await expect.element(sheet.getByRole('img', { name: /0 of 6 digits/ })).toBeInTheDocument()
    expect(sent('/user/withdraw')).toHaveLength(0)
  })
  it('locked: says for how long and takes no digits', async () => {
    const locked = refusal(405, 'Too many incorrect attempts', {
      reason: 'transaction_password_locked',
      field: 'password',
      deadline: new Date(Date.now() + 14.5 * 60_000).toISOString(),
    })
    await start({ '/check/password': locked })
    await reachPin()
    await confirmByPin()
    await expect.element(sheet.getByRole('alert')).toMatchTextContent(/Try again in 15\smin/)
    await userEvent.keyboard('1')
    await expect.element(sheet.getByRole('img', { name: /0 of 6 digits/ })).toBeInTheDocument()
    await expect.element(sheet.getByRole('button', { name: '1' })).toBeDisabled()
  })
})

describe('the amount', () => {
  it.each([
    ['', 'The amount can’t be 0'],
    ['0', 'The amount can’t be 0'],
    ['1000.01', 'Insufficient balance'],
    ['0.25', 'Enter more than the transfer fee of 0.25'],
  ])('«%s» is refused beside the field', async (text, message) => {
    await start()
    await amount.fill(text)
    await goOn.click()
    await expect.element(amount).toHaveAccessibleDescription(expect.stringContaining(message))
    expect(window.location.hash).toContain('withdraw=amount')
  })
  it('never reaches into startup funds', async () => {
    await start({ '/user/property': success(buildProperty({ startup_funds: '20.00' })) })
    await amount.fill('1010')
    await expect
      .element(amount)
      .toHaveAccessibleDescription(/Startup funds not returned, contact customer service/)
  })
  it('takes all to the cent', async () => {
    await start({ '/user/withdraw/quote': success(buildQuote({ withdrawable: '12.345678' })) })
    await browser.getByRole('button', { name: 'All', exact: true }).click()
    await expect.element(amount).toHaveValue('12.34')
  })
  it.each([
    ['en', '50,5', /50\.50\sUSD$/],
    ['en', '1,234.56', null],
    ['en', '0,234.56', null],
    ['en', '1.239', null],
    ['de', '50,50', /50,50\sUSD$/],
    ['de', '1.000', /1\.000,00\sUSD$/],
    ['de', '1,234.56', null],
    ['de', '1,239', null],
  ] as const)('pasted in %s as «%s» is %s, and stays as it was pasted', async (language, text, meant) => {
    await start({}, { language })
    const input = browser.getByRole('textbox')
    await input.fill(text)
    await expect.element(input).toHaveValue(text)
    document.querySelector('form')?.requestSubmit()
    if (meant !== null) {
      await expect.poll(() => window.location.hash).toContain('withdraw=review')
      await expect.element(browser.getByRole('button', { name: meant })).toBeVisible()
    } else {
      await expect.element(input).toHaveAttribute('aria-invalid', 'true')
      await expect.element(input).toHaveValue(text)
      expect(window.location.hash).toContain('withdraw=amount')
    }
  })
  it.each([...COMPLETE_LANGUAGES])(
    'never moves the keypad by what is said of it, in %s at 320 px',
    async (language) => {
      await browser.viewport(320, 700)
      onTestFinished(() => browser.viewport(390, 844))
      await start({ '/user/property': success(buildProperty({ startup_funds: '20.00' })) }, { language })
      const input = browser.getByRole('textbox')
      const key = browser.getByRole('button', { name: '5', exact: true })
      await expect.element(key).toBeVisible()
      const topOf = () => key.element().getBoundingClientRect().top + window.scrollY
      const before = topOf()
      for (const text of ['1010', '99999999', '0,10', '1.2345', 'x', '']) {
        await input.fill(text)
        document.querySelector('form')?.requestSubmit()
        await expect.element(input).toHaveAttribute('aria-invalid', 'true')
        expect(topOf(), text).toBe(before)
      }
    },
  )
  it.each([
    ['Insufficient balance', 'insufficient_balance'],
    ['The amount must be more than the fee', 'amount_not_above_fee'],
  ])('refused by the server is said beside it: %s', async (text, reason) => {
    await start({ '/user/withdraw': refusal(405, text, { reason, field: 'amount' }) })
    await reachPin()
    await confirmByPin()
    await expect.element(amount).toHaveAccessibleDescription(expect.stringContaining(text))
    await expect.element(amount).toHaveValue('250')
  })
})

describe('before the first withdrawal', () => {
  it('leads to the transaction password and to the beneficiary, and back', async () => {
    const nothing = { '/user/withdraw/quote': success(buildQuote({ beneficiary: null })) }
    await start(nothing, { user: buildUser() })
    const back = encodeURIComponent('/wallet?withdraw=amount')
    await expect
      .element(browser.getByRole('link', { name: /Transaction password/ }))
      .toHaveAttribute('href', `#/wallet/set-password?next=${back}`)
    await expect
      .element(browser.getByRole('link', { name: /Bank card or wallet address/ }))
      .toHaveAttribute('href', `#/wallet/bind-card?next=${back}`)
  })
  it('says that a new beneficiary holds the amount', async () => {
    const usable_from = new Date(Date.now() + 3_600_000).toISOString()
    const beneficiary = buildBeneficiary({ usable_from })
    await start({ '/user/withdraw/quote': success(buildQuote({ beneficiary })) })
    await amount.fill('250')
    await goOn.click()
    await expect.element(browser.getByText(/On hold until .* Your beneficiary, a password/)).toBeVisible()
  })
})

it('is accessible at every step', async () => {
  await start()
  await expect.element(amount).toBeVisible()
  expect(await accessibilityFaults()).toEqual([])
  await reachPin()
  await expect.element(confirm).toBeVisible()
  expect(await accessibilityFaults()).toEqual([])
})
