import { currentTime } from '@adtally/i18n/clock.ts'
import type { CompleteLanguage } from '@adtally/i18n/languages.ts'
import { describe, expect, it } from 'vitest'
import { page as browser, userEvent } from 'vitest/browser'
import { accessibilityFaults } from '../../../../../packages/ui/src/testing/accessibility.ts'
import { pageOf, refusal, success } from '../../testing/fake-api.ts'
import { openPage } from '../../testing/open-page.ts'
import { buildChart, buildReading } from '../../testing/plan-replies.ts'
import { buildUser } from '../../testing/start-app.tsx'
import { dayOf } from './components/range-days.ts'

const LIST = '/ad/order/data_statistics/list'
const HOUR_MS = 3_600_000
const daysAgo = (days: number) => dayOf(new Date(currentTime().getTime() - days * 24 * HOUR_MS))
const before = {
  from: '2026-02-28T00:00:00Z',
  until: '2026-02-28T12:00:00Z',
  points: [
    { at: '2026-02-28T00:00:00Z', spend: '4.00', revenue: '1.80' },
    { at: '2026-02-28T06:00:00Z', spend: '6.00', revenue: '1.80' },
  ],
  invested: '0.00',
  delivery_orders: 1,
  consumed: '10.00',
  impressions: 1500,
  clicks: 65,
  conversions: 2,
  advertising_revenue: '3.60',
  profit: '-6.40',
  estimated: false,
}
const points = [
  { at: '2026-03-01T00:00:00Z', spend: '10.00', revenue: '3.60' },
  { at: '2026-03-01T06:00:00Z', spend: '3.08', revenue: '5.40' },
]

/** Opens an address; answers how the figures were asked for last. */
async function start(
  at: string,
  chart: object = {},
  reading = success(buildReading()),
  language: CompleteLanguage = 'en',
) {
  const replies = {
    '/data_statistics/chart': success(buildChart({ points, bucket_ms: 6 * HOUR_MS, ...chart })),
    [LIST]: reading,
    '/plan/order/list': pageOf(),
  }
  const created_at = new Date(currentTime().getTime() - 100 * 24 * HOUR_MS).toISOString()
  const sent = await openPage(at, replies, { user: buildUser({ created_at }), language })
  return () => sent(LIST).at(-1)?.query
}
const figure = (name: string) =>
  browser.getByRole('tabpanel').getByRole('button', { name: new RegExp(`^${name}`) })
const sheet = () => browser.getByRole('dialog', { name: 'Choose days' })

describe('days of one’s own', () => {
  it('begin with the last seven, are chosen by keys alone, and stand in the address [proof 485]', async () => {
    const asked = await start('/ad-center')
    await browser.getByRole('tab', { name: 'Days' }).click()
    await expect.poll(asked).toMatchObject({ type: '5', from: daysAgo(6), until: daysAgo(0) })
    const opener = browser.getByRole('button', { name: /^Choose days/ })
    await expect.element(opener).toBeVisible()
    const element = opener.element()
    if (element instanceof HTMLElement) element.focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(sheet()).toBeVisible()
    expect(await accessibilityFaults()).toEqual([])
    await sheet().getByLabelText('First day').fill(daysAgo(20))
    await sheet().getByLabelText('Last day').fill(daysAgo(10))
    await userEvent.keyboard('{Enter}')
    await expect.element(sheet()).not.toBeInTheDocument()
    await expect.poll(asked).toMatchObject({ type: '5', from: daysAgo(20), until: daysAgo(10) })
    await expect
      .poll(() => window.location.hash)
      .toBe(`#/ad-center?period=range&from=${daysAgo(20)}&until=${daysAgo(10)}`)
  })
  it('are read from an address that was shared', async () => {
    const asked = await start(`/ad-center?period=range&from=${daysAgo(9)}&until=${daysAgo(8)}`)
    await expect.poll(asked).toMatchObject({ type: '5', from: daysAgo(9), until: daysAgo(8) })
    await expect.element(browser.getByRole('tab', { name: 'Days' })).toHaveAttribute('aria-selected', 'true')
  })
  it.each([
    [20, 30, /The last day can’t be before the first/],
    [120, 10, /Your account opened on .* Choose that day or a later one/],
    [10, -2, /This day is still ahead/],
  ])('from %i to %i days ago are not asked for, with a word why [proof 486]', async (from, until, word) => {
    const asked = await start('/ad-center?period=range')
    await browser.getByRole('button', { name: /^Choose days/ }).click()
    await sheet().getByLabelText('First day').fill(daysAgo(from))
    await sheet().getByLabelText('Last day').fill(daysAgo(until))
    await sheet().getByRole('button', { name: 'Show these days' }).click()
    await expect.element(sheet().getByRole('alert')).toMatchTextContent(word)
    expect(asked()).toMatchObject({ from: daysAgo(6), until: daysAgo(0) })
  })
  it('that the server refuses are told in its words, and others can be chosen', async () => {
    const no = refusal(400, 'Your account wasn’t open yet on this day', { reason: 'range_before_account' })
    await start('/ad-center?period=range&from=2020-01-01&until=2020-01-02', {}, no)
    await expect.element(browser.getByText('Your account wasn’t open yet on this day')).toBeVisible()
    await browser.getByRole('button', { name: /^Choose days/ }).click()
    await expect.element(sheet()).toBeVisible()
  })
})

