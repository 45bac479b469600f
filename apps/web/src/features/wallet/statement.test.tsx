import { expect, it } from 'vitest'
import { page as browser } from 'vitest/browser'
import { accessibilityFaults } from '../../../../../packages/ui/src/testing/accessibility.ts'
import { routes } from '../../app/routes.ts'
import { sha256Hex } from '../../lib/device/sha256.ts'
import { answerApi, success } from '../../testing/fake-api.ts'
import { startApp } from '../../testing/start-app.tsx'
import { buildProperty } from '../../testing/wallet-replies.ts'

const TEXT = 'kind,total\r\n'

it("saves a month's statement as a file, once its hash is right", async () => {
  const saved: string[] = []
  const click = HTMLAnchorElement.prototype.click
  HTMLAnchorElement.prototype.click = function save(this: HTMLAnchorElement) {
    saved.push(this.download)
  }
  const content = { media_type: 'text/csv', content: btoa(TEXT) }
  let sha256 = '00'.repeat(32)
  const sent = answerApi({
    '/unread_count': success({ unread_total: 0 }),
    '/user/property': success(buildProperty()),
    '/transaction_flow/list': success({ items: [], next_cursor: null }),
    '/user/withdraw/list': success({ items: [], next_cursor: null }),
    '/bank_card/detail': success({ beneficiary: null }),
    '/transaction_flow/export': () => success({ ...content, sha256, file_name: 'statement.csv' }),
  })
  await startApp({ routes, at: '/wallet' })
  await browser.getByRole('button', { name: 'Monthly statement' }).click()
  const save = browser.getByRole('button', { name: 'Save CSV' })
  await expect.element(save).toBeVisible()
  expect(await accessibilityFaults()).toEqual([])
  const exports = () => sent.filter(({ path }) => path.endsWith('/transaction_flow/export'))
  await save.click()
  await expect.poll(exports).toHaveLength(1)
  expect(exports()[0]?.query).toMatchObject({ format: 'csv', month: expect.stringMatching(/^\d{4}-\d\d$/) })
  await expect.element(browser.getByText('No connection. Please try again.')).toBeVisible()
  expect(saved).toEqual([])
  sha256 = sha256Hex(new TextEncoder().encode(TEXT))
  await expect
    .poll(async () => {
      await save.click()
      return saved[0]
    })
    .toBe('statement.csv')
  HTMLAnchorElement.prototype.click = click
})
