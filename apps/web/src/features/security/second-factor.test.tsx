import { describe, expect, it } from 'vitest'
import { page as browser } from 'vitest/browser'
import { expectUsable } from '../../../../../packages/ui/src/testing/accessibility.ts'
import { routes } from '../../app/routes.ts'
import { answerApi, type Reply, refusal, type Sent, success } from '../../testing/fake-api.ts'
import { enterPin } from '../../testing/pin-sheet.ts'
import { buildUser, startApp } from '../../testing/start-app.tsx'
import { walletReplies } from '../../testing/wallet-replies.ts'

const NONE = {
  since: null,
  app_since: null,
  at_sign_in_since: null,
  recovery_codes_left: 0,
  passkeys: [],
  passkey_origin: null,
}
const OFF = success(NONE)
const SINCE = '2026-03-01T12:00:00Z'
const SET_UP = { ...NONE, since: SINCE, app_since: SINCE, recovery_codes_left: 9 }
const ON = success(SET_UP)
const CODES = Array.from({ length: 10 }, (_, index) => `abcd${'bcdefghijk'[index]}-fgh23`)
const button = (name: string) => browser.getByRole('button', { name, exact: true })
const code = browser.getByLabelText('Code from the app')

async function start(replies: Record<string, Reply | ((sent: Sent) => Reply)>) {
  const sent = answerApi({ ...walletReplies(), ...replies })
  const user = buildUser({ transaction_password_set: true })
  await startApp({ routes, at: '/wallet/set-password?mode=second-factor', user })
  return (path: string) => sent.filter((each) => each.path.endsWith(path))
}

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
    expect(sent('/remove').map(({ body }) => body)).toEqual([
      { second_factor: 'abcde-fgh23', password: 'b6af3f19458ec8e6faff8ee1e0440ecb' },
    ])
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
    const password = 'b6af3f19458ec8e6faff8ee1e0440ecb'
    expect(sent('/at_sign_in').map(({ body }) => body)).toEqual([
      { at_sign_in: true, second_factor: '000000', password },
      { at_sign_in: true, second_factor: '123456', password },
      { at_sign_in: false, second_factor: 'abcde-fgh23', password },
    ])
  })
  it('is not offered at login to whom a host app logs in', async () => {
    answerApi({ ...walletReplies(), '/user/second_factor': ON })
    const user = buildUser({ transaction_password_set: true, entry: 'hybrid' })
    await startApp({ routes, at: '/wallet/set-password?mode=second-factor', user })
    await expect.element(button('Remove the authenticator app')).toBeVisible()
    expect(button('Require at login, too').query()).toBeNull()
    expect(browser.getByText('At login').query()).toBeNull()
  })
})
