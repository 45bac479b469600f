import { LANGUAGES } from '@adtally/contract/enums.ts'
import { describe, expect, it } from 'vitest'
import { flatten } from '../catalogue.ts'
import { readCatalogue } from '../read-catalogue.ts'
import { longSentences, staleWords, straightQuotes } from './plain-words.ts'
import { readContent, readContract } from './read-texts.ts'

/** All texts for customers in a language, by key; the contract by its lines. */
function textsOf(language: string): Map<string, string> {
  return flatten({
    app: readCatalogue(language, 'app'),
    server: readCatalogue(language, 'server'),
    content: {
      rules: readContent(language, 'rules'),
      faq: readContent(language, 'faq'),
      words: readContent(language, 'words'),
    },
    contract: readContract(language),
  })
}
const english = textsOf('en')
const planted = (text: string) => new Map([['app.wallet.planted', text]])

describe('texts', () => {
  it.each(LANGUAGES)('of %s have typographic apostrophes and quotation marks [proof 510]', (language) => {
    expect(straightQuotes(textsOf(language))).toEqual([])
  })
  it('with a straight one are found, but not ICU’s escapes', () => {
    expect(straightQuotes(planted("The bank's own fee"))).toEqual(['app.wallet.planted'])
    expect(straightQuotes(planted('Called "estimated"'))).toEqual(['app.wallet.planted'])
    expect(straightQuotes(planted("{n, plural, one {one’s} other {all the customers' {n}}}"))).toHaveLength(1)
    expect(straightQuotes(planted("Braces '{'as they are'}', ’ and “ ”"))).toEqual([])
  })
})

describe('English texts', () => {
  it('have no sentence of more than 25 words [proof 511]', () => {
    expect(longSentences(english)).toEqual([])
  })
  it('with a longer one are found, inside a branch, too', () => {
    const words = (count: number) => Array.from({ length: count }, () => 'word').join(' ')
    expect(longSentences(planted(`${words(25)}. ${words(25)}.`))).toEqual([])
    expect(longSentences(planted(`Short. ${words(26)}.`))).toEqual([
      'app.wallet.planted: a sentence of 26 words',
    ])
    const branches = `{n, plural, one {${words(3)}} other {${words(20)}}} {amount} ${words(5)}`
    expect(longSentences(planted(branches))).toEqual(['app.wallet.planted: a sentence of 26 words'])
  })

  it('say it in the words of today [proof 512]', () => {
    expect(staleWords(english)).toEqual([])
  })
  it('with a word of yesterday are found', () => {
    const found = staleWords(planted('Nobody signed in. It lapses by itself'))
    expect(found.map((fault) => fault.split('» instead of «')[1])).toEqual([
      'no one»',
      'expire»',
      'log in, log out»',
    ])
    expect(staleWords(planted('Someone else signed the contract in July'))).toEqual([])
  })
})
