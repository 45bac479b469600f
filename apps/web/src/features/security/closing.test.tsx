import { describe, expect, it } from 'vitest'
import { page as browser } from 'vitest/browser'
import { expectUsable } from '../../../../../packages/ui/src/testing/accessibility.ts'
import { refusal, success } from '../../testing/fake-api.ts'
import { openAsOwner, owner } from '../../testing/open-page.ts'
import { enterPin, PIN_DIGEST, sheet } from '../../testing/pin-sheet.ts'

const EMPTY = {
  currency: 'USD',
  money: '0.00',
  withdrawable: '0.00',
  plans_open: 0,
  withdrawals_open: 0,
  vip_runs: false,
  discount: '0.00',
  startup_funds: '0.00',
  coupons_unused: 0,
  records_kept_years: 10,
  may_close: true,
}
const FULL = {
  ...EMPTY,
  money: '12.50',
  withdrawable: '12.50',
  plans_open: 2,
  withdrawals_open: 1,
  vip_runs: true,
  discount: '3.00',
  startup_funds: '20.00',
  records_kept_years: null,
  may_close: false,
}
const button = browser.getByRole('button', { name: 'Close account', exact: true })

async function start(closing: object, close = success({})) {
  const sent = await openAsOwner('/customer/closing', {
    '/user/info': success({ ...owner, status: 'cancelled' }),
    '/user/closing': success(closing),
    '/user/closing/close': close,
  })
  return () => sent.bodies('/close')
}

describe('closing an account', () => {
  it('says all that stands in the way, with the way there, and closes nothing', async () => {
    const bodies = await start(FULL)
    const links = [
      [/^2 plans haven’t ended/, '/plan'],
      [/^Your VIP month is running/, '/ad-center/level'],
    ] as const
    for (const [name, path] of links) {
      const link = browser.getByRole('link', { name })
      await expect.element(link).toBeVisible()
      expect(link.element().getAttribute('href')).toContain(path)
    }
    await expect.element(browser.getByRole('link', { name: /^Your money: .*12\.50/ })).toBeVisible()
    await expect.element(browser.getByRole('link', { name: /1 withdrawal is on its way/ })).toBeVisible()
    await expect.element(browser.getByText(/3\.00.*20\.00.* expire/)).toBeVisible()
    await expect.element(button).toBeDisabled()
    await expectUsable()
    expect(bodies()).toEqual([])
  })

  it.each([
    ['12.50', 'Withdraw it first.'],
    [
      '4.25',
      'Withdraw 4.25 USD now. The rest is waiting for plans to settle, withdrawals to arrive or holds to end.',
    ],
    ['0.00', 'Your money is waiting for plans to settle, withdrawals to arrive or holds to end.'],
  ])(
    'of 12.50 says that %s can be withdrawn now, and what the rest waits for [proof 843]',
    async (withdrawable, how) => {
      await start({ ...FULL, withdrawable })
      await expect.element(browser.getByText(how, { exact: true })).toBeVisible()
    },
  )

  it.each([
    [{ startup_funds: '20.00' }, 'Your startup funds (20.00 USD) will expire. We don’t pay them out.'],
    [{ discount: '3.00' }, 'Your discount amount (3.00 USD) will expire. We don’t pay it out.'],
    [{ coupons_unused: 2 }, 'You can’t use coupons in a closed account. You have 2 unused coupons.'],
  ])(
    'names what is lost with the account, and nothing that there is none of [proof 844]',
    async (members, text) => {
      await start({ ...EMPTY, ...members })
      await expect.element(browser.getByText(text, { exact: true })).toBeVisible()
      expect(browser.getByText(/will expire|unused/).elements()).toHaveLength(1)
    },
  )

  it('closes with the transaction password, and says for how long what is kept', async () => {
    const bodies = await start(EMPTY)
    await expect.element(browser.getByText(/keep some records for 10\s+years/)).toBeVisible()
    await button.click()
    await enterPin('Close account')
    await expect.element(browser.getByText('Account closed', { exact: true })).toBeVisible()
    expect(bodies()).toEqual([{ password: PIN_DIGEST }])
    expect(localStorage.getItem('fb_userInfo')).toContain('cancelled')
    await expect.element(browser.getByRole('heading', { name: 'Service and account' })).toBeVisible()
  })

  it('says a refusal under the dots, and stays open', async () => {
    await start(EMPTY, refusal(405, 'Something has not ended', { reason: 'account_in_use' }))
    await button.click()
    await enterPin('Close account')
    await expect.element(sheet.getByText('Something has not ended')).toBeVisible()
    expect(localStorage.getItem('fb_userInfo')).not.toContain('cancelled')
  })
})
