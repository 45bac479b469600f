import { accessibilityFaults, expectUsable, smallTargets } from '@adtally/ui/testing/accessibility.ts'
import { describe, expect, it } from 'vitest'
import { page as browser, userEvent } from 'vitest/browser'
import { routes } from '../../../app/routes.ts'
import { page } from '../../../lib/page.ts'
import { session } from '../../../lib/session/session.ts'
import { type Replies, type Reply, refusal, success } from '../../../testing/fake-api.ts'
import { openPage } from '../../../testing/open-page.ts'
import { buildUser } from '../../../testing/start-app.tsx'

const at = () => window.location.hash
const hybrid = buildUser({ entry: 'hybrid', username: 'member-10000001' })
const signedIn = success({ token: 'token-of-the-host', user: hybrid })
const missing = refusal(401, 'You don’t have an ad account yet', {
  reason: 'ad_account_missing',
  opening_ticket: 'opening-1',
})
const others = ['/ad-center', '/wallet'].map((path) =>
  page(path, async () => ({ default: () => <p>{`the page ${path}`}</p> }), { title: 'notFound.title' }),
)
const known = routes.filter(({ path }) => !others.some((other) => other.path === path))
const code = () => browser.getByLabelText('Authorization code')

let tickets = 0
const start = (at: string, replies: Replies = {}, user: typeof hybrid | null = null) =>
  openPage(at, { '/user/info': success(hybrid), ...replies }, { routes: [...others, ...known], user })
/** A ticket is traded once a page's life. */
function newTicket(): string {
  tickets += 1
  return `ticket-${tickets}`
}
const calls = (sent: Awaited<ReturnType<typeof start>>) =>
  sent('').flatMap(({ path, body }) => (/auth|opening/.test(path) ? [[path, body]] : []))

describe('/entry', () => {
  it('trades the ticket once and leads to the ad centre', async () => {
    const ticket = newTicket()
    const sent = await start(`/entry?ticket=${ticket}`, { '/auth/login': signedIn })
    await expect.poll(at).toBe('#/ad-center')
    await expect.element(browser.getByText('the page /ad-center')).toBeVisible()
    expect(calls(sent)).toEqual([['/auth/login', { ticket }]])
    expect(localStorage.getItem('fb_token')).toBe('token-of-the-host')
  })
  it('leads where the host wants, within this app, and replaces the session', async () => {
    const stale = buildUser({ customer_id: '01890000-0000-7000-8000-000000000009' })
    await start(`/entry?ticket=${newTicket()}&next=%2Fwallet`, { '/auth/login': signedIn }, stale)
    await expect.poll(at).toBe('#/wallet')
    expect(session.get()?.user?.customer_id).toBe(hybrid.customer_id)
  })
  it('never leads out of this app', async () => {
    await start(`/entry?ticket=${newTicket()}&next=%2F%2Fevil.example`, { '/auth/login': signedIn })
    await expect.poll(at).toBe('#/ad-center')
  })
  it('says what is happening while it waits', async () => {
    let answer: (reply: Response) => void = () => undefined
    await start(`/entry?ticket=${newTicket()}`)
    await expect.element(browser.getByText('We couldn’t log you in')).toBeVisible()
    const original = window.fetch
    window.fetch = () =>
      new Promise((resolve) => {
        answer = resolve
      })
    await browser.getByRole('button', { name: 'Try again' }).click()
    await expect.element(browser.getByText('Logging you in …')).toBeVisible()
    expect(await accessibilityFaults()).toEqual([])
    answer(new Response(JSON.stringify(signedIn)))
    window.fetch = original
    await expect.poll(at).toBe('#/ad-center')
  })
  it('401 leads to the welcome page, keeping the query, the opening ticket in the ticket’s place', async () => {
    await start(`/entry?ticket=${newTicket()}&next=%2Fwallet&from=host`, { '/auth/login': missing })
    await expect.poll(at).toBe('#/ad-welcome?next=%2Fwallet&from=host&opening_ticket=opening-1')
    await expect.element(code()).toBeVisible()
  })
  it('opens an account on the way where the host has asked for the code', async () => {
    const ticket = newTicket()
    const sent = await start(`/entry?ticket=${ticket}&authorization_code=ABCD`, {
      '/auth/register': signedIn,
    })
    await expect.poll(at).toBe('#/ad-center')
    expect(calls(sent)).toEqual([['/auth/register', { ticket, authorization_code: 'ABCD' }]])
  })
  it('goes on without a code that is no use', async () => {
    const wrong = refusal(405, 'no', { reason: 'authorization_code_used', field: 'authorization_code' })
    await start(`/entry?ticket=${newTicket()}&authorization_code=ABCD`, {
      '/auth/register': wrong,
      '/auth/login': missing,
    })
    await expect.poll(at).toContain('#/ad-welcome')
  })
  it('a refused ticket says why, with customer service', async () => {
    const used = refusal(405, 'This link has been used.', { reason: 'ticket_used', field: 'ticket' })
    await start(`/entry?ticket=${newTicket()}`, { '/auth/login': used })
    await expect.element(browser.getByText('This link has been used.')).toBeVisible()
    await expect.element(browser.getByRole('button', { name: 'Contact customer service' })).toBeVisible()
    await expectUsable()
  })
  it('a disabled account is told by its dialog, which opens the wallet', async () => {
    const disabled = refusal(403, 'Account disabled', { lang: 'en', restricted_token: 'restricted-1' })
    await start(`/entry?ticket=${newTicket()}`, { '/auth/login': disabled })
    await browser.getByRole('alertdialog').getByRole('button', { name: 'Open wallet for withdrawal' }).click()
    await expect.poll(at).toBe('#/wallet')
    await expect.poll(() => session.get()?.token).toBe('restricted-1')
  })
  it('without a ticket says who opens it', async () => {
    await start('/entry')
    await expect.element(browser.getByText('Open this page from one of our partner apps')).toBeVisible()
  })
  it('without a ticket leads whoever is signed in home', async () => {
    await start('/entry', {}, hybrid)
    await expect.poll(at).toBe('#/ad-center')
  })
})

