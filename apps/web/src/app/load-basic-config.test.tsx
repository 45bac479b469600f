import { onlineManager } from '@tanstack/react-query'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { language } from '../lib/language.ts'
import { answerApi, success } from '../testing/fake-api.ts'
import { buildConfig } from '../testing/start-app.tsx'
import { loadBasicConfig } from './load-basic-config.ts'

const config = { '/basic_config': success(buildConfig()) }
const visitor = (lang: string) => ({ ...config, '/auth/v2/lang': success({ lang }) })
const asked = (sent: ReturnType<typeof answerApi>) =>
  sent.filter(({ path }) => path.endsWith('/auth/v2/lang'))

describe('the language of a first visit', () => {
  it('is the server’s word on the browser’s own wishes, and kept as soon as it is in use [proof 381]', async () => {
    localStorage.clear()
    language.set('en')
    const sent = answerApi(visitor('zh-Hans'))
    await loadBasicConfig()
    expect(language.get()).toBe('zh-Hans')
    expect(localStorage.getItem('lang')).toBe('zh-Hans')
    await loadBasicConfig()
    expect(asked(sent).map(({ headers }) => headers['accept-language'])).toEqual([undefined])
  })
  it('is the map’s for the browser where the server cannot say', async () => {
    localStorage.clear()
    language.set('zh-Hans')
    answerApi(config)
    await loadBasicConfig()
    expect(language.get()).toBe('en')
    expect(localStorage.getItem('lang')).toBe('en')
  })
  it('is not asked for where one was chosen', async () => {
    localStorage.setItem('lang', 'zh-Hans')
    language.set('zh-Hans')
    const sent = answerApi(visitor('en'))
    await loadBasicConfig()
    expect(language.get()).toBe('zh-Hans')
    expect(asked(sent)).toEqual([])
    localStorage.clear()
  })
})

describe('a device that says it has no connection', () => {
  afterEach(() => onlineManager.setOnline(true))

  it('has one where the program answers, as one that runs on the device does', async () => {
    onlineManager.setOnline(false)
    answerApi(config)
    await loadBasicConfig()
    expect(onlineManager.isOnline()).toBe(true)
  })
  it('has none where nothing answers', async () => {
    onlineManager.setOnline(false)
    answerApi({})
    await loadBasicConfig()
    expect(onlineManager.isOnline()).toBe(false)
  })
})

describe('a sandbox’s clock that anybody may move', () => {
  afterEach(() => vi.useRealTimers())
  const answered = (members: Parameters<typeof buildConfig>[0]) => ({
    '/basic_config': success(buildConfig(members)),
    '/auth/v2/lang': success({ lang: 'en' }),
  })
  const looks = (sent: ReturnType<typeof answerApi>) =>
    sent.filter(({ path }) => path.endsWith('/basic_config')).length

  it('is followed by whoever is there, however often it was looked at before', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const sent = answerApi(answered({ sandbox_playable: true }))
    await loadBasicConfig()
    await loadBasicConfig()
    await vi.advanceTimersByTimeAsync(10_000)
    expect(looks(sent)).toBe(3)
  })
  it('and no other is', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const sent = answerApi(answered({ sandbox_playable: false }))
    await loadBasicConfig()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(looks(sent)).toBe(1)
  })
})
