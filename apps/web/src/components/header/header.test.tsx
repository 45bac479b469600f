import { describe, expect, it, vi } from 'vitest'
import { page as browser } from 'vitest/browser'
import { useBackHandler } from '../../lib/back-handler.ts'
import { basic_config } from '../../lib/basic-config.ts'
import { type PageMeta, page } from '../../lib/page.ts'
import { hostCloser } from '../../lib/session/hybrid-host.ts'
import { session } from '../../lib/session/session.ts'
import { type Replies, success } from '../../testing/fake-api.ts'
import { openPage } from '../../testing/open-page.ts'
import { buildConfig, buildUser, type StartOptions } from '../../testing/start-app.tsx'
import { badgeText } from './notification-bell.tsx'

const part = (name: string) => document.querySelector(`[data-part="${name}"]`)
const partsShown = () =>
  [...document.querySelectorAll('header [data-part]')].map((element) => element.getAttribute('data-part'))
/** Taps a part once it is there. */
const click = async (name: string) => {
  await expect.poll(partsShown).toContain(name)
  const element = part(name)
  if (!(element instanceof HTMLElement)) throw new Error(`no ${name}`)
  element.click()
}

const ownBack = vi.fn()
function OwnBack() {
  useBackHandler(ownBack)
  return <p>here</p>
}

const title = 'notFound.title' as const
const named = (text: string) => async () => ({ default: () => <p>{text}</p> })
const others = [
  page('/login', named('the login'), { title, auth: false }),
  page('/ad-center', named('the ad centre'), { title }),
  page('/notification', named('the notifications'), { title }),
  page('/customer', named('the service'), { title }),
]
interface Here extends Partial<StartOptions> {
  load?: Parameters<typeof page>[1]
  replies?: Replies
}
const start = (meta: Partial<PageMeta>, { load = named('here'), replies, ...options }: Here = {}) =>
  openPage('/here', replies, { routes: [page('/here', load, { title, ...meta }), ...others], ...options })
const at = () => window.location.hash

describe('the parts of the header follow the flags', () => {
  const everything = ['back', 'service', 'language', 'bell', 'logout', 'title']
  const without = (...names: string[]) => everything.filter((name) => !names.includes(name))
  it.each<[string, Partial<PageMeta>, string[]]>([
    ['none', {}, everything],
    ['showBack', { showBack: false }, without('back')],
    ['hasPrevPage', { hasPrevPage: false }, without('back')],
    ['showTitle', { showTitle: false }, without('title')],
    ['showService', { showService: false }, without('service')],
    ['showLangSwither', { showLangSwither: false }, without('language')],
    ['showNotification', { showNotification: false }, without('bell')],
    ['showLogout', { showLogout: false }, without('logout')],
  ])('%s', async (_flag, meta, parts) => {
    await start(meta)
    await expect.poll(partsShown).toEqual(parts)
  })
  it('shows logout only to users whose entry is register', async () => {
    await start({}, { user: buildUser({ entry: 'hybrid' }) })
    await expect.poll(partsShown).toEqual(without('logout'))
  })
  it('shows visitors neither bell nor logout', async () => {
    await start({ auth: false }, { user: null })
    await expect.poll(partsShown).toEqual(without('bell', 'logout'))
  })
})

describe('the bell', () => {
  it.each([
    [0, ''],
    [1, '1'],
    [99, '99'],
    [100, '99+'],
  ])('with %i unread says %s', (unread, text) => {
    expect(badgeText(unread)).toBe(text)
  })
  it('carries the badge and leads to the notifications', async () => {
    await start({}, { replies: { '/unread_count': success({ unread_total: 120 }) } })
    await expect.poll(() => part('badge')?.textContent).toBe('99+')
    await click('bell')
    await expect.poll(at).toBe('#/notification')
  })
})

