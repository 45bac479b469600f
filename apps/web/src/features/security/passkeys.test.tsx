import { describe, expect, it } from 'vitest'
import { page as browser } from 'vitest/browser'
import { expectUsable } from '../../../../../packages/ui/src/testing/accessibility.ts'
import { type Replies, refusal, success } from '../../testing/fake-api.ts'
import { ANSWER, fakeDevice, MADE, MAKING, QUESTION } from '../../testing/fake-device.ts'
import { openAsOwner } from '../../testing/open-page.ts'
import { enterPin, PIN_DIGEST } from '../../testing/pin-sheet.ts'
import { CODES, FACTOR_PAGE, NO_FACTOR, SINCE } from '../../testing/second-factor-replies.ts'

const NONE = { ...NO_FACTOR, passkey_origin: window.location.origin }
const PHONE = {
  passkey_id: '01908c7a-5f00-7000-8000-000000000001',
  name: 'Phone',
  added_at: SINCE,
  last_used_at: null,
}
const ON = { ...NONE, since: SINCE, recovery_codes_left: 10, passkeys: [PHONE] }
const password = PIN_DIGEST
const button = (name: string) => browser.getByRole('button', { name, exact: true })
const ASKED = refusal(405, 'Please confirm', {
  reason: 'second_factor_required',
  field: 'second_factor',
  asks: { app: false, passkey: QUESTION },
})

const start = async (replies: Replies) => (await openAsOwner(FACTOR_PAGE, replies)).bodies

describe('a passkey', () => {
  it('is made by the browser after the password, and removed by itself; recovery codes are shown once [proof 342]', async () => {
    let state: object = NONE
    const device = fakeDevice()
    const sent = await start({
      '/user/second_factor': () => success(state),
      '/user/passkey/begin': success(MAKING),
      '/user/passkey/add': () => {
        state = ON
        return success({ recovery_codes: CODES })
      },
      '/user/passkey/remove': ({ body }) => {
        if (Object(body).passkey === undefined) return ASKED
        state = NONE
        return success({})
      },
    })
    await browser.getByLabelText('Name of the passkey').fill('Phone')
    await expectUsable()
    await button('Add a passkey').click()
    await enterPin('Add a passkey')
    await button('I’ve written them down').click()
    const row = browser.getByRole('list', { name: 'Passkeys' }).getByRole('listitem')
    await expect.element(row).toMatchTextContent(/Phone.*Not used yet/s)
    expect(sent('/passkey/begin')).toEqual([{ password }])
    expect(sent('/passkey/add')).toEqual([{ name: 'Phone', made: MADE }])
    expect(device.made()).toMatchObject([
      { attestation: 'none', authenticatorSelection: { userVerification: 'required' } },
    ])
    await expectUsable()
    await button('Remove Phone').click()
    await enterPin('Remove Phone')
    await expect.element(browser.getByText(/^It’s optional/)).toBeVisible()
    const removed = { passkey_id: PHONE.passkey_id, password }
    expect(sent('/passkey/remove')).toEqual([removed, { ...removed, passkey: ANSWER }])
  })

  it('that was not made or used says so on the page, and a code does instead', async () => {
    fakeDevice({ refuses: true })
    const sent = await start({
      '/user/second_factor': success(ON),
      '/user/passkey/begin': success(MAKING),
      '/user/passkey/remove': ({ body }) => (Object(body).second_factor === undefined ? ASKED : success({})),
    })
    await button('Add a passkey').click()
    await enterPin('Add a passkey')
    await expect.element(browser.getByRole('alert')).toMatchTextContent(/^The passkey wasn’t created/)
    await button('Remove Phone').click()
    await enterPin('Remove Phone')
    await expect.element(browser.getByRole('alert')).toMatchTextContent(/^You didn’t use a passkey/)
    await browser.getByLabelText('Recovery code').fill('abcde-fgh23')
    await button('Remove Phone').click()
    await enterPin('Remove Phone')
    await expect.poll(() => sent('/passkey/remove').length).toBe(2)
    expect(sent('/passkey/remove')[1]).toMatchObject({ second_factor: 'abcde-fgh23' })
  })

  it.each([
    ['https://adtally.example', 'Passkeys work at https://adtally.example, not at this address.'],
    [null, /^You can’t use passkeys here/],
  ])('is not offered where passkeys are taken at %s, and it is said why', async (passkey_origin, words) => {
    await start({ '/user/second_factor': success({ ...NONE, passkey_origin }) })
    await expect.element(browser.getByText(words)).toBeVisible()
    await expect.element(button('Set up an authenticator app')).toBeVisible()
    expect(button('Add a passkey').query()).toBeNull()
  })
})
