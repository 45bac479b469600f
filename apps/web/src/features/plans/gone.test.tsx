import { describe, expect, it } from 'vitest'
import { page as browser } from 'vitest/browser'
import { pageOf, type Reply, refusal } from '../../testing/fake-api.ts'
import { openPage } from '../../testing/open-page.ts'
import { PLAN_ID, PRODUCT_ID } from '../../testing/plan-replies.ts'

const start = (at: string, reply: Reply) =>
  openPage(at, {
    '/plan/order/detail': reply,
    '/plan/order/list': pageOf(),
    '/plan/order/app/detail': reply,
    '/plan/product/list': pageOf(),
  })
const said = (text: string | RegExp) => browser.getByText(text)

describe('a link to what is not there', () => {
  const invalid = (field: string) =>
    refusal(400, 'This value isn’t valid', { reason: 'field_invalid', field })
  const unknown = (reason: string) => refusal(405, 'Refused', { reason })
  const plan = { page: '/plan/detail', word: 'plan', button: 'My plans', leads: '#/plan?tab=mine' }
  const product = { page: '/plan/goods-detail', word: 'product', button: 'Products', leads: '#/plan' }
  it.each([
    ['an unknown plan', 'one’s plans', PLAN_ID, plan, unknown('plan_not_found')],
    ['no plan’s id', 'one’s plans', 'zzz', plan, invalid('plan_id')],
    ['an unknown product', 'the products', PRODUCT_ID, product, unknown('product_not_found')],
    ['no product’s id', 'the products', 'zzz', product, invalid('product_id')],
  ])(
    'as %s says so once, and leads to %s',
    async (_what, _where, id, { page, word, button, leads }, reply) => {
      await start(`${page}?id=${id}`, reply)
      await expect.element(said(`We couldn’t find this ${word}`)).toBeVisible()
      for (const text of [/click to reload/, 'Refused', 'This value isn’t valid'])
        expect(said(text).query()).toBeNull()
      await browser.getByRole('button', { name: button }).click()
      await expect.poll(() => window.location.hash).toBe(leads)
    },
  )
  it('is not what any other failure is taken for: it is said, and can be tried again', async () => {
    await start(`/plan/detail?id=${PLAN_ID}`, refusal(500, 'Server error', { reason: 'server_error' }))
    await expect.element(said(/click to reload/)).toBeVisible()
    await expect.element(browser.getByRole('status').getByText('Server error')).toBeVisible()
  })
})
