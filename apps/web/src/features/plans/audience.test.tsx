import { expect, it } from 'vitest'
import { page as browser } from 'vitest/browser'
import { pageOf, success } from '../../testing/fake-api.ts'
import { openPage } from '../../testing/open-page.ts'
import { buildProduct, PRODUCT_ID } from '../../testing/plan-replies.ts'

const EVERYBODY = buildProduct().targeting
const start = (targeting: Partial<typeof EVERYBODY>) =>
  openPage(`/plan/goods-detail?id=${PRODUCT_ID}`, {
    '/plan/order/app/detail': success(buildProduct({ targeting: { ...EVERYBODY, ...targeting } })),
    '/plan/product/list': pageOf(),
  })
const said = (text: string) => browser.getByText(text, { exact: true })

it('hours and topics that a product targets are told with its audience, where it has any [proof 962]', async () => {
  await start({
    devices: ['phone', 'tv'],
    hours: [
      { first_day: 1, last_day: 5, from_hour: 8, until_hour: 20 },
      { first_day: 7, last_day: 7, from_hour: 22, until_hour: 24 },
    ],
    keywords_any: ['board games', 'chess'],
    keywords_none: ['war'],
  })
  await expect.element(said('Phone, TV and console')).toBeVisible()
  await expect.element(said('Hours (site’s local time)')).toBeVisible()
  await expect.element(browser.getByText(/Mon–Fri .*8:00.*20:00|Mon–Fri .*8:00 AM.*8:00 PM/)).toBeVisible()
  await expect.element(said('board games, chess')).toBeVisible()
  await expect.element(said('Topics left out')).toBeVisible()
})

it('a product without hours and topics says nothing of them', async () => {
  await start({})
  await expect.element(said('Devices')).toBeVisible()
  for (const label of ['Hours (site’s local time)', 'Page topics', 'Topics left out']) {
    expect(said(label).query()).toBeNull()
  }
})
