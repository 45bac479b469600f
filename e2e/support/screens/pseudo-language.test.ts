import { compileCatalogue } from '@adtally/i18n/compile-catalogue.ts'
import { readCatalogue } from '@adtally/i18n/read-catalogue.ts'
import { describe, expect, it } from 'vitest'
import { pseudoCatalogue, pseudoMessage, pseudoText } from './pseudo-language.ts'

const compile = (message: string) => compileCatalogue({ message }).message

describe('the pseudo language', () => {
  it('has accents and is 40 % longer', () => {
    expect(pseudoText('Place a plan')).toBe('Þļááçéé á þļáááñ')
    const long = 'Advertising can lose money, up to the whole amount placed.'
    const letters = (text: string) => text.match(/\p{L}/gu)?.length ?? 0
    expect(letters(pseudoText(long)) / letters(long)).toBeCloseTo(1.4, 1)
    expect(pseudoText(long)).not.toMatch(/[A-Za-z]/)
  })
  it('has brackets at both ends of a message, and leaves arguments as they are', () => {
    expect(pseudoMessage(compile('Log in'))).toBe('[Ļóóĝ ííñ]')
    expect(pseudoMessage(compile('{n, plural, one {# plan of {name}} other {<b>#</b> plans}}'))).toEqual([
      '[',
      ['n', 2, { one: [0, ' þļáááñ óƒ ', ['name']], other: [['b', 0], ' þļáááñš'] }],
      ']',
    ])
    expect(pseudoMessage(compile('At {at, date, short}'))).toEqual(['[', 'Ááţ ', ['at', 5, 'short'], ']'])
  })
  it('has every message of the catalogue', () => {
    const english = compileCatalogue(readCatalogue('en', 'app'))
    const { auth } = pseudoCatalogue(english)
    expect(Object.keys(Object(auth))).toEqual(Object.keys(english.auth ?? {}))
    expect(JSON.stringify(pseudoCatalogue(english)).match(/"\[/g)?.length).toBeGreaterThan(500)
  })
})
