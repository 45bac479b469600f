import { onlineManager } from '@tanstack/react-query'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { page as browser } from 'vitest/browser'
import { expectUsableWhenNarrow } from '../../../../../packages/ui/src/testing/accessibility.ts'
import { COUPON_ID } from '../../testing/coupon-replies.ts'
import { refusal, success } from '../../testing/fake-api.ts'
import {
  amount,
  button,
  doubleTap,
  placeButton,
  placed,
  puts,
  review,
  start,
  step,
  tap,
  WALLET,
} from '../../testing/placing-page.ts'
import { PLAN_ID, PRODUCT_ID } from '../../testing/plan-replies.ts'

/** At least as long as it may take until the page asks again. */
const READ_AGAIN_MS = 30_000

describe('placing a plan', () => {
  it('goes from the product over amount and review to the plan’s number, and a double tap pays once', async () => {
    const sent = await start(`/plan/goods-detail?id=${PRODUCT_ID}`)
    await expect.element(browser.getByText('62.5% of 41 settled plans lost money')).toBeVisible()
    await button('Place a plan').click()
    for (const key of ['2', '5', '0']) await button(key).click()
    await expect.element(amount()).toHaveValue('250')
    await button('Review').click()
    await expect.element(browser.getByText('You can lose the whole amount.')).toBeVisible()
    await expect.element(browser.getByText('277 conversions')).toBeVisible()
    await expect.poll(() => document.title).toBe('Check and place · Adtally')
    await expect.element(browser.getByText('110.00 USD stays available')).toBeVisible()
    await expect.element(placeButton()).toBeVisible()
    doubleTap(placeButton().element())
    await expect.element(browser.getByRole('heading', { name: 'Plan P100002 is placed' })).toBeVisible()
    await expect.poll(() => document.title).toBe('Plan P100002 is placed · Adtally')
    expect(puts(sent)).toHaveLength(1)
    expect(puts(sent)[0]?.body).toMatchObject({ product_id: PRODUCT_ID, amount: '250', duration_days: 30 })
    await button('View plan').click()
    await expect.poll(() => window.location.hash).toBe(`#/plan/detail?id=${PLAN_ID}`)
  })
  it('sends the same request id after a lost answer, and another one for another amount', async () => {
    let broken = true
    const sent = await start(step('amount'), () => {
      if (broken) throw new TypeError('no connection')
      return placed
    })
    await review('250')
    await placeButton().click()
    await expect.element(browser.getByText(/^We didn’t get a reply/)).toBeVisible()
    // The first taps are ignored as double taps.
    await expect
      .poll(() => {
        tap(placeButton().element())
        return puts(sent).length
      })
      .toBeGreaterThanOrEqual(2)
    document.querySelector<HTMLElement>('[data-part="back"]')?.click()
    await review('300')
    broken = false
    await button('Place plan · 300.00 USD').click()
    await expect.element(browser.getByRole('heading', { name: 'Plan P100002 is placed' })).toBeVisible()
    const ids = puts(sent).map(({ body }) => Object(body).request_id)
    const other = ids.pop()
    expect(new Set(ids).size, 'however often it was tapped').toBe(1)
    expect(other).not.toBe(ids[0])
  })
  it('pays once when the answer was lost and the same plan is placed again from the product [proof 398]', async () => {
    let broken = true
    const sent = await start(`/plan/goods-detail?id=${PRODUCT_ID}`, () => {
      if (broken) throw new TypeError('no connection')
      return placed
    })
    for (const _try of [1, 2]) {
      await button('Place a plan').click()
      await review('250')
      await placeButton().click()
      if (!broken) break
      await expect.element(browser.getByText(/^We didn’t get a reply/)).toBeVisible()
      broken = false
      for (const there of [amount(), button('Place a plan')]) {
        window.history.back()
        await expect.element(there).toBeVisible()
      }
    }
    await expect.element(browser.getByRole('heading', { name: 'Plan P100002 is placed' })).toBeVisible()
    const ids = () => puts(sent).map(({ body }) => Object(body).request_id)
    expect(ids()).toHaveLength(2)
    expect(new Set(ids()).size).toBe(1)
    // A receipt is final: doing the same again is another plan.
    window.history.back()
    await button('Place a plan').click()
    await review('250')
    await placeButton().click()
    await expect.poll(() => new Set(ids()).size).toBe(2)
  })
  it('waits while offline', async () => {
    const sent = await start(step('amount'))
    await review('250')
    await expect.element(placeButton()).toBeVisible()
    onlineManager.setOnline(false)
    await expect.element(placeButton()).toHaveAccessibleDescription('You can do this when you’re back online')
    doubleTap(placeButton().element())
    onlineManager.setOnline(true)
    await expect.element(placeButton()).not.toHaveAttribute('aria-disabled')
    expect(puts(sent)).toHaveLength(0)
  })
})

