import { clickUntil } from '@adtally/client/testing/click-until.ts'
import { describe, expect, it } from 'vitest'
import { page as browser, userEvent } from 'vitest/browser'
import { accessibilityFaults, expectUsable } from '../../../../../packages/ui/src/testing/accessibility.ts'
import { pageOf, type Replies, refusal, success } from '../../testing/fake-api.ts'
import { buildAssistance, DRAFT, RELATION } from '../../testing/follow-replies.ts'
import { openPage } from '../../testing/open-page.ts'
import { buildProduct } from '../../testing/plan-replies.ts'
import { buildProperty } from '../../testing/wallet-replies.ts'
import type { Leader, Relation } from './api/assistance.ts'
import type { FollowerIncome, Share } from './api/shares.ts'

const product = buildProduct()
const { basis: _basis, ...figures } = product.loss_record
const LEADER: Leader = {
  operated_id: '40817263',
  nickname: 'Grace',
  related_party: false,
  fee_percent: 15,
  record: {
    ...figures,
    basis: 'leader',
    worst_month: { month: '2025-11', result_percent: '-41.5' },
    own_settled_plans: 41,
    left_out_plans: 3,
  },
}

const start = (replies: Replies = {}) =>
  openPage('/ad-center/operated', {
    '/assistance/list': success(buildAssistance()),
    '/assistance/share/list': pageOf(),
    '/assistance/share/income': success({ items: [], next_cursor: null, total: '0.00' }),
    '/user/property': success(buildProperty()),
    ...replies,
  })

const button = (name: RegExp | string) => browser.getByRole('button', { name })
const id_field = browser.getByRole('textbox', { name: 'Operated ID' })
async function seeResults(operated_id = '40817263') {
  await id_field.fill(operated_id)
  await button('See their results').click()
}

describe('following by ID', () => {
  it('shows the leader’s record first, then follows at the rate that was shown, once', async () => {
    let follows = false
    const sent = await start({
      '/assistance/list': () =>
        success(buildAssistance(follows ? { relation: RELATION, items: [RELATION] } : {})),
      '/assistance/leader': success(LEADER),
      '/assistance/follow': () => {
        follows = true
        return success(RELATION)
      },
    })
    await expect.element(browser.getByRole('heading', { name: 'Follow plan' })).toBeVisible()
    await seeResults()
    const sheet = browser.getByRole('dialog', { name: 'Operated ID 40817263' })
    await expect
      .element(sheet.getByText(/62\.5.? of this person’s 41 settled plans lost money/))
      .toBeVisible()
    await expect.element(sheet.getByText(/November\s2025: -41\.5%/)).toBeVisible()
    await expect
      .element(sheet.getByText(/3 settled plans on related parties’ products aren’t counted/))
      .toBeVisible()
    expect(sent('/assistance/follow')).toHaveLength(0)
    await sheet.getByRole('button', { name: 'Follow · 15% of profit' }).click()
    await expect.element(browser.getByText('You now follow Grace (40817263)')).toBeVisible()
    await expect.element(browser.getByRole('region', { name: 'You follow' })).toMatchTextContent(/15%/)
    expect(sent.bodies('/assistance/follow')).toEqual([
      { operated_id: '40817263', fee_percent: 15, request_id: expect.any(String) },
    ])
  })

  it('names the platform’s figures as such where the leader has too few plans', async () => {
    const record = { ...LEADER.record, basis: 'platform', own_settled_plans: 4 } as const
    await start({ '/assistance/leader': success({ ...LEADER, related_party: true, record }) })
    await seeResults()
    const sheet = browser.getByRole('dialog')
    await expect.element(sheet.getByText(/Only 4 of this person’s own plans have settled/)).toBeVisible()
    await expect.element(sheet.getByText(/linked to the platform/)).toBeVisible()
  })

  it.each([
    ['operated_id_not_found', 'ID error, please re-enter'],
    ['operated_id_current', 'Cannot be the same as the current operated ID'],
    ['follow_circle', 'You can’t follow this person: they already follow you, directly or through others'],
  ])('says %s beside the field and keeps what was typed', async (reason, text) => {
    await start({ '/assistance/leader': refusal(405, text, { reason, field: 'operated_id' }) })
    await seeResults('99999999')
    await expect.element(id_field).toHaveAccessibleDescription(expect.stringContaining(text))
    await expect.element(id_field).toHaveValue('99999999')
    await expect.element(id_field).toHaveFocus()
  })

  it('asks for the ID before anything is sent', async () => {
    const sent = await start()
    await button('See their results').click()
    await expect.element(id_field).toHaveAccessibleDescription(/Cannot be empty/)
    expect(sent('/assistance/leader')).toHaveLength(0)
  })

  it('tries the same request again where no answer came', async () => {
    let tries = 0
    const sent = await start({
      '/assistance/leader': success(LEADER),
      '/assistance/follow': () => {
        tries += 1
        if (tries === 1) throw new TypeError('no connection')
        return success(RELATION)
      },
    })
    await seeResults()
    const act = browser.getByRole('dialog').getByRole('button', { name: /^Follow/ })
    await act.click()
    await expect.poll(() => sent('/assistance/follow').length).toBe(1)
    await expect.element(act).toBeEnabled()
    // A second tap within 400 ms counts as the same tap.
    await clickUntil(act, () => sent('/assistance/follow').length === 2)
    const [first, second] = sent.bodies('/assistance/follow')
    expect(second).toEqual(first)
  })
})

