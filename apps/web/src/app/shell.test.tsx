import { sessionList, userInfoCall } from '@adtally/contract/identity/identity.ts'
import { accessibilityFaults } from '@adtally/ui/testing/accessibility.ts'
import { onlineManager, useMutation, useQuery } from '@tanstack/react-query'
import { describe, expect, it } from 'vitest'
import { page as browser } from 'vitest/browser'
import { ConnectedButton } from '../components/fields/connected-button.tsx'
import { Loaded } from '../components/loaded.tsx'
import { request } from '../lib/api.ts'
import { callQuery } from '../lib/call-query.ts'
import { page } from '../lib/page.ts'
import { followOtherTabs, session } from '../lib/session/session.ts'
import { type Replying, refusal, success } from '../testing/fake-api.ts'
import { openPage } from '../testing/open-page.ts'
import { buildUser, type StartOptions, startApp } from '../testing/start-app.tsx'
import { routes } from './routes.ts'

const title = 'notFound.title' as const
const at = () => window.location.hash

/** A page with a reading and an act. */
function WorkPage() {
  const user = useQuery(callQuery(userInfoCall, {}))
  const act = useMutation({ mutationFn: () => request(sessionList, {}) })
  return (
    <>
      <Loaded query={user} skeleton={<p>loading</p>}>
        {({ nickname }) => <p>{`nickname ${nickname}`}</p>}
      </Loaded>
      <ConnectedButton onClick={() => act.mutate()}>Act</ConnectedButton>
    </>
  )
}
const work = page('/work', async () => ({ default: WorkPage }), { title })
const startWork = (reply: Replying, options: Partial<StartOptions> = {}) =>
  openPage('/work', { '/user/info': reply }, { routes: [...routes, work], ...options })
const signedIn = () => session.get() !== null

describe('the guard', () => {
  it('sends visitors to login and lets them go on afterwards to where they wanted', async () => {
    const user = buildUser()
    const login = success({ token: 'fresh', device_token: 'device', user })
    const replies = { '/auth/v2/login': login, '/user/info': success(user) }
    await openPage('/work?id=7', replies, { routes: [...routes, work], user: null })
    await expect.poll(at).toBe('#/login?next=%2Fwork%3Fid%3D7')
    await browser.getByLabelText('Username').fill('ada')
    await browser.getByRole('textbox', { name: 'Password' }).fill('correct horse')
    await browser.getByRole('button', { name: 'Log in' }).click()
    await expect.poll(at).toBe('#/work?id=7')
    expect(localStorage.getItem('fb_token')).toBe('fresh')
    await expect.element(browser.getByText('nickname Ada')).toBeVisible()
  })
  it('never follows a way out of the app', async () => {
    const home = page('/ad-center', async () => ({ default: () => <p>home</p> }), { title })
    await openPage('/login?next=%2F%2Fevil.example', {}, { routes: [...routes.slice(0, -1), home] })
    await expect.poll(at).toBe('#/ad-center')
  })
  it('leads / to login, and unknown paths to a 404 that needs no login', async () => {
    await startApp({ routes, at: '/', user: null })
    await expect.poll(at).toBe('#/login')
    window.location.hash = '/no/such/page'
    await expect.element(browser.getByText('There’s no page at this address.')).toBeVisible()
    await expect.poll(() => document.title).toBe('Page not found · Adtally')
    expect(await accessibilityFaults()).toEqual([])
  })
  it('keeps two tabs in step', async () => {
    const stop = followOtherTabs()
    await startWork(success(buildUser()))
    await expect.element(browser.getByText('nickname Ada')).toBeVisible()
    localStorage.removeItem('fb_token')
    window.dispatchEvent(new StorageEvent('storage', { key: 'fb_token' }))
    await expect.poll(at).toContain('#/login')
    stop()
  })
})

