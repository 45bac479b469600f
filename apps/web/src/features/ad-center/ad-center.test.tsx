import { focusManager } from '@tanstack/react-query'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { page as browser } from 'vitest/browser'
import { pageOf, type Reply, refusal, success } from '../../testing/fake-api.ts'
import { openPage } from '../../testing/open-page.ts'
import { buildChart, buildPlanCard, buildReading, TWO_BUCKETS } from '../../testing/plan-replies.ts'

const LIST = '/ad/order/data_statistics/list'
async function start(reading: () => Reply, drawn: Parameters<typeof buildChart>[0] = TWO_BUCKETS) {
  const sent = await openPage('/ad-center', {
    '/data_statistics/chart': success(buildChart(drawn)),
    [LIST]: reading,
    '/plan/order/list': ({ query }) => (query.status === 'putting' ? pageOf(buildPlanCard()) : pageOf()),
  })
  return () => sent(LIST)
}
const figure = (name: string) =>
  browser.getByRole('tabpanel').getByRole('button', { name: new RegExp(`^${name}`) })
/** Stops the timers of one second; returns a function that lets a second pass. */
function takeOverSeconds(): () => void {
  const each_second = new Map<number, () => void>()
  const { setInterval: start, clearInterval: stop } = window
  let last_id = -1
  Object.assign(window, {
    setInterval(work: () => void, delay_ms?: number) {
      if (delay_ms !== 1000) return start(work, delay_ms)
      last_id -= 1
      each_second.set(last_id, work)
      return last_id
    },
    clearInterval(id: number) {
      if (!each_second.delete(id)) stop(id)
    },
  })
  onTestFinished(() => {
    Object.assign(window, { setInterval: start, clearInterval: stop })
    vi.restoreAllMocks()
  })
  return () => {
    for (const work of [...each_second.values()]) work()
  }
}
/** Fakes a tab that is hidden or shown again. */
function setVisible(visible: boolean): void {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(visible ? 'visible' : 'hidden')
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
}

beforeEach(() => focusManager.setFocused(undefined))

describe('the eight figures', () => {
  it('are named, with the loss as plain as the rest, and say how sure they are', async () => {
    await start(() => success(buildReading()))
    const expected: [string, string][] = [
      ['Profit', '-4.08'],
      ['Consumed', '13.08'],
      ['Advertising revenue', '9.00'],
      ['Invested', '120.00'],
      ['To be consumed', '106.92'],
      ['Delivery orders', '1'],
      ['Impressions', '1,878'],
      ['Clicks', '65'],
    ]
    for (const [name, value] of expected)
      await expect.element(figure(name)).toMatchTextContent(new RegExp(value))
    await expect.element(figure('Profit')).toMatchTextContent(/estimated/)
    await expect.element(figure('Invested')).toMatchTextContent(/recorded/)
    await expect.element(browser.getByText(/about 30-50 conversions within 7 days/)).toBeVisible()
  })
  it.each([
    ['a plan runs', true],
    ['all plans are settled', false],
  ])('say what is true of them when touched while %s', async (_when, estimated) => {
    await start(() => success(buildReading({ estimated })))
    for (const name of ['Profit', 'Consumed', 'Advertising revenue', 'Invested', 'To be consumed']) {
      await figure(name).click()
      const sheet = browser.getByRole('dialog', { name })
      const can_change = name === 'Profit' || name === 'Advertising revenue'
      const meaning =
        can_change && estimated ? 'Estimated: this figure can still change' : 'Recorded: every amount'
      await expect.element(sheet.getByText(meaning, { exact: false })).toBeVisible()
      expect(sheet.getByText(/final|Settled:/).query()).toBeNull()
      await sheet.getByRole('button', { name: 'Close' }).click()
      await expect.element(sheet).not.toBeInTheDocument()
    }
  })
  it('open into what a profit is calculated from [proof 395]', async () => {
    await start(() => success(buildReading()))
    await figure('Profit').click()
    await expect
      .element(browser.getByRole('dialog', { name: 'Profit' }))
      .toMatchTextContent(/9\.00\sUSD revenue − 13\.08\sUSD spend = -4\.08\sUSD/)
  })
  it('have a chart that begins where something happened, with round values beside it, and as a table [proof 396]', async () => {
    const quiet = ['00', '06'].map((hour) => ({
      at: `2026-03-01T${hour}:00:00Z`,
      spend: '0.00',
      revenue: '0.00',
    }))
    const points = [
      ...quiet,
      { at: '2026-03-01T09:00:00Z', spend: '10.00', revenue: '3.60' },
      { at: '2026-03-01T10:00:00Z', spend: '3.00', revenue: '5.40' },
    ]
    await start(() => success(buildReading()), { points })
    const drawn = browser.getByRole('figure')
    const first = new Intl.DateTimeFormat('en-US', { timeStyle: 'short' }).format(
      new Date(points[2]?.at ?? ''),
    )
    await expect.element(drawn.getByText(first)).toBeVisible()
    await expect.element(drawn.getByText('10', { exact: true })).toBeVisible()
    await browser.getByRole('button', { name: 'As a table' }).click()
    const table = browser.getByRole('table')
    await expect.element(table.getByRole('row').nth(1)).toMatchTextContent(/13\.08\s*9\.00/)
    expect(table.getByRole('row').elements()).toHaveLength(4)
  })
  it('send the period and the time zone, and follow the tab', async () => {
    const polls = await start(() => success(buildReading()))
    await expect.poll(() => polls().length).toBeGreaterThan(0)
    expect(polls()[0]?.query).toEqual({
      type: '1',
      user_time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    })
    await browser.getByRole('tab', { name: 'Month' }).click()
    await expect.poll(() => polls().at(-1)?.query.type).toBe('3')
    await expect.poll(() => window.location.hash).toBe('#/ad-center?period=month')
  })
  it('are as of a time that is written as the page’s other times, in the reader’s own region [proof 540]', async () => {
    const languages = vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['en-GB', 'en'])
    try {
      await start(() => success(buildReading()))
      await expect.element(browser.getByText(/^as of (\d+\s\S+\s\d{4}\s)?\d\d:\d\d:\d\d$/)).toBeVisible()
    } finally {
      languages.mockRestore()
    }
  })
  it('say that they stand still when the poll fails, and go on by themselves', async () => {
    let broken = false
    await start(() => (broken ? refusal(500, 'Server error') : success(buildReading())))
    await expect.element(browser.getByText(/^as of/)).toBeVisible()
    broken = true
    await expect.element(browser.getByText(/^Not updated since/)).toBeVisible()
    await expect.element(figure('Profit')).toMatchTextContent(/-4.08/)
    broken = false
    await expect.element(browser.getByText(/^as of/)).toBeVisible()
  })
})

