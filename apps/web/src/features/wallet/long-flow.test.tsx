import { expect, it } from 'vitest'
import { page as browser } from 'vitest/browser'
import { routes } from '../../app/routes.ts'
import { answerApi, type Sent, success } from '../../testing/fake-api.ts'
import { buildUser, startApp } from '../../testing/start-app.tsx'
import { walletReplies } from '../../testing/wallet-replies.ts'

const LINES = 1_000
const DRAWN_MAX = 200

const line = (index: number) => ({
  id: `line-${index}`,
  type: 'system_deposit',
  // Two a day, newest first.
  time: new Date(Date.UTC(2026, 2, 1, 12) - index * 43_200_000).toISOString(),
  amount: '1.00',
  parts: {
    available: '1.00',
    pending_spend: '0.00',
    to_be_settled: '0.00',
    on_hold: '0.00',
    discount: '0.00',
    startup: '0.00',
  },
  remark: `Deposit ${index}`,
  subject_kind: 'deposit',
  subject_id: `line-${index}`,
})

function pageFrom({ query }: Sent) {
  const { cursor = '0', limit = '20' } = query
  const start = Number(cursor)
  const end = Math.min(LINES, start + Number(limit))
  const items = Array.from({ length: end - start }, (_, offset) => line(start + offset))
  return success({ items, next_cursor: end < LINES ? String(end) : null })
}

const list = () => browser.getByRole('list', { name: 'Fund details' }).element()
const drawn = () => [...list().querySelectorAll('li[aria-posinset]')]

/** Scrolls down a screen at a time until there is no more. */
async function scrollToEnd(): Promise<void> {
  for (;;) {
    const before = window.scrollY
    window.scrollBy(0, window.innerHeight)
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
    expect(drawn().length).toBeLessThan(DRAWN_MAX)
    const isLast = drawn().at(-1)?.getAttribute('aria-posinset') === String(LINES)
    if (isLast && window.scrollY === before) return
  }
}

it('draws of a long list what is near the screen, to its last line and back, each month once', async () => {
  answerApi({ ...walletReplies(), '/transaction_flow/list': pageFrom })
  await startApp({ routes, at: '/wallet', user: buildUser({ transaction_password_set: true }) })
  await expect.element(browser.getByText('Deposit 0', { exact: true })).toBeVisible()
  await scrollToEnd()
  await expect.element(browser.getByText(`Deposit ${LINES - 1}`, { exact: true })).toBeVisible()
  expect(drawn().at(-1)?.getAttribute('aria-setsize')).toBe(String(LINES))
  const height = document.documentElement.scrollHeight
  window.scrollTo(0, 0)
  await expect.element(browser.getByText('Deposit 0', { exact: true })).toBeVisible()
  expect(drawn()[0]?.getAttribute('aria-posinset')).toBe('1')
  expect(Math.abs(document.documentElement.scrollHeight - height)).toBeLessThan(2)
  expect([...list().querySelectorAll('h3')].map((each) => each.textContent)[0]).toBe('March 2026')
  expect(list().querySelectorAll('h3')[1]?.textContent).toBe('February 2026')
}, 30_000)