describe('/ad-welcome', () => {
  const open = async (reply: Reply) => {
    const sent = await start('/ad-welcome?opening_ticket=opening-1', { '/opening_store': reply })
    await expect.element(code()).toBeVisible()
    return sent
  }
  const submit = () => browser.getByRole('button', { name: 'Open ad account' })

  it('groups what is typed or pasted, opens the account and leads to the ad centre', async () => {
    const sent = await open(signedIn)
    await code().fill(' abcd efgh2345-jkmn ')
    await expect.element(code()).toHaveValue('ABCD-EFGH-2345-JKMN')
    await submit().click()
    await expect.element(browser.getByRole('heading', { name: 'Your ad account is open' })).toBeVisible()
    await expect.element(browser.getByText(/operated ID is 100001/)).toBeVisible()
    expect(calls(sent)).toEqual([
      ['/opening_store', { opening_ticket: 'opening-1', authorization_code: 'ABCD-EFGH-2345-JKMN' }],
    ])
    expect(localStorage.getItem('fb_token')).toBe('token-of-the-host')
    await browser.getByRole('button', { name: 'Go to the ad centre' }).click()
    await expect.poll(at).toBe('#/ad-center')
  })
  it('asks for the code beside its field, and sends nothing', async () => {
    const sent = await open(signedIn)
    await submit().click()
    await expect.element(code()).toHaveAccessibleDescription(/Cannot be empty/)
    expect(calls(sent)).toEqual([])
  })
  it('says what is wrong beside the field and keeps what was typed', async () => {
    await open(
      refusal(405, 'Authorization code not found', {
        reason: 'authorization_code_not_found',
        field: 'authorization_code',
      }),
    )
    await code().fill('ABCD')
    await userEvent.keyboard('{Enter}')
    await expect.element(code()).toHaveAccessibleDescription(/Authorization code not found/)
    await expect.element(code()).toHaveValue('ABCD')
  })
  it('a letter typed in the middle stays in the middle', async () => {
    await open(signedIn)
    await code().fill('ABCDEFGH')
    const input = code().element()
    if (!(input instanceof HTMLInputElement)) throw new Error('no input')
    input.focus()
    input.setSelectionRange(2, 2)
    document.execCommand('insertText', false, 'x')
    await expect.element(code()).toHaveValue('ABXC-DEFG-H')
    expect(input.selectionStart).toBe(3)
  })
  it('out of time says so, with customer service', async () => {
    await open(
      refusal(405, 'Your time to open the account has run out.', {
        reason: 'opening_ticket_invalid',
        field: 'opening_ticket',
      }),
    )
    await code().fill('ABCD')
    await submit().click()
    await expect.element(browser.getByText('Your time to open the account has run out.')).toBeVisible()
    await expect.element(browser.getByRole('button', { name: 'Contact customer service' })).toBeVisible()
  })
  it('an account that staff activate is said by its dialog and by the page', async () => {
    await open(refusal(402, 'Account not activated', { reason: 'account_not_activated', lang: 'en' }))
    await code().fill('ABCD')
    await submit().click()
    await expect.element(browser.getByRole('alertdialog', { name: 'Account not activated' })).toBeVisible()
    await browser.getByRole('button', { name: 'Cancel' }).click()
    await expect.element(browser.getByRole('heading', { name: /waiting to be activated/ })).toBeVisible()
  })
  it('has no accessibility fault and no target under 44 px, in light and dark', async () => {
    await open(signedIn)
    for (const appearance of ['light', 'dark']) {
      document.documentElement.style.colorScheme = appearance
      expect(await accessibilityFaults(), appearance).toEqual([])
      expect(smallTargets(document.body)).toEqual([])
    }
    document.documentElement.style.colorScheme = ''
  })
  it('without an opening ticket leads to registration', async () => {
    await start('/ad-welcome')
    await browser.getByRole('button', { name: 'Register on the web' }).click()
    await expect.poll(at).toBe('#/register')
  })
})
