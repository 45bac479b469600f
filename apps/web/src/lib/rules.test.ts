import { describe, expect, it } from 'vitest'
import { timeZoneHeader } from './device/time-zone.ts'
import { pageScale } from './device/zoom.ts'
import { matchLanguage } from './language.ts'
import { safeAddress, serviceTarget } from './session/service-target.ts'

describe('the page’s zoom', () => {
  it.each([320, 375, 750])('at %i px is 1', (width) => {
    expect(pageScale(width, 800)).toEqual({ zoom: 1, root_font_size: 16 })
  })
  it.each([751, 1280, 1920, 2560])(
    'at %i px is 0.8 × 750 / width and leaves a 600-px column of 375 points',
    (width) => {
      const { zoom, root_font_size } = pageScale(width, 500)
      expect(zoom).toBeCloseTo((0.8 * 750) / width, 10)
      expect((root_font_size / 16) * 375 * zoom).toBeCloseTo(600, 6)
    },
  )
})

it('a phone on its side keeps the phone’s sizes [proof 380]', () => {
  expect(pageScale(844, 390)).toEqual({ zoom: 1, root_font_size: 16 })
  expect(pageScale(932, 499)).toEqual({ zoom: 1, root_font_size: 16 })
  expect(pageScale(932, 500).zoom).toBeLessThan(1)
})

describe('the language of the map', () => {
  const map = [
    { source: 'zh-tw, zh-hk', target: 'zh-Hant' as const, description: '' },
    { source: 'zh-cn,zh', target: 'zh-Hans' as const, description: '' },
    { source: 'en', target: 'en' as const, description: '' },
  ]
  it.each([
    [['zh-CN'], 'zh-Hans'],
    [['zh-SG'], 'zh-Hans'],
    [['zh-TW'], 'zh-Hant'],
    [['en-GB', 'zh-CN'], 'en'],
    [['fr', 'zh'], 'zh-Hans'],
    [['fr'], null],
    [[], null],
  ])('for %j is %s', (codes, expected) => {
    expect(matchLanguage(map, codes)).toBe(expected)
  })
})

describe('an external address', () => {
  const origin = 'https://app.example'
  it.each([
    ['https://help.example/chat?id=1', 'https://help.example/chat?id=1'],
    ['/guest-chat', 'https://app.example/guest-chat'],
    ['http://help.example', null],
    ['javascript:alert(1)', null],
    [' javascript:alert(1)', null],
    ['data:text/html,x', null],
    ['//evil.example', null],
    ['/\\evil.example', null],
    ['https://user:secret@evil.example', null],
    ['https://help.example@evil.example', null],
    ['help.example', null],
    ['', null],
  ])('%s may be opened as %s', (address, expected) => {
    expect(safeAddress(address, origin)).toBe(expected)
  })
  const config = (customer_service_url_type: 1 | 2, customer_service_url: string) => ({
    customer_service_url_type,
    customer_service_url,
  })
  it('gives way to the own page when signed in with type 1, and serves visitors', () => {
    expect(serviceTarget(config(1, '/guest'), true, origin).kind).toBe('page')
    expect(serviceTarget(config(1, '/guest'), false, origin)).toEqual({
      kind: 'address',
      url: `${origin}/guest`,
    })
    expect(serviceTarget(config(2, 'javascript:x'), true, origin).kind).toBe('none')
  })
})

describe('the X-TZ header', () => {
  const at = (offset_minutes: number) =>
    timeZoneHeader(Object.assign(new Date(0), { getTimezoneOffset: () => offset_minutes })).split(' ')[1]
  it.each([
    [-480, 'GMT+08:00'],
    [0, 'GMT+00:00'],
    [300, 'GMT-05:00'],
    [-345, 'GMT+05:45'],
    [150, 'GMT-02:30'],
  ])('with an offset of %i minutes says %s', (offset, text) => {
    expect(at(offset)).toBe(text)
  })
})