describe('the browser’s back', () => {
  it('goes one step back with what was chosen, and from the first to the product', async () => {
    await start(`/plan/goods-detail?id=${PRODUCT_ID}`, placed, { coupons: true })
    await button('Place a plan').click()
    await amount().fill('250')
    await button('Choose how to pay').click()
    await browser.getByRole('radio', { name: /Newcomer coupon/ }).click()
    await button('Review').click()
    await expect.element(placeButton()).toBeVisible()
    window.history.back()
    await expect.element(browser.getByRole('radio', { name: /Newcomer coupon/ })).toBeChecked()
    window.history.back()
    await expect.element(amount()).toHaveValue('250')
    window.history.back()
    await expect.element(button('Place a plan')).toBeVisible()
  })
  it('never leads into the steps of a plan that is placed', async () => {
    await start(`/plan/goods-detail?id=${PRODUCT_ID}`)
    await button('Place a plan').click()
    await review('250')
    await placeButton().click()
    await expect.element(browser.getByRole('heading', { name: 'Plan P100002 is placed' })).toBeVisible()
    expect(window.location.hash).toContain('step=done')
    window.history.back()
    await expect.element(button('Place a plan')).toBeVisible()
  })
})

describe('an amount', () => {
  it.each([
    ['', 'Please enter a valid number, such as 250.00'],
    ['19.99', 'Investment amount out of range: 20.00 to 1,000.00 USD'],
    ['1000.01', 'Investment amount out of range: 20.00 to 1,000.00 USD'],
    ['360.01', 'Insufficient balance'],
  ])('of «%s» is refused beside the field', async (text, message) => {
    const sent = await start(step('amount'))
    await expect.element(browser.getByText(/Available 360.00\sUSD/)).toBeVisible()
    await review(text)
    await expect.element(browser.getByRole('alert').getByText(message)).toBeVisible()
    await expect.element(amount()).toHaveAttribute('aria-invalid', 'true')
    expect(document.activeElement).toBe(amount().element())
    expect(puts(sent)).toHaveLength(0)
  })
  it('is what keypad, keyboard and slider make of it', async () => {
    await start(step('amount', { amount: '100.00' }))
    await expect.element(amount()).toHaveValue('100.00')
    const slider = browser.getByRole('slider', { name: 'Investment amount in the range' })
    await expect.element(slider).toHaveAttribute('aria-valuetext', '100.00\u00a0USD')
    await button('Erase').click()
    await button('5').click()
    await button('7').click()
    await expect.element(amount()).toHaveValue('100.05')
  })
  it.each([
    ['en', '50,5', /50\.50\sUSD$/],
    ['en', '1,00.5', null],
    ['en', '1.234,56', null],
    ['en', '50.123', null],
    ['de', '50,50', /50,50\sUSD$/],
    ['de', '50.5', /50,50\sUSD$/],
    ['de', '0.250,00', null],
    ['de', '50,123', null],
  ] as const)('pasted in %s as «%s» is %s, and stays as it was pasted', async (language, text, meant) => {
    await start(step('amount'), placed, { language })
    const input = browser.getByRole('textbox')
    await input.fill(text)
    await expect.element(input).toHaveValue(text)
    document.querySelector('form')?.requestSubmit()
    if (meant !== null) {
      await expect.poll(() => window.location.hash).toContain('step=review')
      await expect.element(browser.getByRole('button', { name: meant })).toBeVisible()
    } else {
      await expect.element(input).toHaveAttribute('aria-invalid', 'true')
      await expect.element(input).toHaveValue(text)
      expect(window.location.hash).toContain('step=amount')
    }
  })
  it('with more decimals than can be paid says so at once, and the example is in the language', async () => {
    await start(step('amount'), placed, { language: 'de' })
    const input = browser.getByRole('textbox')
    await input.fill('50,123')
    await expect.element(browser.getByRole('alert')).toHaveTextContent('Höchstens 2 Nachkommastellen')
    await input.fill('x')
    document.querySelector('form')?.requestSubmit()
    await expect.element(browser.getByRole('alert')).toMatchTextContent(/zum Beispiel 250,00$/)
  })
})