describe('a code of SPEC §8', () => {
  it.each([
    [402, 'Account not activated'],
    [403, 'Account disabled'],
    [404, 'Account cancelled'],
  ])('%i opens its dialog in the language of the data, with a way to service', async (code, dialogTitle) => {
    await startWork(refusal(code, 'the server’s words', { lang: 'en' }))
    const dialog = browser.getByRole('alertdialog', { name: dialogTitle })
    await expect.element(dialog).toBeVisible()
    await expect.element(dialog.getByText('the server’s words')).toBeVisible()
    await expect.element(dialog.getByRole('button', { name: 'Contact customer service' })).toBeVisible()
  })
  it('402 switches to the language of the data', async () => {
    await startWork(refusal(402, '账户未激活,请联系客服', { lang: 'zh-Hans' }))
    await expect.element(browser.getByRole('alertdialog', { name: '账户未激活' })).toBeVisible()
    expect(localStorage.getItem('lang')).toBe('zh-Hans')
  })
  it('503 says that the session expired and leads to login [proof 657]', async () => {
    await startWork(refusal(503, 'whatever'))
    await expect.element(browser.getByText('Session expired, please log in again')).toBeVisible()
    await expect.poll(at).toContain('#/login')
    expect(localStorage.getItem('fb_token')).toBeNull()
  })
  it('503 leaves a hybrid app’s user signed in', async () => {
    await startWork(refusal(503, 'whatever'), { user: buildUser({ entry: 'hybrid' }) })
    await expect.element(browser.getByText('Session expired, please log in again')).toBeVisible()
    expect(signedIn()).toBe(true)
  })
  it('401 ends a full session and not a restricted one', async () => {
    await startWork(refusal(401, 'User not authorized'), { user: buildUser({ status: 'disabled' }) })
    await expect.element(browser.getByRole('status').getByText('User not authorized')).toBeVisible()
    expect(signedIn()).toBe(true)
    await startWork(refusal(401, 'User not authorized'))
    await expect.poll(signedIn).toBe(false)
  })
  it.each([
    [400, 'Cannot be empty', 'Cannot be empty'],
    [400, '', 'System error'],
    [500, '', 'Server error'],
    [405, '', 'error'],
  ])('%i with message «%s» is a toast «%s»', async (code, msg, text) => {
    await startWork(refusal(code, msg))
    await expect.element(browser.getByRole('status').getByText(text, { exact: true })).toBeVisible()
  })
  it('is said with any HTTP status', async () => {
    await startWork({ ...refusal(400, 'Too many requests'), status: 429 })
    await expect.element(browser.getByRole('status').getByText('Too many requests')).toBeVisible()
  })
})

describe('a reading that fails', () => {
  it('offers to try again, and shows the answer then', async () => {
    let broken = true
    await startWork(() => (broken ? refusal(500, 'Server error') : success(buildUser())))
    const failed = browser.getByRole('button', { name: /^Request failed, click to reload/ })
    await expect.element(failed).toBeVisible()
    broken = false
    await failed.click()
    await expect.element(browser.getByText('nickname Ada')).toBeVisible()
  })
  it('is a failure when the answer does not fit the contract', async () => {
    await startWork(success({ nickname: 7 }))
    await expect.element(browser.getByRole('button', { name: /Request failed/ })).toBeVisible()
  })
})

describe('offline', () => {
  it('says so with the time of what is shown, and lets money wait', async () => {
    const sent = await startWork(success(buildUser()))
    await expect.element(browser.getByText('nickname Ada')).toBeVisible()
    onlineManager.setOnline(false)
    await expect
      .poll(() => document.querySelector('[data-part="offline"]')?.textContent)
      .toMatch(/Last updated/)
    await expect.element(browser.getByText('nickname Ada')).toBeVisible()
    const act = browser.getByRole('button', { name: 'Act' })
    await expect.element(act).toHaveAccessibleDescription('You can do this when you’re back online')
    await act.click({ force: true })
    onlineManager.setOnline(true)
    await expect.element(act).not.toHaveAttribute('aria-disabled')
    expect(sent(sessionList.path)).toEqual([])
  })
})

describe('a request', () => {
  it('carries token, time zone and language as SPEC §7 asks', async () => {
    const sent = await startWork(success(buildUser()))
    await expect.poll(() => sent('/user/info')).not.toEqual([])
    const { method, headers, path } = sent('/user/info')[0] ?? {}
    expect(method).toBe('GET')
    expect(path).toBe('/user/info')
    expect(headers?.['x-ct']).toBe('token-of-the-test')
    expect(headers?.['x-tz']).toMatch(/^[A-Za-z_+\-/0-9]+ GMT[+-]\d\d:\d\d$/)
    expect(headers?.['accept-language']).toBe('en')
  })
})