describe('the poll', () => {
  it('asks each second, rests while the page is hidden, and asks at once when it is seen again', async () => {
    const passSecond = takeOverSeconds()
    // Every answer differs, because a tick before the answer joins the request in flight.
    let impressions = 0
    const polls = await start(() => {
      impressions += 1
      return success(buildReading({ impressions }))
    })
    await expect.element(figure('Impressions')).toMatchTextContent(/^Impressions1nothing before$/)
    passSecond()
    await expect.element(figure('Impressions')).toMatchTextContent(/^Impressions2nothing before$/)
    setVisible(false)
    for (let second = 0; second < 60; second += 1) passSecond()
    expect(polls().length).toBe(2)
    setVisible(true)
    await expect.element(figure('Impressions')).toMatchTextContent(/^Impressions3nothing before$/)
  })
  it('draws only what changed', async () => {
    let impressions = 1878
    const polls = await start(() => success(buildReading({ impressions })))
    await expect.element(figure('Impressions')).toMatchTextContent(/1,878/)
    await expect
      .element(browser.getByRole('slider', { name: /^Spend and advertising revenue/ }))
      .toBeVisible()
    const changed = new Set<string>()
    const observer = new MutationObserver((records) => {
      for (const { target } of records) {
        const element = target instanceof Element ? target : target.parentElement
        changed.add(element?.closest('button, time, figure')?.textContent ?? 'elsewhere')
      }
    })
    const panel = browser.getByRole('tabpanel').element()
    observer.observe(panel, { subtree: true, childList: true, characterData: true, attributes: true })
    const before = polls().length
    await expect.poll(() => polls().length).toBeGreaterThan(before + 1)
    // An unchanged reading, as after a 304: nothing but its time may move.
    expect([...changed].filter((text) => !text.startsWith('as of'))).toEqual([])
    impressions = 1879
    await expect.element(figure('Impressions')).toMatchTextContent(/1,879/)
    observer.disconnect()
    expect([...changed].filter((text) => !text.startsWith('as of'))).toEqual([
      'Impressions1,879nothing before',
    ])
  })
})

describe('invested', () => {
  it('says that it counts the period’s own plans, so that 0 beside a running one is no fault [proof 491]', async () => {
    await start(() => success(buildReading({ invested: '0.00' })))
    await expect.element(figure('Invested')).toMatchTextContent(/^Invested0\.00/)
    const note = browser.getByText('“Invested” counts plans placed in this period.')
    await expect.element(note).toBeVisible()
    await browser.getByRole('tab', { name: 'All' }).click()
    await expect.element(figure('Invested')).toBeVisible()
    await expect.element(note).not.toBeInTheDocument()
  })
})

describe('running plans', () => {
  it('lead to their page', async () => {
    await start(() => success(buildReading()))
    await browser
      .getByRole('list', { name: 'Running plans' })
      .getByRole('link', { name: /Tidepool/ })
      .click()
    await expect.poll(() => window.location.hash).toMatch(/^#\/plan\/detail\?id=/)
  })
})
