import { part } from '@adtally/ui/part.tsx'
import { type ComponentType, useState } from 'react'
import { Link } from 'react-router'
import { expect, it, vi } from 'vitest'
import { page as browser } from 'vitest/browser'
import { type AppPage, page } from '../lib/page.ts'
import { signIn, signOut } from '../lib/session/session.ts'
import { openPage } from '../testing/open-page.ts'
import { partsPage } from '../testing/parts-page.tsx'
import { loadFirstPage } from './load-first-page.ts'

const title = 'notFound.title' as const

function LongPage() {
  return (
    <div style={{ height: '4000px' }}>
      <Link to="/short" style={{ position: 'fixed', top: '300px' }}>
        to the short page
      </Link>
      <Link to="/long?filter=other" style={{ position: 'fixed', top: '400px' }}>
        another filter
      </Link>
    </div>
  )
}
function ShortPage() {
  return <div style={{ height: '2000px' }}>the short page</div>
}
function BrokenPage() {
  const [broken, setBroken] = useState(false)
  if (broken) throw new Error('drawn wrongly on purpose')
  return (
    <button type="button" onClick={() => setBroken(true)}>
      break
    </button>
  )
}
const pages = [
  page('/long', async () => ({ default: LongPage }), { title }),
  page('/short', async () => ({ default: ShortPage }), { title }),
  page('/broken', async () => ({ default: BrokenPage }), { title }),
]
const start = (at: string, ...more: AppPage[]) => openPage(at, {}, { routes: [...pages, ...more] })
const top = () => Math.round(window.scrollY)

it('an address that was opened during the first drawing is the one on screen', async () => {
  const drawing = new MutationObserver(() => {
    if (!document.querySelector('main')) return
    drawing.disconnect()
    // No event, as for a router that does not listen yet.
    window.history.replaceState(null, '', '#/short')
  })
  drawing.observe(document.body, { childList: true, subtree: true })
  await start('/long')
  await expect.element(browser.getByText('the short page', { exact: true })).toBeVisible()
})

it('a new page starts at its top, going back finds the old one where it was left', async () => {
  await start('/long')
  await expect.element(browser.getByText('to the short page')).toBeVisible()
  window.scrollTo(0, 1500)
  await expect.poll(top).toBe(1500)
  await browser.getByText('another filter').click()
  await expect.poll(() => window.location.hash).toBe('#/long?filter=other')
  expect(top()).toBe(1500)
  window.scrollTo(0, 1200)
  await expect.poll(top).toBe(1200)
  await browser.getByText('to the short page').click()
  await expect.element(browser.getByText('the short page', { exact: true })).toBeVisible()
  await expect.poll(top).toBe(0)
  window.history.back()
  await expect.poll(top).toBe(1200)
})

it('a page that throws says so, and another address is another chance', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  await start('/broken')
  await browser.getByRole('button', { name: 'break' }).click()
  await expect.element(browser.getByRole('button', { name: 'Reload' })).toBeVisible()
  window.location.hash = '/short'
  await expect.element(browser.getByText('the short page')).toBeVisible()
  vi.restoreAllMocks()
})

it('the entered page is asked for before anything is drawn: login where the guard leads there', async () => {
  const asked: string[] = []
  const listed = ['/login', '/long'].map((path) =>
    page(
      path,
      async () => {
        asked.push(path)
        return { default: LongPage }
      },
      { title, auth: path !== '/login' },
    ),
  )
  localStorage.clear()
  window.location.hash = '/long'
  signOut()
  await loadFirstPage(listed)
  expect(asked).toEqual(['/login'])
  signIn('token', null)
  await loadFirstPage(listed)
  expect(asked).toEqual(['/login', '/long'])
  signOut()
})

it('a page that no connection brought comes once there is one; control: with one its failure is said', async () => {
  const connected = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const load = vi.fn(async () => {
    if (load.mock.calls.length < 3) throw new TypeError('Failed to fetch dynamically imported module')
    return { default: ShortPage }
  })
  const away = page('/away', load, { title })
  const load_failing = vi.fn<() => Promise<{ default: ComponentType }>>(() =>
    Promise.reject(new TypeError('Failed to fetch')),
  )
  const failing = page('/failing', load_failing, { title })
  window.location.hash = '/away'
  await loadFirstPage([...pages, { ...away, meta: { title, auth: false } }])
  await start('/away', away, failing)
  expect(load).toHaveBeenCalledTimes(1)
  // The failure shows in the page's place, below the header, and is retried at each reconnect.
  const failed = browser.getByRole('button', { name: 'Request failed, click to reload' })
  await expect.element(failed).toBeVisible()
  await expect.poll(() => document.querySelector('header')).not.toBeNull()
  // The failure before the first render was retried at the render.
  expect(load).toHaveBeenCalledTimes(2)
  await expect
    .poll(() => {
      window.dispatchEvent(new Event('online'))
      return load.mock.calls.length
    })
    .toBe(3)
  await expect.element(browser.getByText('the short page', { exact: true })).toBeVisible()
  connected.mockReturnValue(true)
  window.location.hash = '#/failing'
  // A click retries as well.
  await expect.element(failed).toBeVisible()
  await expect.element(browser.getByRole('button', { name: 'Language' })).toBeVisible()
  const tried = load_failing.mock.calls.length
  await failed.click()
  await expect.poll(() => load_failing.mock.calls.length).toBeGreaterThan(tried)
  load_failing.mockImplementation(async () => ({ default: ShortPage }))
  await failed.click()
  await expect.element(browser.getByText('the short page', { exact: true })).toBeVisible()
  connected.mockRestore()
})

it('a part whose code does not come says so in its place, and what opens closes with a word; both come later [proof 388]', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  let is_lost = true
  const come = (text: string) => async () => {
    if (is_lost) throw new TypeError('Failed to fetch dynamically imported module')
    return { default: () => <p>{text}</p> }
  }
  const opening = part<{ onClose: () => void }>(come('the opened part'))
  await start('/parts', partsPage(part<object>(come('the inline part')), opening))
  const failed = browser.getByRole('button', { name: 'Request failed, click to reload' })
  await expect.element(failed).toBeVisible()
  await expect.element(browser.getByText('what stays')).toBeVisible()
  await browser.getByRole('button', { name: 'open', exact: true }).click()
  await expect
    .element(browser.getByRole('status').getByText('We couldn’t open this. Please try again.'))
    .toBeVisible()
  is_lost = false
  await browser.getByRole('button', { name: 'open', exact: true }).click()
  await expect.element(browser.getByText('the opened part')).toBeVisible()
  await failed.click()
  await expect.element(browser.getByText('the inline part')).toBeVisible()
  vi.restoreAllMocks()
})

it('what a part throws as it is drawn is no missing code: control', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const Broken = part<object>(async () => ({
    default: () => {
      throw new Error('drawn wrongly on purpose')
    },
  }))
  const parts = page('/parts', async () => ({ default: Broken }), { title })
  await start('/parts', parts)
  await expect.element(browser.getByText('Something went wrong on this page')).toBeVisible()
  vi.restoreAllMocks()
})