describe('the server’s no', () => {
  it.each(['insufficient_balance', 'product_escrow_exhausted', 'investment_out_of_range'])(
    '«%s» leads back to the amount and is said beside it',
    async (reason) => {
      await start(step('amount'), refusal(405, `the words of ${reason}`, { reason, field: 'amount' }))
      await review('250')
      await placeButton().click()
      await expect.element(browser.getByRole('alert').getByText(`the words of ${reason}`)).toBeVisible()
      await expect.element(amount()).toHaveValue('250')
    },
  )
  const paused = browser.getByText('Deposits and new plans are paused for now. You can still withdraw.')
  it('that plans are paused is said before anything is typed [proof 609]', async () => {
    const property = { ...WALLET, payments_stopped: true }
    await start(step('amount'), placed, {}, { '/user/property': success(property) })
    await expect.element(paused).toBeVisible()
    await expect.element(amount()).toHaveValue('')
    const [note = 0, field = 0] = [paused, amount()].map((one) => one.element().getBoundingClientRect().top)
    expect(note).toBeLessThan(field)
  })
  it('while plans are paused the first step goes no further and says why, and goes on by itself once they are not [proof 687]', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => {
      vi.useRealTimers()
    })
    let is_paused = true
    const property = () => success({ ...WALLET, payments_stopped: is_paused })
    await start(step('amount', { amount: '250' }), placed, {}, { '/user/property': property })
    const next = button('Review')
    await expect.element(next).toHaveAttribute('aria-disabled', 'true')
    await expect.element(next).toHaveAccessibleDescription(/^Deposits and new plans are paused for now/)
    tap(next.element())
    document.querySelector('form')?.requestSubmit()
    is_paused = false
    vi.advanceTimersByTime(READ_AGAIN_MS)
    await expect.element(next).not.toHaveAttribute('aria-disabled')
    expect(window.location.hash).toContain('step=amount')
    await expect.element(next).not.toHaveAttribute('aria-describedby')
    await next.click()
    await expect.element(placeButton()).toBeVisible()
  })
  it('that plans are paused is not said where they are not', async () => {
    await start(step('amount'))
    await review('250')
    await expect.element(placeButton()).toBeVisible()
    expect(paused.query()).toBeNull()
  })
  it('«payments_stopped» is said beside the button', async () => {
    await start(step('amount'), refusal(405, 'New plans are paused for now', { reason: 'payments_stopped' }))
    await review('250')
    await placeButton().click()
    await expect.element(browser.getByRole('alert').getByText('New plans are paused for now')).toBeVisible()
    await expect.element(placeButton()).toBeVisible()
  })
})