describe('back', () => {
  it('runs the page’s own handler first', async () => {
    await start({ backRoute: '/ad-center' }, { load: async () => ({ default: OwnBack }) })
    await expect.element(browser.getByText('here', { exact: true })).toBeVisible()
    await click('back')
    expect(ownBack).toHaveBeenCalledTimes(1)
    expect(at()).toBe('#/here')
  })
  it('closes the hybrid app where there is no previous page', async () => {
    const closeApp = vi.fn()
    Object.assign(window, { Android: { closeApp } })
    await start({ hasPrevPage: false, backRoute: '/ad-center' })
    await click('back')
    expect(closeApp).toHaveBeenCalledTimes(1)
    expect(at()).toBe('#/here')
    Reflect.deleteProperty(window, 'Android')
  })
  it('closes it too where the page is the first of the visit, and steps back where it is not', async () => {
    const closeApp = vi.fn()
    Object.assign(window, { Android: { closeApp } })
    await start({ backRoute: '/ad-center' })
    await expect.poll(partsShown).toContain('back')
    window.history.replaceState({ ...window.history.state, idx: 0 }, '')
    await click('back')
    expect(closeApp).toHaveBeenCalledTimes(1)
    window.history.replaceState({ ...window.history.state, idx: 1 }, '')
    await click('back')
    await expect.poll(at).toBe('#/ad-center')
    expect(closeApp).toHaveBeenCalledTimes(1)
    Reflect.deleteProperty(window, 'Android')
  })
  it.each([
    ['iOS', { webkit: { messageHandlers: { closeApp: { postMessage: vi.fn() } } } }],
    ['React Native', { ReactNativeWebView: { postMessage: vi.fn() } }],
  ])('closes a host on %s by its own message', (_kind, view) => {
    hostCloser(Object.assign(Object.create(window), view))?.()
    const handler = 'webkit' in view ? view.webkit?.messageHandlers.closeApp : view.ReactNativeWebView
    expect(handler?.postMessage).toHaveBeenCalledWith('close')
  })
  it('goes to the named route', async () => {
    await start({ backRoute: '/ad-center' })
    await click('back')
    await expect.poll(at).toBe('#/ad-center')
  })
  it('else goes one step back', async () => {
    await start({})
    await click('bell')
    await expect.element(browser.getByText('the notifications')).toBeVisible()
    await click('back')
    await expect.poll(at).toBe('#/here')
  })
})

describe('customer service', () => {
  it('of type 1 is the app’s own page', async () => {
    await start({})
    await click('service')
    await expect.poll(at).toBe('#/customer')
  })
  it('of another type is the configured address', async () => {
    const open = vi.spyOn(window, 'open').mockReturnValue(null)
    await start(
      {},
      { config: { customer_service_url_type: 2, customer_service_url: 'https://help.example/chat' } },
    )
    await click('service')
    expect(open).toHaveBeenCalledWith('https://help.example/chat', '_blank', 'noopener,noreferrer')
    open.mockRestore()
  })
  it('asked for before the config has come opens once it has, however often it is tapped', async () => {
    const service = {
      customer_service_url_type: 2 as const,
      customer_service_url: 'https://help.example/chat',
    }
    const open = vi.spyOn(window, 'open').mockReturnValue(null)
    const replies = { '/basic_config': success(buildConfig(service)) }
    await start({ auth: false }, { user: null, replies })
    await expect.poll(partsShown).toContain('service')
    basic_config.set(null)
    await click('service')
    await click('service')
    await expect
      .poll(() => open.mock.calls)
      .toEqual([['https://help.example/chat', '_blank', 'noopener,noreferrer']])
    open.mockRestore()
  })
  it('without connection says so where its address is not known yet', async () => {
    await start({ auth: false }, { user: null })
    await expect.poll(partsShown).toContain('service')
    basic_config.set(null)
    await click('service')
    await expect.element(browser.getByText(/connection/i)).toBeVisible()
  })
  it('without an address says so', async () => {
    await start({}, { config: { customer_service_url_type: 2 } })
    await click('service')
    await expect.element(browser.getByText('There’s no customer service address')).toBeVisible()
  })
})

describe('the language', () => {
  it('is chosen from the config’s languages that have texts, changes the screen and is kept', async () => {
    await start({})
    await click('language')
    await browser.getByRole('button', { name: '简体中文' }).click()
    await expect.poll(() => part('title')?.textContent).toBe('页面不存在')
    expect(localStorage.getItem('lang')).toBe('zh-Hans')
    await expect.poll(() => document.title).toBe('页面不存在 · Adtally')
    expect(document.documentElement.lang).toBe('zh-Hans')
  })
})

describe('logout', () => {
  it('asks first, then clears token and user and goes to login', async () => {
    const sent = await start({}, { replies: { '/auth/v2/logout': success({}) } })
    await click('logout')
    await browser.getByRole('button', { name: 'Cancel' }).click()
    expect(session.get()).not.toBeNull()
    await click('logout')
    await browser.getByRole('alertdialog').getByRole('button', { name: 'Log out' }).click()
    await expect.poll(at).toBe('#/login')
    expect([localStorage.getItem('fb_token'), localStorage.getItem('fb_userInfo')]).toEqual([null, null])
    expect(sent('/logout')[0]?.headers['x-ct']).toBe('token-of-the-test')
  })
})
