import { type Browser, expect, test } from '@playwright/test'
import { PHONE } from './support/screens/phone.ts'
import { startTagMarket, type TagMarket } from './support/tag-market.ts'

let market: TagMarket

test.beforeAll(async () => {
  market = await startTagMarket()
})
test.afterAll(() => market?.stop())

/** A page that shows an advertisement by itself as a link, and does this with it. */
function pageOf(act: string): string {
  return market.serve({
    headers: {},
    html: `<!doctype html><meta name="viewport" content="width=device-width"><a id="ad" target="_blank" rel="noopener" style="font-size:40px">Look</a>
    <script type="module">
      const answer = await fetch('${market.origin}/delivery/v1/decision?placement=${market.tried_key}')
      const address = new URL((await answer.json()).click_url, '${market.origin}').href
      const link = document.querySelector('#ad')
      link.href = address
      document.title = 'ready'
      ${act}
    </script>`,
  })
}

let visitors = 0

/** Opens the page and resolves once the shop has been opened, by whomever. */
async function openShop(browser: Browser, act: string, tapped: boolean): Promise<void> {
  visitors += 1
  const context = await browser.newContext({ userAgent: `${PHONE} Click/${visitors}`, hasTouch: true })
  try {
    const led_on = context.waitForEvent('requestfinished', (request) =>
      request.url().includes('/delivery/v1/click/'),
    )
    const page = await context.newPage()
    await page.goto(pageOf(act))
    if (tapped) {
      await expect(page).toHaveTitle('ready')
      await page.tap('#ad')
    }
    expect((await (await led_on).response())?.status()).toBe(302)
  } finally {
    await context.close()
  }
}

test('a page that follows its advertisement by itself counts no click, and is led on; a visitor’s tap counts [proof 1108]', async ({
  browser,
}) => {
  const before = await market.clicks()
  for (const act of [
    'location.href = address',
    'link.target = ""; link.click()',
    'location.replace(address)',
  ])
    await openShop(browser, act, false)
  expect(await market.clicks()).toBe(before)
  await openShop(browser, '', true)
  await expect.poll(market.clicks).toBe(before + 1)
  const by_hand = 'link.removeAttribute("href"); link.onclick = () => { location.href = address }'
  await openShop(browser, by_hand, true)
  await expect.poll(market.clicks, 'a script that answers a tap').toBe(before + 2)
})
