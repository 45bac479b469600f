import { describe, expect, it } from 'vitest'
import { page as browser } from 'vitest/browser'
import { routes } from '../../app/routes.ts'
import { answerApi, type Reply, refusal, success } from '../../testing/fake-api.ts'
import { PLAN_ID, PRODUCT_ID } from '../../testing/plan-replies.ts'
import { startApp } from '../../testing/start-app.tsx'

async function start(at: string, reply: Reply): Promise<void> {
  const empty = success({ items: [], next_cursor: null })
  answerApi({
    '/unread_count': success({ unread_total: 0 }),
    '/plan/order/detail': reply,
    '/plan/order/list': empty,
    '/plan/order/app/detail': reply,
    '/plan/product/list': empty,
  })
  await startApp({ routes, at })
}
const said = (text: string | RegExp) => browser.getByText(text)

describe('a link to what is not there', () => {
  const invalid = (field: string) =>
    refusal(400, 'This value isn’t valid', { reason: 'field_invalid', field })
  it.each([
    ['an unknown plan', `/plan/detail?id=${PLAN_ID}`, refusal(405, 'Refused', { reason: 'plan_not_found' })],
    ['no plan’s id', '/plan/detail?id=zzz', invalid('plan_id')],
  ])('as %s says so once, and leads to one’s plans', async (_what, at, reply) => {
    await start(at, reply)
    await expect.element(said('We couldn’t find this plan')).toBeVisible()
    for (const text of [/click to reload/, 'Refused', 'This value isn’t valid'])
      expect(said(text).query()).toBeNull()
    await browser.getByRole('button', { name: 'My plans' }).click()
    await expect.poll(() => window.location.hash).toBe('#/plan?tab=mine')
  })
  it.each([
    [
      'an unknown product',
      `/plan/goods-detail?id=${PRODUCT_ID}`,
      refusal(405, 'Refused', { reason: 'product_not_found' }),
    ],
    ['no product’s id', '/plan/goods-detail?id=zzz', invalid('product_id')],
  ])('as %s says so once, and leads to the products', async (_what, at, reply) => {
    await start(at, reply)
    await expect.element(said('We couldn’t find this product')).toBeVisible()
    for (const text of [/click to reload/, 'Refused', 'This value isn’t valid'])
      expect(said(text).query()).toBeNull()
    await browser.getByRole('button', { name: 'Products' }).click()
    await expect.poll(() => window.location.hash).toBe('#/plan')
  })
  it('is not what any other failure is taken for: it is said, and can be tried again', async () => {
    await start(`/plan/detail?id=${PLAN_ID}`, refusal(500, 'Server error', { reason: 'server_error' }))
    await expect.element(said(/click to reload/)).toBeVisible()
    await expect.element(browser.getByRole('status').getByText('Server error')).toBeVisible()
  })
})
