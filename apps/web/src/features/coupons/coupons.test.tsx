import { clickUntil } from '@adtally/client/testing/click-until.ts'
import { onlineManager } from '@tanstack/react-query'
import { describe, expect, it } from 'vitest'
import { page as browser } from 'vitest/browser'
import { expectUsableWhenNarrow } from '../../../../../packages/ui/src/testing/accessibility.ts'
import { buildCoupon, NEWCOMER_TERMS } from '../../testing/coupon-replies.ts'
import { pageOf, type Replies, type Reply, refusal, success } from '../../testing/fake-api.ts'
import { openPage } from '../../testing/open-page.ts'
import type { Activity, Announcement } from './api/activities.ts'
import type { Coupon } from './api/coupons.ts'

const ACTIVITY_ID = '01890000-0000-7000-8000-0000000000a1'
const PLAN_ID = '01890000-0000-7000-8000-0000000000b1'

function buildActivity(members: Partial<Activity> = {}): Activity {
  return {
    activity_id: 'newcomer',
    ...NEWCOMER_TERMS,
    claim: 'open',
    starts_at: null,
    ends_at: null,
    life_days: 30,
    per_customer_max: 1,
    received: 0,
    left: null,
    ...members,
  }
}

const NEWS: Announcement = {
  announcement_id: ACTIVITY_ID,
  category: 'activity',
  title: 'Spring is here',
  content: 'More placements in April.',
  language: 'en',
  published_at: '2026-03-01T10:00:00Z',
  ends_at: null,
}

const NO_STARTUP = { offered: { amount: '0.00', days: 30 }, grant: null }

const start = (at: string, replies: Replies) =>
  openPage(at, {
    '/announcement/list': pageOf(),
    '/plan/product/list': pageOf(),
    '/startup/detail': success(NO_STARTUP),
    ...replies,
  })

const ticket = (name: string) => browser.getByRole('article', { name })
const link = (name: string | RegExp) => browser.getByRole('link', { name })

describe('/ad-center/coupons', () => {
  it('shows what a coupon does, to which plans and until when, and leads to products that take it', async () => {
    const sent = await start('/ad-center/coupons', { '/user_coupon/list': pageOf(buildCoupon()) })
    await expect.element(ticket('Newcomer coupon')).toMatchTextContent(/10% off.*at most.*20\.00/)
    await expect.element(browser.getByText(/For a .*100\.00.* plan you pay .*90\.00/)).toBeVisible()
    await expect.element(browser.getByText('For one plan of any amount')).toBeVisible()
    await expect.element(browser.getByText(/^Valid until /)).toBeVisible()
    await expect.poll(() => document.title).toContain('Coupons')
    await link('See eligible products: Newcomer coupon').click()
    await expect.poll(() => sent('/plan/product/list')[0]?.query).toEqual({ push: 'official' })
    await expect
      .element(browser.getByRole('button', { name: 'Official placements' }))
      .toHaveAttribute('aria-pressed', 'true')
  })

  it('leads to the one product that a coupon is for, and says what an addition adds', async () => {
    const product = { product_id: PLAN_ID, name: 'Harbour Lights' }
    const coupon = buildCoupon({
      kind: 'value_added',
      effect: 'addition',
      percent: null,
      fixed_amount: '8.00',
      worth_max: '8.00',
      amount_min: '50.00',
      product,
    })
    await start('/ad-center/coupons', { '/user_coupon/list': pageOf(coupon) })
    await expect.element(browser.getByText('Only for the product Harbour Lights')).toBeVisible()
    await expect.element(ticket('Newcomer coupon')).toMatchTextContent(/8\.00.* more.*of .*50\.00.* or more/)
    await expect
      .element(link(/See eligible products/))
      .toHaveAttribute('href', `#/plan/goods-detail?id=${PLAN_ID}`)
  })

  it('has a tab for each state: where it was used, why it was revoked, what the team has left', async () => {
    const tabs: Record<string, Coupon[]> = {
      unused: [],
      used: [
        buildCoupon({
          state: 'used',
          closed_at: '2026-03-02T12:00:00Z',
          plan: { plan_id: PLAN_ID, number: 'P100001', worth: '10.00' },
          team: { leader_operated_id: '12345678', cap: '50.00', used: '10.00' },
        }),
      ],
      expired: [
        buildCoupon({ state: 'revoked', closed_at: '2026-03-02T12:00:00Z', reason: 'Issued by mistake' }),
      ],
    }
    const sent = await start('/ad-center/coupons', {
      '/user_coupon/list': ({ query }) => pageOf(...(tabs[query.state ?? ''] ?? [])),
    })
    await expect.element(browser.getByText('No coupons to use')).toBeVisible()
    await expect.element(link('See activities')).toHaveAttribute('href', '#/ad-center/activities')
    await browser.getByRole('tab', { name: 'Used', exact: true }).click()
    await expect
      .element(link(/Plan P100001: .*10\.00/))
      .toHaveAttribute('href', `#/plan/detail?id=${PLAN_ID}`)
    await expect.element(browser.getByText(/Shared by 12345678 .*10\.00.* of .*50\.00/)).toBeVisible()
    await browser.getByRole('tab', { name: 'Expired' }).click()
    await expect.element(browser.getByText('Reason: Issued by mistake')).toBeVisible()
    await expect.element(link(/See eligible products/)).not.toBeInTheDocument()
    expect(sent('/user_coupon/list').map(({ query }) => query.state)).toEqual(['unused', 'used', 'expired'])
    await expect.poll(() => window.location.hash).toBe('#/ad-center/coupons?tab=expired')
  })

  it('says when reading failed, and reads again when touched', async () => {
    let is_lost = true
    await start('/ad-center/coupons', {
      '/user_coupon/list': () => {
        if (is_lost) return refusal(500, 'Server error', { reason: 'server_error' })
        return pageOf(buildCoupon())
      },
    })
    const failed = browser.getByRole('button', { name: /request failed/i })
    await expect.element(failed).toBeVisible()
    is_lost = false
    await failed.click()
    await expect.element(ticket('Newcomer coupon')).toBeVisible()
  })
})

