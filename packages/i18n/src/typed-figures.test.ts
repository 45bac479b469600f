import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { LANGUAGES } from '@adtally/contract/enums.ts'
import { describe, expect, it } from 'vitest'
import { flatten } from './catalogue.ts'
import { readCatalogue } from './read-catalogue.ts'
import { typedFigures } from './typed-figures.ts'

const content = fileURLToPath(new URL('../../../apps/api/content', import.meta.url))

/** All that customers read in a language, by key. */
function textsOf(language: string): Map<string, string> {
  const read = (name: string) => JSON.parse(readFileSync(`${content}/${language}/${name}.json`, 'utf8'))
  // Words fall back to English where a language has none.
  const readIfThere = (name: string) => (existsSync(`${content}/${language}/${name}.json`) ? read(name) : {})
  return flatten({
    app: readCatalogue(language, 'app'),
    server: readCatalogue(language, 'server'),
    content: { faq: read('faq'), rules: read('rules'), words: readIfThere('words') },
  })
}

describe('figures of policies, brand and currency', () => {
  it.each(LANGUAGES)('are arguments in every text of %s [proof 500]', (language) => {
    expect(typedFigures(textsOf(language), language)).toEqual([])
  })

  it('are found where they are typed, in digits, words and with signs', () => {
    const texts = {
      'app.bindCard.changeWait': 'After a change, withdrawals wait 24 hours.',
      'server.refusals.transaction_password_malformed': 'Exactly 6 digits, 8 at most',
      'content.rules.holds.paragraphs.1': 'It lasts ninety days, ten days a year',
      'app.shell.sandbox': 'Adtally costs $5 or 20 EUR',
      'app.plan.plans': '{plans, plural, =0 {none} other {#}} of {level_1_spend}',
    }
    expect(typedFigures(new Map(Object.entries(texts))).map((fault) => fault.split('»')[0])).toEqual([
      'app.bindCard.changeWait: «24',
      'server.refusals.transaction_password_malformed: «8',
      'content.rules.holds.paragraphs.1: «ninety days',
      'app.shell.sandbox: «5',
      'app.shell.sandbox: «20',
      'app.shell.sandbox: «Adtally',
      'app.shell.sandbox: «$',
      'app.shell.sandbox: «EUR',
    ])
  })
})
