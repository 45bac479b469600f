import { test } from '@playwright/test'
import { startTagMarket, type TagMarket } from './support/tag-market.ts'
import { SEEN, type TagPage, tryPage } from './support/tag-page.ts'
import { changeDecision, elementOf } from './support/tag-slots.ts'

let market: TagMarket

test.beforeAll(async () => {
  market = await startTagMarket()
})
test.afterAll(() => market?.stop())

/** So long before the server would refuse it, the tag holds an impression for late. */
const SPARE_MS = 9_000
const COUNTS_MS = 500
const BEHIND = "Object.defineProperty(document, 'hidden', { configurable: true, get: () => true })"

/** The first decision's impression counts for half a second, all later ones' as the program says. */
async function shorten(page: Parameters<typeof changeDecision>[0], of: TagMarket): Promise<void> {
  let decisions = 0
  await changeDecision(page, of, (decision) => {
    decisions += 1
    return decisions > 1 ? decision : { ...decision, impression_within_ms: SPARE_MS + COUNTS_MS }
  })
}

const WAITED: TagPage = {
  name: 'behind another tab until its impression is late',
  before: BEHIND,
  body: (of) => elementOf(of),
  route: shorten,
  act: async (page) => {
    await page.waitForFunction(() => document.querySelector('#tried[data-fill="yes"]'))
    const drawn_ms = await page.evaluate(() => performance.now())
    await page.waitForFunction((until_ms) => performance.now() > until_ms, drawn_ms + COUNTS_MS)
    await page.evaluate(() => {
      Reflect.deleteProperty(document, 'hidden')
      document.dispatchEvent(new Event('visibilitychange'))
    })
  },
  expected: { ...SEEN, asked: 2 },
  without: {
    cuts: [['now_ms > this.#counts_until_ms', 'false']],
    observed: { asked: 1, impressions: 1 },
  },
}

test('what waited too long behind another tab is asked for anew, and counts once [proof 1063]', ({
  browser,
}) => tryPage(browser, market, WAITED))