describe('/ad-center/activities', () => {
  it('claims the newcomer coupon with nothing but a tap, and then leads to the coupons', async () => {
    let claimed = false
    const sent = await start('/ad-center/activities', {
      '/activity/list': () => pageOf(buildActivity({ claim: claimed ? 'received' : 'open' })),
      '/user_coupon/receive': () => {
        claimed = true
        return success(buildCoupon())
      },
    })
    await expect.element(browser.getByText('Claiming is free and never needs a deposit.')).toBeVisible()
    await expect.element(browser.getByText('One per person')).toBeVisible()
    await browser.getByRole('button', { name: 'Claim coupon: Newcomer coupon' }).click()
    await expect.element(browser.getByText('Coupon claimed')).toBeVisible()
    await expect.element(link('Claimed: see your coupons')).toHaveAttribute('href', '#/ad-center/coupons')
    expect(sent.bodies('/user_coupon/receive')).toEqual([
      { request_id: expect.any(String), activity_id: 'newcomer' },
    ])
  })

  it('tries a lost claim again under the same id, and says why one is refused', async () => {
    const answers: (() => Reply)[] = [
      () => {
        throw new TypeError('lost')
      },
      () => refusal(405, 'All coupons of this activity have been claimed', { reason: 'activity_exhausted' }),
    ]
    const sent = await start('/ad-center/activities', {
      '/activity/list': pageOf(buildActivity()),
      '/user_coupon/receive': () => (answers.shift() ?? (() => success(buildCoupon())))(),
    })
    const button = browser.getByRole('button', { name: 'Claim coupon: Newcomer coupon' })
    await button.click()
    await expect.element(browser.getByText('No connection. Please try again.')).toBeVisible()
    await clickUntil(button, () => sent('/user_coupon/receive').length === 2)
    await expect.element(browser.getByText('All coupons of this activity have been claimed')).toBeVisible()
    const ids = sent.bodies('/user_coupon/receive').map((body) => Object(body).request_id)
    expect(new Set(ids).size).toBe(1)
  })

  it('says of each activity why it can’t be claimed now, and what else is announced', async () => {
    const states = [
      ['received_today', 'Claimed today. You can claim it again tomorrow.'],
      ['exhausted', 'All of these coupons have been claimed.'],
      ['upcoming', /^Opens on /],
    ] as const
    const activities = states.map(([claim], index) =>
      buildActivity({
        claim,
        activity_id: `${index}`,
        name: claim,
        starts_at: '2026-04-01T00:00:00Z',
        left: 3,
      }),
    )
    await start('/ad-center/activities', {
      '/activity/list': pageOf(...activities),
      '/announcement/list': pageOf(NEWS),
    })
    for (const [name, text] of states) {
      await expect.element(ticket(name).getByText(text)).toBeVisible()
    }
    await expect.element(ticket('exhausted').getByText('3 left')).toBeVisible()
    await expect.element(browser.getByRole('heading', { name: 'Spring is here' })).toBeVisible()
    await expect.element(browser.getByRole('button', { name: /Claim/ })).not.toBeInTheDocument()
  })

  it('waits while offline', async () => {
    await start('/ad-center/activities', { '/activity/list': pageOf(buildActivity()) })
    const button = browser.getByRole('button', { name: 'Claim coupon: Newcomer coupon' })
    await expect.element(button).toBeEnabled()
    onlineManager.setOnline(false)
    await expect.element(button).toBeDisabled()
  })
})

