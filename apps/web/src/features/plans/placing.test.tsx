import { onlineManager } from '@tanstack/react-query'
import { beforeEach, describe, expect, it } from 'vitest'
import { page as browser } from 'vitest/browser'
import { routes } from '../../app/routes.ts'
import { answerApi, type Reply, refusal, type Sent, success } from '../../testing/fake-api.ts'
import { buildProduct, PLAN_ID, PRODUCT_ID } from '../../testing/plan-replies.ts'
import { startApp } from '../../testing/start-app.tsx'

const placed = success({
  plan_id: PLAN_ID,
  number: 'P100002',
  conversion_cap: 277,
  reserved: '498.60',
  create_time: '2026-03-01T12:00:00Z',
})
const property = success({
  currency: 'USD',
  total_assets: '360.00',
  available_balance: '360.00',
  pending_spend: '0.00',
  to_be_settled: '0.00',
  on_hold: '0.00',
  estimated_part: '0.00',
  promotional_part: '0.00',
  discount_amount: '0.00',
  startup_funds: '0.00',
  sys_chargebacks: '0.00',
  virtual_recharge_deduction: '0.00',
  profit_sharing: '0.00',
  total_deposited: '360.00',
  holds: [],
  as_of: '2026-03-01T12:00:00Z',
})

const step = (name: string, members: Record<string, string> = {}) =>
  `/plan/goods-detail?${new URLSearchParams({ id: PRODUCT_ID, step: name, ...members })}`
async function start(at: string, put: Reply | ((sent: Sent) => Reply) = placed): Promise<Sent[]> {
  const sent = answerApi({
    '/unread_count': success({ unread_total: 0 }),
    '/plan/order/app/detail': success(buildProduct()),
    '/user/property': property,
    '/plan/order/put': put,
  })
  await startApp({ routes, at })
  return sent
}
const puts = (sent: Sent[]) => sent.filter(({ path }) => path.endsWith('/plan/order/put'))
const button = (name: string | RegExp) => browser.getByRole('button', { name, exact: true })
const amount = () => browser.getByRole('textbox', { name: 'Investment amount' })
async function review(text: string): Promise<void> {
  await amount().fill(text)
  await button('Review').click()
}
const placeButton = () => button('Place plan · 250.00 USD')
const tap = (element: Element) => element.dispatchEvent(new MouseEvent('click', { bubbles: true }))
/** Two taps with nothing between them, as a finger gives them. */
function doubleTap(element: Element): void {
  tap(element)
  tap(element)
}

beforeEach(() => onlineManager.setOnline(true))

describe('placing a plan', () => {
  it('goes from the product over amount and review to the plan’s number, and a double tap pays once', async () => {
    const sent = await start(`/plan/goods-detail?id=${PRODUCT_ID}`)
    await expect.element(browser.getByText('62.5% of 41 settled plans lost money')).toBeVisible()
    await button('Place a plan').click()
    for (const key of ['2', '5', '0']) await button(key).click()
    await expect.element(amount()).toHaveValue('250')
    await button('Review').click()
    await expect.element(browser.getByText('You can lose up to the whole amount.')).toBeVisible()
    await expect.element(browser.getByText('277 conversions')).toBeVisible()
    await expect.element(browser.getByText('110.00 USD stays available')).toBeVisible()
    await expect.element(placeButton()).toBeVisible()
    doubleTap(placeButton().element())
    await expect.element(browser.getByRole('heading', { name: 'Plan P100002 is placed' })).toBeVisible()
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
    await expect.element(browser.getByText(/^No answer came/)).toBeVisible()
    // The first taps still count as the same one.
    await expect
      .poll(() => {
        tap(placeButton().element())
        return puts(sent).length
      })
      .toBe(2)
    document.querySelector<HTMLElement>('[data-part="back"]')?.click()
    await review('300')
    broken = false
    await button('Place plan · 300.00 USD').click()
    await expect.element(browser.getByRole('heading', { name: 'Plan P100002 is placed' })).toBeVisible()
    const ids = puts(sent).map(({ body }) => Object(body).request_id)
    expect(ids[1]).toBe(ids[0])
    expect(ids[2]).not.toBe(ids[0])
  })
  it('waits while offline', async () => {
    const sent = await start(step('amount'))
    await review('250')
    await expect.element(placeButton()).toBeVisible()
    onlineManager.setOnline(false)
    await expect.element(placeButton()).toHaveAccessibleDescription('This waits until you are online again')
    doubleTap(placeButton().element())
    expect(puts(sent)).toHaveLength(0)
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
  it('takes what keypad, keyboard and slider make of it, and nothing else', async () => {
    await start(step('amount', { amount: '100.00' }))
    await expect.element(amount()).toHaveValue('100.00')
    const slider = browser.getByRole('slider', { name: 'Investment amount in the range' })
    await expect.element(slider).toHaveAttribute('aria-valuetext', '100.00\u00a0USD')
    await button('Erase').click()
    await button('5').click()
    await button('7').click()
    await expect.element(amount()).toHaveValue('100.05')
    await amount().fill('1e3')
    await expect.element(amount()).toHaveValue('100.05')
    await amount().fill('1,000.5')
    await expect.element(amount()).toHaveValue('1000.5')
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
  it('«payments_stopped» is said beside the button', async () => {
    await start(step('amount'), refusal(405, 'New plans are stopped for now', { reason: 'payments_stopped' }))
    await review('250')
    await placeButton().click()
    await expect.element(browser.getByRole('alert').getByText('New plans are stopped for now')).toBeVisible()
    await expect.element(placeButton()).toBeVisible()
  })
})