describe('the period before', () => {
  it('stands beside each figure, in a sentence, in the chart’s legend and in its table [proof 487]', async () => {
    await start('/ad-center', { before })
    await expect.element(figure('Consumed')).toMatchTextContent(/13\.08.*10\.00\sUSD before/)
    await expect.element(figure('Impressions')).toMatchTextContent(/1,878.*1,500 before/)
    await expect.element(figure('To be consumed')).not.toMatchTextContent(/before/)
    await figure('Profit').click()
    const profit = browser.getByRole('dialog', { name: 'Profit' })
    await expect
      .element(profit)
      .toMatchTextContent(/In the period before \(.*\): -6\.40\sUSD\. Now it’s 2\.32\sUSD more\./)
    await profit.getByRole('button', { name: 'Close' }).click()
    await figure('Clicks').click()
    await expect
      .element(browser.getByRole('dialog', { name: 'Clicks' }))
      .toMatchTextContent(/: 65\. Now it’s the same\./)
    await browser.getByRole('dialog', { name: 'Clicks' }).getByRole('button', { name: 'Close' }).click()
    const drawn = browser.getByRole('figure')
    await expect.element(drawn.getByText('Spend before')).toBeVisible()
    await browser.getByRole('button', { name: 'As a table' }).click()
    const rows = browser.getByRole('table').getByRole('row')
    await expect.element(rows.nth(0)).toMatchTextContent(/Spend.*revenue.*Spend before.*Revenue before/)
    // The end of both lines, then both at the start of the second bucket.
    await expect.element(rows.nth(1)).toMatchTextContent(/13\.08\s*9\.00\s*10\.00\s*3\.60/)
    await expect.element(rows.nth(2)).toMatchTextContent(/10\.00\s*3\.60\s*4\.00\s*1\.80/)
  })
  it('is told in the currency and with the decimals of the figure above it [proof 849]', async () => {
    await start('/ad-center', { before }, success(buildReading({ consumed: '13.0850' })))
    await expect.element(figure('Consumed')).toMatchTextContent(/13\.0850\sUSD.*10\.0000\sUSD before/)
    await expect.element(figure('Profit')).toMatchTextContent(/-4\.08\sUSD.*-6\.40\sUSD before/)
  })
  it.each([
    ['en', 'Feb 28, 2026, 12:00 AM – 6:30 PM'],
    ['de', '28.02.2026, 00:00 – 18:30'],
    ['vi', '28 thg 2, 2026, 00:00 – 18:30'],
    ['ja', '2026/02/28 0:00〜18:30'],
  ] as const)('has its day before both of its hours in %s [proof 847]', async (language, written) => {
    const [from, until] = [new Date(2026, 1, 28), new Date(2026, 1, 28, 18, 30)].map((at) => at.toISOString())
    await start('/ad-center', { before: { ...before, from, until } }, success(buildReading()), language)
    const note = browser.getByText(RegExp(written.replaceAll(' ', '\\s').replaceAll('/', '\\/')))
    await expect.element(note).toBeVisible()
  })
  it('says so where nothing was in it, and is nothing of all time', async () => {
    const none = { ...before, consumed: '0.00', impressions: 0, clicks: 0, conversions: 0, points: [] }
    await start('/ad-center', { before: none })
    await expect.element(figure('Consumed')).toMatchTextContent(/nothing before/)
    await expect.element(browser.getByText(/^Nothing happened in the period before/)).toBeVisible()
    await browser.getByRole('tab', { name: 'All' }).click()
    await expect.element(figure('Consumed')).toBeVisible()
    await expect.element(figure('Consumed')).not.toMatchTextContent(/before/)
  })
})