describe('the present following', () => {
  it('can be ended at any time, after a question', async () => {
    let ended = false
    const gone: Relation = { ...RELATION, ended_at: '2026-03-01T12:00:00Z', end_reason: 'ended_by_follower' }
    const sent = await start({
      '/assistance/list': () =>
        success(buildAssistance(ended ? { items: [gone] } : { relation: RELATION, items: [RELATION] })),
      '/assistance/end': () => {
        ended = true
        return success(gone)
      },
    })
    await button('Stop following').click()
    const dialog = browser.getByRole('alertdialog', { name: 'Stop following?' })
    await expect.element(dialog).toMatchTextContent(/Plans you’ve placed keep running/)
    await dialog.getByRole('button', { name: 'Stop following' }).click()
    await expect.element(browser.getByText('You no longer follow Grace (40817263)')).toBeVisible()
    await expect
      .element(browser.getByRole('list', { name: 'Follow records' }))
      .toMatchTextContent(/Ended by you/)
    expect(sent('/assistance/end')).toHaveLength(1)
  })
})

describe('a draft', () => {
  it('leads to where any plan is placed', async () => {
    await start({
      '/assistance/list': success(buildAssistance({ relation: RELATION, drafts: [DRAFT] })),
      '/plan/order/app/detail': success(product),
    })
    await expect.element(browser.getByText(/Expires in 2\sdays\s23\shr/)).toBeVisible()
    await button('Choose amount').click()
    await expect
      .poll(() => [...new URLSearchParams(window.location.hash.split('?')[1])])
      .toEqual([
        ['id', DRAFT.product_id],
        ['step', 'amount'],
        ['draft', DRAFT.draft_id],
      ])
  })

  it('is dropped by one tap; one on a closed product can only be dropped', async () => {
    const sent = await start({
      '/assistance/list': success(
        buildAssistance({ relation: RELATION, drafts: [{ ...DRAFT, open: false }] }),
      ),
      '/assistance/draft/dismiss': success({}),
    })
    await expect.element(browser.getByText('This product isn’t open to new plans right now')).toBeVisible()
    await expect.element(button('Choose amount')).not.toBeInTheDocument()
    await button('Dismiss').click()
    await expect.poll(() => sent.bodies('/assistance/draft/dismiss')).toEqual([{ draft_id: DRAFT.draft_id }])
  })
})

