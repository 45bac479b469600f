import { describe, expect, it } from 'vitest'
import { page as browser } from 'vitest/browser'
import { accessibilityFaults } from '../../../../../packages/ui/src/testing/accessibility.ts'
import { pageOf, type Replies, success } from '../../testing/fake-api.ts'
import { openPage } from '../../testing/open-page.ts'
import { buildPlan, PLAN_ID } from '../../testing/plan-replies.ts'

const FILM = {
  impressions: 1200,
  video_25: 900,
  video_50: 750,
  video_75: 600,
  video_100: 518,
  skipped: 214,
  failed: 9,
  completion_percent: '43.2',
}
const AT = '2026-03-01T12:00:00Z'

const start = (members: Partial<ReturnType<typeof buildPlan>['figures']> = {}, replies: Replies = {}) =>
  openPage(`/plan/detail?id=${PLAN_ID}`, {
    '/plan/order/detail': success(buildPlan({ figures: { ...buildPlan().figures, ...members } })),
    '/plan/order/chart': success({ points: [], as_of: AT }),
    ...replies,
  })
const films = () => browser.getByRole('region', { name: 'How far videos were watched' })
const delivery = () => browser.getByRole('region', { name: 'Ads shown' })

describe('what was seen', () => {
  it('is the share of impressions that could be seen, with both counts [proof 906]', async () => {
    await start()
    await expect
      .element(delivery())
      .toMatchTextContent(/Viewability\s*71\.9%1,351 of 1,878 impressions were viewable/)
    await expect.element(films()).not.toBeInTheDocument()
  })
  it('is no share where nothing was shown', async () => {
    await start({ impressions: 0, viewable: 0, viewability_percent: null })
    await expect.element(delivery()).toMatchTextContent(/Spend returned as invalid/)
    expect(delivery().getByText('Viewability').query()).toBeNull()
  })
})

describe('films', () => {
  it('have a bar for each quarter, as long as its share, and say it in figures [proof 907]', async () => {
    await start({ film: FILM })
    const rows = films().getByRole('listitem')
    const texts = [
      'Videos shown1,200',
      'Watched a quarter900',
      'Watched half750',
      'Watched three quarters600',
    ]
    for (const [index, text] of texts.entries())
      await expect.element(rows.nth(index)).toMatchTextContent(text)
    await expect.element(rows.nth(4)).toMatchTextContent(/Watched to the end518\s*43\.2%/)
    await expect
      .element(films())
      .toMatchTextContent(
        /Completion rate43\.2%518 of 1,200 videos shown played to the endSkipped214Couldn’t be played9/,
      )
    const widths = rows.elements().map((row) => {
      const [track, bar] = row.querySelectorAll('[aria-hidden] , [aria-hidden] > *')
      return (bar?.getBoundingClientRect().width ?? 0) / (track?.getBoundingClientRect().width ?? 1)
    })
    expect(widths.map((width) => Math.round(width * 100))).toEqual([100, 75, 63, 50, 43])
    expect(await accessibilityFaults()).toEqual([])
  })
  it('open what a figure counts, and then its days with the films of each', async () => {
    const day = {
      impressions: 1878,
      viewable: 1351,
      viewability_percent: '71.9',
      film: FILM,
      clicks: 65,
      conversions: 5,
      invalid_events: 2,
      spend: '13.08',
      promotional: '0.00',
      revenue: '9.00',
      result: '-4.08',
    }
    const days = [
      { day: '2026-02-28', ...day },
      { day: '2026-02-27', ...day, film: null },
    ]
    await start(
      { film: FILM },
      { '/plan/order/days': success({ days, total: day, estimated: true, as_of: AT }) },
    )
    await films()
      .getByRole('button', { name: /^Watched half/ })
      .click()
    const sheet = browser.getByRole('dialog', { name: 'Watched half' })
    await expect.element(sheet).toMatchTextContent(/750 of 1,200 videos shown played this far/)
    await sheet.getByRole('button', { name: 'See where this comes from' }).click()
    const rows = browser.getByRole('dialog', { name: 'By day' }).getByRole('row')
    await expect.element(rows.nth(0)).toMatchTextContent(/ViewableClicks.*Videos shownWatched a quarter/)
    await expect
      .element(rows.nth(1))
      .toMatchTextContent(/1,878\s*1,351\s*65\s*5\s*2\s*1,200\s*900\s*750\s*600\s*518\s*214\s*9$/)
    await expect
      .element(rows.nth(2))
      .toMatchTextContent(/1,878\s*1,351\s*65\s*5\s*2\s*–\s*–\s*–\s*–\s*–\s*–\s*–$/)
  })
})

describe('an invalid event', () => {
  const event = {
    event_id: '01890000-0000-7000-8000-0000000000e1',
    at: '2026-02-28T10:00:00Z',
    kind: 'click',
    spend_returned: '0.10',
    revenue_reversed: '0.00',
    follows_from: null,
    appeal_until: null,
    appeal: null,
  }
  it('says what its rule’s version says, with that version’s figures [proof 908]', async () => {
    const limits = { impressions_per_minute: 40, clicks_per_minute: 7 }
    await start(
      {},
      {
        '/plan/order/invalid': pageOf(
          { ...event, rule: 'device_velocity', rule_version: 2, rule_text: '', rule_figures: limits },
          {
            ...event,
            event_id: PLAN_ID,
            rule: 'moon_phase',
            rule_version: 1,
            rule_text: 'The moon was full.',
            rule_figures: {},
          },
          {
            ...event,
            event_id: '01890000-0000-7000-8000-0000000000e7',
            rule: 'tainted_decision',
            rule_version: 1,
            rule_text: '',
            rule_figures: {},
            follows_from: { event_id: PLAN_ID, kind: 'viewable', rule: 'impossible_times' },
          },
        ),
      },
    )
    await browser
      .getByRole('main')
      .getByRole('button', { name: /^Invalid traffic/ })
      .click()
    const sheet = browser.getByRole('dialog', { name: 'Invalid traffic' })
    await expect
      .element(sheet)
      .toMatchTextContent(/rule version 2.*One device sent more than 40 impressions or 7 clicks in a minute/)
    await expect
      .element(sheet)
      .toMatchTextContent(
        /Another event for the same ad was invalid \(Viewable impression: Sooner than possible\)/,
      )
    // A rule that has no words in any language yet speaks as it was published.
    await expect.element(sheet.getByText('The moon was full.')).toHaveAttribute('lang', 'en')
    expect(await accessibilityFaults()).toEqual([])
  })
})
