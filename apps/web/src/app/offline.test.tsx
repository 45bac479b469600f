import { part } from '@adtally/ui/part.tsx'
import { onlineManager } from '@tanstack/react-query'
import { describe, expect, it, vi } from 'vitest'
import { page as browser, userEvent } from 'vitest/browser'
import { type Replies, success } from '../testing/fake-api.ts'
import { openPage } from '../testing/open-page.ts'
import { partsPage } from '../testing/parts-page.tsx'
import { buildProduct } from '../testing/plan-replies.ts'
import { buildUser } from '../testing/start-app.tsx'
import { routes } from './routes.ts'

const LATER = 'You can do this when you’re back online'
const button = (name: string | RegExp) => browser.getByRole('button', { name })
const field = (name: string) => browser.getByLabelText(name, { exact: true })

/** Forms: address, fields with what to type, button, and the call that it sends. */
const FORMS = [
  ['/login', { Username: 'ada', Password: 'correct horse' }, 'Log in', '/auth/v2/login'],
  ['/forgotten-password', { Email: 'ada@example.com' }, 'Send link', '/password/forgotten'],
  ['/verify', { 'Receipt, or a log fingerprint you saved': `7:${'a'.repeat(64)}` }, 'Check', '/audit/head'],
  [
    '/ad-center/feedback',
    { Subject: 'Charts', 'Your feedback': 'More of them' },
    'Send feedback',
    '/feedback',
  ],
  ['/wallet/foreign-exchange', { 'Acceptance code': 'ABCD-EFGH' }, /offer$/, '/acceptor/detail'],
] as const

async function openOffline(path: string, replies: Replies = {}) {
  const is_visitor = ['/login', '/forgotten-password', '/register'].includes(path)
  const sent = await openPage(path, replies, { user: is_visitor ? null : buildUser(), online: false })
  // What the page itself reads names nothing.
  return (call: string) => sent(call).filter(({ query, body }) => (body ?? query.height) !== undefined)
}

/** Stands for files that are not on the device. */
const come = async (): Promise<never> => {
  throw new TypeError('Failed to fetch dynamically imported module')
}

describe('without a connection', () => {
  it.each(FORMS)(
    'the form of %s keeps what was typed, says why it waits, and goes on once there is one [proof 660]',
    async (path, values, name, call) => {
      const sent = await openOffline(path)
      for (const [label, text] of Object.entries(values)) await field(label).fill(text)
      await expect.element(button(name)).toHaveAccessibleDescription(LATER)
      button(name).element().focus()
      await userEvent.keyboard('{Enter}')
      await button(name).click({ force: true })
      await expect.element(button(name)).not.toHaveAttribute('aria-busy')
      expect(sent(call)).toEqual([])
      onlineManager.setOnline(true)
      await expect.element(button(name)).not.toHaveAccessibleDescription(LATER)
      for (const [label, text] of Object.entries(values)) await expect.element(field(label)).toHaveValue(text)
      await button(name).click()
      await expect.poll(() => sent(call).length).toBe(1)
    },
  )

  it('what was never read says why it is not there, and comes once there is one [proof 661]', async () => {
    const { loss_record } = buildProduct()
    await openOffline('/plan', {
      '/plan/product/list': success({ items: [], next_cursor: null, loss_record }),
    })
    await expect
      .element(browser.getByText('You’re offline. This will load when you’re back online.'))
      .toBeVisible()
    await expect.element(browser.getByText(/Request failed/)).not.toBeInTheDocument()
    onlineManager.setOnline(true)
    await expect.element(browser.getByText(/This will load/)).not.toBeInTheDocument()
  })

  it('what opens says that it can’t yet, and a part of a page that it will come [proof 662]', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const parts = partsPage(part<object>(come), part<{ onClose: () => void }>(come))
    await openPage('/parts', {}, { routes: [...routes, parts], online: false })
    await expect
      .element(browser.getByText('You’re offline. This will load when you’re back online.'))
      .toBeVisible()
    await button('open').click()
    const said = browser.getByText('You’re offline. Open this again when you’re back online.')
    await expect.element(said.first()).toBeVisible()
    vi.restoreAllMocks()
  })
})
