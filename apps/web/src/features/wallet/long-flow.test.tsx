import { afterEach, expect, it, vi } from 'vitest'
import { page as browser } from 'vitest/browser'
import { type Sent, success } from '../../testing/fake-api.ts'
import { openAsOwner } from '../../testing/open-page.ts'
import { buildFlowLine } from '../../testing/wallet-replies.ts'

const LINES = 1_000
const DRAWN_MAX = 200

const line = (index: number) =>
  buildFlowLine(
    {
      id: `line-${index}`,
      type: 'system_deposit',
      // Two a day, newest first.
      time: new Date(Date.UTC(2026, 2, 1, 12) - index * 43_200_000).toISOString(),
      amount: `${index + 1}.00`,
      remark: 'Deposit',
      subject_kind: 'deposit',
      subject_id: `line-${index}`,
      number: null,
    },
    { available: `${index + 1}.00` },
  )

function pageFrom({ query }: Sent) {
  const { cursor = '0', limit = '20' } = query
  const start = Number(cursor)
  const end = Math.min(LINES, start + Number(limit))
  const items = Array.from({ length: end - start }, (_, offset) => line(start + offset))
  return success({ items, next_cursor: end < LINES ? String(end) : null })
}

const list = () => browser.getByRole('list', { name: 'Fund details' }).element()
const drawn = () => [...list().querySelectorAll('li[aria-posinset]')]

/** Whether the line is rendered within the window, counting from 0. */
function isInSight(index: number): boolean {
  const amount = `+${(index + 1).toLocaleString('en')}.00`
  const row = [...list().querySelectorAll('li')].find(({ textContent }) => textContent.includes(amount))
  const { top = 0, bottom = 0 } = row?.getBoundingClientRect() ?? {}
  return bottom > 0 && top < window.innerHeight
}

/** Scrolls down a screen at a time to the end. */
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

/** Reports each moment like a busy browser: together with the previous one, when nothing was in sight. */
class LateObserver extends IntersectionObserver {
  constructor(told: IntersectionObserverCallback, options?: IntersectionObserverInit) {
    super((moments, observer) => {
      const before = moments.map((moment) => Object.create(moment, { isIntersecting: { value: false } }))
      told([...before, ...moments], observer)
    }, options)
  }
}
afterEach(() => vi.unstubAllGlobals())

it('reads on where the browser is late to tell that the end came near', async () => {
  vi.stubGlobal('IntersectionObserver', LateObserver)
  await openAsOwner('/wallet', { '/transaction_flow/list': pageFrom })
  await expect.element(browser.getByRole('list', { name: 'Fund details' })).toBeVisible()
  window.scrollTo(0, document.documentElement.scrollHeight)
  await expect.poll(() => list().textContent.includes('+21.00')).toBe(true)
})

it('draws of a long list what is near the screen, to its last line and back, each month once', async () => {
  await openAsOwner('/wallet', { '/transaction_flow/list': pageFrom })
  await expect.element(browser.getByRole('list', { name: 'Fund details' })).toBeVisible()
  list().scrollIntoView()
  await expect.poll(() => isInSight(0)).toBe(true)
  expect(isInSight(LINES - 1)).toBe(false)
  await scrollToEnd()
  await expect.poll(() => isInSight(LINES - 1)).toBe(true)
  expect(drawn().at(-1)?.getAttribute('aria-setsize')).toBe(String(LINES))
  const height = document.documentElement.scrollHeight
  list().scrollIntoView()
  await expect.poll(() => isInSight(0)).toBe(true)
  expect(drawn()[0]?.getAttribute('aria-posinset')).toBe('1')
  expect(Math.abs(document.documentElement.scrollHeight - height)).toBeLessThan(2)
  expect([...list().querySelectorAll('h3')].map((each) => each.textContent)[0]).toBe('March\u00a02026')
  expect(list().querySelectorAll('h3')[1]?.textContent).toBe('February\u00a02026')
})