describe('the page', () => {
  it('copies one’s own ID and says who follows by it', async () => {
    await start({
      '/assistance/list': success(
        buildAssistance({ own: { operated_id: '10203040', followers: 3, fee_percent: 12 } }),
      ),
    })
    await expect.element(browser.getByText('10203040')).toBeVisible()
    await expect.element(browser.getByText(/3 people follow you/)).toMatchTextContent(/12%/)
    await expect.element(button('Copy operated ID')).toBeVisible()
  })

  it('is a way to try again when it cannot be read', async () => {
    let isBroken = true
    await start({
      '/assistance/list': () => (isBroken ? refusal(500, 'Server error') : success(buildAssistance())),
    })
    await expect.element(button(/Request failed, click to reload/)).toBeVisible()
    isBroken = false
    await button(/Request failed, click to reload/).click()
    await expect.element(browser.getByText('You haven’t followed anyone yet')).toBeVisible()
  })

  it.each(['light', 'dark'])('breaks no accessibility rule in the %s appearance', async (appearance) => {
    await start({
      '/assistance/list': success(
        buildAssistance({ relation: RELATION, items: [RELATION], drafts: [DRAFT] }),
      ),
      '/assistance/leader': success(LEADER),
    })
    document.documentElement.dataset.appearance = appearance
    await expect.element(browser.getByRole('heading', { name: 'Drafts to confirm' })).toBeVisible()
    await expectUsable()
    await id_field.fill('50607080')
    await userEvent.keyboard('{Enter}')
    await expect.element(browser.getByRole('button', { name: /^Follow ·/ })).toBeVisible()
    expect(await accessibilityFaults()).toEqual([])
    await userEvent.keyboard('{Escape}')
    await expect.element(browser.getByRole('dialog')).not.toBeInTheDocument()
    delete document.documentElement.dataset.appearance
  })
})

const SHARE: Share = {
  at: '2026-02-20T10:00:00Z',
  revision: 1,
  result: '10.00',
  fee_percent: 15,
  share: '1.50',
  plan_id: '01890000-0000-7000-8000-0000000000f9',
  plan_number: 'P100031',
  product_name: 'Harbour Lights',
  operated_id: '40817263',
  nickname: 'Grace',
  related_party: false,
  cumulative: '10.00',
  high_water: '10.00',
}

describe('shares of profit (PRODUCT §10)', () => {
  it('show the follower mark, missing amount, and each share with plan and corrections', async () => {
    const corrected = { ...SHARE, revision: 2, result: '-6.00', share: '-0.90', cumulative: '4.00' }
    await start({
      '/assistance/list': success(buildAssistance({ relation: RELATION })),
      '/assistance/share/list': pageOf(corrected, SHARE),
    })
    const present = browser.getByRole('region', { name: 'You follow' })
    await expect.element(present).toMatchTextContent(/high-water mark.*10\.00/)
    await expect.element(present.getByText(/4\.00.*again only after .*6\.00.* more profit/)).toBeVisible()
    const rows = browser.getByRole('list', { name: 'Shares of profit' }).getByRole('listitem')
    await expect.element(rows.nth(0)).toMatchTextContent(/Correction: result -.*6\.00.*-0\.90/)
    await expect.element(rows.nth(1)).toMatchTextContent(/P100031\s· Harbour Lights.*15% of profit above/)
    await expect
      .element(rows.nth(1).getByRole('link'))
      .toHaveAttribute('href', `#/plan/detail?id=${SHARE.plan_id}`)
  })

  it('tell the leader the income follower by follower, and not who they are', async () => {
    const follower: FollowerIncome = {
      follower_number: 1,
      first_followed_at: '2026-01-05T10:00:00Z',
      plans: 2,
      income: '3.00',
      latest: SHARE,
    }
    await start({
      '/assistance/share/income': success({ items: [follower], next_cursor: null, total: '3.00' }),
    })
    const income = browser.getByRole('region', { name: 'Paid to you by followers' })
    await expect.element(income).toMatchTextContent(/3\.00.*Follower 1.*2 settled plans.*1\.50/)
    await expect.element(income).not.toMatchTextContent(/Grace|40817263/)
  })

  it('are no matter of who never followed and whom nobody follows', async () => {
    await start()
    await expect.element(browser.getByText('None of the plans you followed has settled yet.')).toBeVisible()
    expect(browser.getByRole('region', { name: 'Paid to you by followers' }).elements()).toEqual([])
  })
})
