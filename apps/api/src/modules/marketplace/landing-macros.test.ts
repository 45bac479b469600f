import { describe, expect, test } from 'vitest'
import { fillLanding, isLandingTemplate } from './landing-macros.ts'

const VALUES = { click_id: 'c-1', placement: 'p-1', creative: 'a-1', goal: 'install' }

describe('a landing address with macros', () => {
  test.each([
    ['https://shop.example/?c={click_id}', 'https://shop.example/?c=c-1'],
    ['https://shop.example/{placement}/{click_id}#{goal}', 'https://shop.example/p-1/c-1#install'],
    ['https://shop.example/{creative}?c={click_id}', 'https://shop.example/a-1?c=c-1'],
    ['https://shop.example/?a={click_id}&b={click_id}', 'https://shop.example/?a=c-1&b=c-1'],
  ])('%s is kept, and filled with a click’s values [proof 935]', (template, filled) => {
    expect(isLandingTemplate(template, 'live')).toBe(true)
    expect(fillLanding(template, VALUES)).toBe(filled)
  })

  test('is encoded, so that a value stays one value where it stands', () => {
    const values = { ...VALUES, goal: 'a&b=c/../d?e#f {click_id}' }
    expect(fillLanding('https://shop.example/{goal}', values)).toBe(
      'https://shop.example/a%26b%3Dc%2F..%2Fd%3Fe%23f%20%7Bclick_id%7D',
    )
  })

  test('is kept without a change where nothing is to be filled in', () => {
    expect(fillLanding('https://shop.example/a?b=c#d', VALUES)).toBe('https://shop.example/a?b=c#d')
    expect(fillLanding('https://shop.example/{other}', VALUES)).toBe('https://shop.example/{other}')
  })

  test.each([
    ['no click id', 'https://shop.example/?from=adtally'],
    ['a click id that no server is sent', 'https://shop.example/#c={click_id}'],
    ['a macro that there is none', 'https://shop.example/?c={click_id}&p={price}'],
    ['a name of every object', 'https://shop.example/?c={click_id}&p={constructor}'],
    ['a macro in other letters', 'https://shop.example/?c={CLICK_ID}'],
    ['an open brace', 'https://shop.example/?c={click_id}&x={'],
    ['braces in braces', 'https://shop.example/?c={{click_id}}'],
    ['a macro for the host', 'https://{click_id}/'],
    ['a macro in the host', 'https://{goal}.shop.example/?c={click_id}'],
    ['a macro for the port', 'https://shop.example:{click_id}/'],
    ['a macro that becomes a host’s end', 'https://shop.example{click_id}'],
    ['a macro as a user’s name', 'https://{click_id}@shop.example/'],
    ['a macro for the scheme', '{click_id}://shop.example/'],
    ['no host before it', 'https:///{click_id}'],
    ['another scheme', 'javascript:{click_id}'],
    ['no https', 'http://shop.example/{click_id}'],
    ['a space', 'https://shop.example/{click_id} {goal}'],
    ['more than an address holds', `https://shop.example/${'{click_id}'.repeat(60)}`],
  ])('is refused with %s', (_name, template) => {
    expect(isLandingTemplate(template, 'live')).toBe(false)
  })
})