describe('startup funds', () => {
  const offered = { amount: '20.00', days: 30 }
  const grant = {
    grant_id: PLAN_ID,
    amount: '20.00',
    granted_at: '2026-03-01T12:00:00Z',
    expires_at: '2026-03-31T12:00:00Z',
    state: 'open',
    unused: '8.00',
    in_plans: '12.00',
  }

  it('say what they are before one tap takes them, and where they are afterwards', async () => {
    let is_taken = false
    const sent = await start('/ad-center/activities', {
      '/activity/list': pageOf(),
      '/startup/detail': () => success({ offered, grant: is_taken ? grant : null }),
      '/startup/receive': () => {
        is_taken = true
        return success({ offered, grant })
      },
    })
    await expect.element(browser.getByText('Promotional advance, not your money')).toBeVisible()
    await expect.element(browser.getByText(/^You never owe it/)).toBeVisible()
    await browser.getByRole('button', { name: 'Take startup funds' }).click()
    await expect.element(browser.getByText(/^Unused funds expire on /)).toBeVisible()
    await expect.element(browser.getByText(/^12\.00/)).toBeVisible()
    expect(sent.bodies('/startup/receive')).toEqual([{ request_id: expect.any(String) }])
  })

  it('go back with one tap and its confirmation, as much as is shown', async () => {
    const returned = { ...grant, unused: '0.00', state: 'returned' }
    let is_returned = false
    const sent = await start('/ad-center/activities', {
      '/activity/list': pageOf(),
      '/startup/detail': () => success({ offered, grant: is_returned ? returned : grant }),
      '/startup/return': () => {
        is_returned = true
        return success({ offered, grant: returned })
      },
    })
    await browser.getByRole('button', { name: /^Return 8\.00/ }).click()
    const dialog = browser.getByRole('alertdialog')
    await expect.element(dialog.getByText(/Your own money isn’t affected/)).toBeVisible()
    await dialog.getByRole('button', { name: /^Return 8\.00/ }).click()
    await expect
      .element(
        browser.getByText(/^Returned\. Anything your plans pay back to these funds goes to the platform/),
      )
      .toBeVisible()
    await expect.element(browser.getByRole('button', { name: /^Return/ })).not.toBeInTheDocument()
    expect(sent.bodies('/startup/return')).toEqual([{ request_id: expect.any(String), amount: '8.00' }])
  })
})

describe.each([
  ['/ad-center/coupons', { '/user_coupon/list': pageOf(buildCoupon()) }],
  [
    '/ad-center/activities',
    {
      '/activity/list': pageOf(buildActivity()),
      '/announcement/list': pageOf(NEWS),
      '/startup/detail': success({ offered: { amount: '20.00', days: 30 }, grant: null }),
    },
  ],
])('%s', (at, replies) => {
  it('is accessible with targets of 44 px, light and dark, and nothing sticks out at 320 px', async () => {
    await expectUsableWhenNarrow(async () => {
      await start(at, replies)
      await expect.element(ticket('Newcomer coupon')).toBeVisible()
    })
  })
})
