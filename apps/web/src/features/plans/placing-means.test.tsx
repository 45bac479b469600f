import { describe, expect, it } from 'vitest'
import { page as browser, userEvent } from 'vitest/browser'
import { COUPON_ID } from '../../testing/coupon-replies.ts'
import { type Reply, refusal, success } from '../../testing/fake-api.ts'
import { buildAssistance, DRAFT, RELATION } from '../../testing/follow-replies.ts'
import {
  amount,
  button,
  placeButton,
  placed,
  puts,
  review,
  type Started,
  start,
  step,
  tap,
} from '../../testing/placing-page.ts'
import { PLAN_ID } from '../../testing/plan-replies.ts'

describe('a plan after a leader’s', () => {
  const address = { draft: DRAFT.draft_id }
  async function startAfter(
    replies: Record<string, Reply>,
    means: Parameters<typeof start>[2] = {},
    members: Record<string, string> = {},
  ) {
    return await start(step('amount', { ...address, ...members }), placed, means, {
      '/assistance/list': success(buildAssistance({ relation: RELATION, drafts: [DRAFT] })),
      '/assistance/draft/confirm': placed,
      ...replies,
    })
  }
  const confirmed = (sent: Started) => sent.bodies('/assistance/draft/confirm')

  it('runs as long as the leader’s, is reviewed with what following costs, and is placed by its draft [proof 383]', async () => {
    const sent = await startAfter({})
    await expect
      .element(browser.getByText(`Placed by Grace (${DRAFT.operated_id}) on `, { exact: false }))
      .toBeVisible()
    await expect.element(browser.getByText('Longest it can run, in days')).not.toBeInTheDocument()
    await review('250')
    await expect.element(browser.getByText('Share of profit')).toBeVisible()
    await expect.element(browser.getByText('15%')).toBeVisible()
    await expect.element(browser.getByText('You can lose the whole amount.')).toBeVisible()
    expect(confirmed(sent)).toEqual([])
    await placeButton().click()
    await expect.element(browser.getByRole('heading', { name: 'Plan P100002 is placed' })).toBeVisible()
    expect(confirmed(sent)).toEqual([
      { request_id: expect.any(String), draft_id: DRAFT.draft_id, amount: '250' },
    ])
    expect(puts(sent)).toEqual([])
  })
  it.each([
    ['another product', { product_id: PLAN_ID }],
    ['none that is open', { draft_id: PLAN_ID }],
  ])('is not placed from an address that names %s: back to the drafts', async (_name, members) => {
    const drafts = [{ ...DRAFT, ...members }]
    await startAfter({ '/assistance/list': success(buildAssistance({ relation: RELATION, drafts })) })
    await expect.poll(() => window.location.hash).toBe('#/ad-center/operated')
  })
  it('runs as long as the leader’s, whatever the address says', async () => {
    await startAfter({}, {}, { days: '90' })
    await review('250')
    await expect.element(browser.getByText('Ads for up to 14 days')).toBeVisible()
  })
  it('is paid with a coupon, as any plan is', async () => {
    const sent = await startAfter({}, { coupons: true })
    await amount().fill('250')
    await button('Choose how to pay').click()
    await browser.getByRole('radio', { name: /Newcomer coupon/ }).click()
    await button('Review').click()
    await placeButton().click()
    await expect.element(browser.getByRole('heading', { name: 'Plan P100002 is placed' })).toBeVisible()
    expect(confirmed(sent)).toEqual([
      expect.objectContaining({ coupon: { coupon_id: COUPON_ID, worth: '20.00' } }),
    ])
  })
  it('says beside the button that the draft is open no more', async () => {
    const said = 'This draft has been confirmed or dismissed, or has expired'
    const closed = refusal(405, said, { reason: 'draft_not_open', field: 'draft_id' })
    await startAfter({ '/assistance/draft/confirm': closed })
    await review('250')
    await placeButton().click()
    await expect.element(browser.getByRole('alert').getByText(/has expired/)).toBeVisible()
  })
})

describe('the receipt', () => {
  it('takes no tap that was meant for the button before it [proof 384]', async () => {
    await start(step('amount'))
    await review('250')
    await expect.element(placeButton()).toBeVisible()
    const { left, width, top, height } = placeButton().element().getBoundingClientRect()
    placeButton()
      .element()
      .dispatchEvent(new MouseEvent('click', { bubbles: true }))
    const heading = browser.getByRole('heading', { name: 'Plan P100002 is placed' })
    await expect.element(heading).toBeVisible()
    const below = document.elementFromPoint(left + width / 2, top + height / 2)?.closest('button')
    for (const element of [below, button('View plan').element(), button('Back to products').element()])
      if (element) tap(element)
    await expect.element(heading).toBeVisible()
    expect(window.location.hash).toContain('step=done')
    await button('View plan').click()
    await expect.poll(() => window.location.hash).toBe(`#/plan/detail?id=${PLAN_ID}`)
  })
})

describe('the amount', () => {
  it('is no more an error once it is changed, and the slider ends where the money does [proof 385]', async () => {
    await start(step('amount'))
    await review('5')
    await expect.element(amount()).toHaveAttribute('aria-invalid', 'true')
    await amount().fill('6')
    await expect.element(amount()).not.toHaveAttribute('aria-invalid')
    const slider = browser.getByRole('slider', { name: 'Investment amount in the range' })
    const last = Number(
      slider.element().getAttribute('max') ?? slider.element().getAttribute('aria-valuemax'),
    )
    slider.element().focus()
    await userEvent.keyboard('{End}')
    await expect.element(amount()).toHaveValue('360.00')
    expect(last).toBeGreaterThan(1)
  })
  it('is a quarter, half or all of what is there by one tap, where a plan can have that', async () => {
    await start(step('amount'))
    for (const [share, text] of [
      ['25%', '90.00'],
      ['50%', '180.00'],
      ['100%', '360.00'],
    ]) {
      await browser.getByRole('button', { name: new RegExp(`^${share} of what you have available`) }).click()
      await expect.element(amount()).toHaveValue(text)
    }
  })
  it.each(['$ 250.00', '250 USD', '$250', '2 5 0'])('pasted as «%s»', async (text) => {
    await start(step('amount'))
    await review(text)
    if (text === '2 5 0') await expect.element(amount()).toHaveAttribute('aria-invalid', 'true')
    else await expect.element(placeButton()).toBeVisible()
  })
  it('pasted in another currency is said to be that', async () => {
    await start(step('amount'))
    await review('€250')
    await expect.element(amount()).toHaveAccessibleDescription(/Amounts here are in USD/)
  })
})
