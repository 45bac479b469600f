import { LANGUAGES } from '@adtally/contract/enums.ts'
import { describe, expect, it } from 'vitest'
import { flatten } from '../catalogue.ts'
import { readCatalogue } from '../read-catalogue.ts'
import { readContent } from './read-texts.ts'
import { typedFigures } from './typed-figures.ts'

/** All texts for customers in a language, by key. */
function textsOf(language: string): Map<string, string> {
  return flatten({
    app: readCatalogue(language, 'app'),
    server: readCatalogue(language, 'server'),
    content: {
      faq: readContent(language, 'faq'),
      rules: readContent(language, 'rules'),
      words: readContent(language, 'words'),
    },
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
