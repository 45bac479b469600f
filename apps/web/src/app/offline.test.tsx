import { part } from '@adtally/ui/part.tsx'
import { onlineManager } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { page as browser, userEvent } from 'vitest/browser'
import { page } from '../lib/page.ts'
import { answerApi, success } from '../testing/fake-api.ts'
import { buildProduct } from '../testing/plan-replies.ts'
import { buildUser, startApp } from '../testing/start-app.tsx'
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

async function openOffline(path: string, replies: Parameters<typeof answerApi>[0] = {}) {
  const is_visitor = ['/login', '/forgotten-password', '/register'].includes(path)
  const sent = answerApi({ '/unread_count': success({ unread_total: 0 }), ...replies })
  await startApp({ routes, at: path, user: is_visitor ? null : buildUser(), online: false })
  // The page's own readings don't count.
  return (call: string) =>
    sent.filter(({ path, query, body }) => path.endsWith(call) && (body ?? query.height) !== undefined)
}

/** Stands for files that are not on the device. */
const come = async (): Promise<never> => {
  throw new TypeError('Failed to fetch dynamically imported module')
}
const Inline = part<object>(come)
const Opening = part<{ onClose: () => void }>(come)

function PartsPage() {
  const [open, setOpen] = useState(false)
  return (
    <Suspense>
      <button type="button" onClick={() => setOpen(true)}>
        open
      </button>
      <Inline />
      {open && <Opening onClose={() => setOpen(false)} />}
    </Suspense>
  )
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
    const parts = page('/parts', async () => ({ default: PartsPage }), { title: 'notFound.title' })
    answerApi({ '/unread_count': success({ unread_total: 0 }) })
    await startApp({ routes: [...routes, parts], at: '/parts', online: false })
    await expect
      .element(browser.getByText('You’re offline. This will load when you’re back online.'))
      .toBeVisible()
    await button('open').click()
    const said = browser.getByText('You’re offline. Open this again when you’re back online.')
    await expect.element(said.first()).toBeVisible()
    vi.restoreAllMocks()
  })
})
