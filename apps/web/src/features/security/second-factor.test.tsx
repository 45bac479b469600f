import { describe, expect, it } from 'vitest'
import { page as browser } from 'vitest/browser'
import { expectUsable } from '../../../../../packages/ui/src/testing/accessibility.ts'
import { type Replies, refusal, success } from '../../testing/fake-api.ts'
import { openAsOwner, owner } from '../../testing/open-page.ts'
import { enterPin, PIN_DIGEST } from '../../testing/pin-sheet.ts'
import { CODES, FACTOR_PAGE, NO_FACTOR, SINCE } from '../../testing/second-factor-replies.ts'

const OFF = success(NO_FACTOR)
const SET_UP = { ...NO_FACTOR, since: SINCE, app_since: SINCE, recovery_codes_left: 9 }
const ON = success(SET_UP)
const button = (name: string) => browser.getByRole('button', { name, exact: true })
const code = browser.getByLabelText('Code from the app')

const start = (replies: Replies, user = owner) => openAsOwner(FACTOR_PAGE, replies, { user })

describe('a second factor', () => {
  it('is set up by password, secret and first code; recovery codes are shown once', async () => {
    let state = OFF
    const sent = await start({
      '/user/second_factor': () => state,
      '/user/second_factor/begin': success({
        secret: 'ABCDEFGHIJKLMNOP',
        address: 'otpauth://totp/Adtally:robin?secret=ABCDEFGHIJKLMNOP&issuer=Adtally',
      }),
      '/user/second_factor/confirm': ({ body }) => {
        if (Object(body).code === '000000') {
          return refusal(405, 'This code is incorrect', { reason: 'second_factor_wrong', field: 'code' })
        }
        state = ON
        return success({ recovery_codes: CODES })
      },
    })
    await button('Set up an authenticator app').click()
    await enterPin('Continue')
    await expect.element(browser.getByText('ABCD EFGH IJKL MNOP')).toBeVisible()
    await expect
      .element(browser.getByRole('link', { name: 'Open authenticator app' }))
      .toHaveAttribute('href', expect.stringMatching(/^otpauth:\/\/totp\//))
    await expectUsable()
    await code.fill('000000')
    await button('Confirm').click()
    await expect.element(browser.getByRole('alert')).toMatchTextContent(/This code is incorrect/)
    await code.fill('123456')
    await button('Confirm').click()
    await expect.poll(() => sent('/confirm').length).toBe(2)
    const list = browser.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
    await expect.element(list.nth(9)).toBeVisible()
    await button('I’ve written them down').click()
    await expect
      .element(browser.getByText('Withdrawals and exchanges need two-step verification.'))
      .toBeVisible()
    expect(browser.getByText(CODES[0] ?? '').query()).toBeNull()
    expect(sent('/begin')).toHaveLength(1)
  })
  it('is removed by a code and the password', async () => {
    let state = ON
    const sent = await start({
      '/user/second_factor': () => state,
      '/user/second_factor/remove': () => {
        state = OFF
        return success({})
      },
    })
    await expect.element(browser.getByText('Recovery codes left')).toBeVisible()
    await code.fill('abcde-fgh23')
    await button('Remove the authenticator app').click()
    await enterPin('Remove the authenticator app')
    await expect.element(button('Set up an authenticator app')).toBeVisible()
    expect(sent.bodies('/remove')).toEqual([{ second_factor: 'abcde-fgh23', password: PIN_DIGEST }])
  })
  it('is asked for at login too, and no longer, by a code and the password', async () => {
    let state = ON
    const sent = await start({
      '/user/second_factor': () => state,
      '/user/second_factor/at_sign_in': ({ body }) => {
        if (Object(body).second_factor === '000000') {
          const field = 'second_factor'
          return refusal(405, 'This code is incorrect', { reason: 'second_factor_wrong', field })
        }
        const at_sign_in_since = Object(body).at_sign_in ? '2026-03-02T12:00:00Z' : null
        state = success({ ...SET_UP, at_sign_in_since })
        return success({})
      },
    })
    await expect.element(browser.getByText('Not required')).toBeVisible()
    await code.fill('000000')
    await button('Require at login, too').click()
    await enterPin('Require at login, too')
    await expect.element(browser.getByRole('alert')).toMatchTextContent(/This code is incorrect/)
    await code.fill('123456')
    await button('Require at login, too').click()
    await enterPin('Require at login, too')
    await expect.element(browser.getByText(/^Required since/)).toBeVisible()
    await expect.element(code).toHaveValue('')
    await expectUsable()
    await code.fill('abcde-fgh23')
    await button('Don’t require at login').click()
    await enterPin('Don’t require at login')
    await expect.element(browser.getByText('Not required')).toBeVisible()
    const password = PIN_DIGEST
    expect(sent.bodies('/at_sign_in')).toEqual([
      { at_sign_in: true, second_factor: '000000', password },
      { at_sign_in: true, second_factor: '123456', password },
      { at_sign_in: false, second_factor: 'abcde-fgh23', password },
    ])
  })
  it('is not offered at login to whom a host app logs in', async () => {
    await start({ '/user/second_factor': ON }, { ...owner, entry: 'hybrid' })
    await expect.element(button('Remove the authenticator app')).toBeVisible()
    expect(button('Require at login, too').query()).toBeNull()
    expect(browser.getByText('At login').query()).toBeNull()
  })
})