describe('what pays a plan', () => {
  const radio = (name: string) => browser.getByRole('radio', { name: new RegExp(name) })
  const terms = () => browser.getByRole('term')
  const paid = () => document.querySelector('dl')?.textContent?.replaceAll('\u00a0', ' ')

  it('is chosen by who has a coupon or startup funds, with exactly what each pays, and sent as it was shown', async () => {
    const sent = await start(step('amount'), placed, { coupons: true, startup_funds: '20.00' })
    await amount().fill('250')
    await button('Choose how to pay').click()
    await expect.element(radio('No coupon')).toBeChecked()
    await expect.element(radio('Big plans')).toBeDisabled()
    await expect.element(browser.getByText('This plan is below the coupon’s minimum amount')).toBeVisible()
    await radio('Newcomer coupon').click()
    await browser.getByRole('switch', { name: /Use startup funds/ }).click()
    await expect.element(terms().filter({ hasText: 'Startup funds pay' })).toBeVisible()
    expect(paid()).toMatch(
      /250\.00 USD.*coupon pays\s?20\.00 USD.*Startup funds\s?pay\s?20\.00 USD.*You pay210\.00 USD/,
    )
    await button('Review').click()
    await expect.element(browser.getByText('150.00 USD stays available')).toBeVisible()
    expect(paid()).toMatch(/coupon pays\s?20\.00 USD.*Startup funds\s?pay\s?20\.00 USD.*You pay210\.00 USD/)
    await placeButton().click()
    await expect.element(browser.getByRole('heading', { name: 'Plan P100002 is placed' })).toBeVisible()
    expect(sent('/user_coupon/usable')[0]?.query).toMatchObject({
      amount: '250.00',
    })
    expect(puts(sent)[0]?.body).toMatchObject({
      amount: '250.00',
      coupon: { coupon_id: COUPON_ID, worth: '20.00' },
      startup_amount: '20.00',
    })
  })
  it('of a coupon that adds comes on top: the plan is larger than what is paid', async () => {
    const sent = await start(step('amount'), placed, { coupons: true })
    await amount().fill('250')
    await button('Choose how to pay').click()
    await radio('Thank you').click()
    expect(paid()).toMatch(/258\.00 USD.*coupon pays\s?8\.00 USD.*You pay250\.00 USD/)
    await button('Review').click()
    await button('Place plan · 258.00 USD').click()
    await expect.element(browser.getByRole('heading', { name: 'Plan P100002 is placed' })).toBeVisible()
    expect(puts(sent)[0]?.body).toMatchObject({ amount: '258.00', coupon: { worth: '8.00' } })
    expect(puts(sent)[0]?.body).not.toHaveProperty('startup_amount')
  })
  it('says so where the wallet is short of the rest, and takes the server’s no about a coupon back there', async () => {
    const no = refusal(405, 'This coupon has been used', { reason: 'coupon_used', field: 'coupon' })
    const sent = await start(step('amount'), no, { coupons: true })
    await amount().fill('400')
    await button('Choose how to pay').click()
    await button('Review').click()
    await expect.element(browser.getByRole('alert').getByText('Insufficient balance')).toBeVisible()
    expect(puts(sent)).toHaveLength(0)
    document.querySelector<HTMLElement>('[data-part="back"]')?.click()
    await amount().fill('250')
    await button('Choose how to pay').click()
    await radio('Newcomer coupon').click()
    await button('Review').click()
    await placeButton().click()
    await expect.element(browser.getByRole('alert').getByText('This coupon has been used')).toBeVisible()
    await expect.element(radio('No coupon')).toBeChecked()
  })
  it('is accessible with targets of 44 px, light and dark, and nothing sticks out at 320 px', async () => {
    await expectUsableWhenNarrow(async () => {
      await start(step('pay', { amount: '250.00' }), placed, { coupons: true, startup_funds: '20.00' })
      await expect.element(radio('Thank you')).toBeVisible()
    })
  })
})
