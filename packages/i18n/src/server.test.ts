import { describe, expect, it } from 'vitest'
import { COMPLETE_LANGUAGES } from './languages.ts'
import { message, plainMessage } from './server.ts'

describe('a refusal that names a wait', () => {
  const rate = (language: string, exchange_reference_age_max_hours: number) =>
    message(language, 'refusals.reference_rate_missing', { exchange_reference_age_max_hours })

  it('counts its hours in the language’s plural, one as well as many [proof 672]', () => {
    expect(rate('en', 1)).toContain('from the last hour for')
    expect(rate('en', 24)).toContain('from the last 24\u00a0hours for')
    expect(rate('de', 1)).toContain('der letzten Stunde')
    expect(rate('fr', 1)).toContain('de la dernière heure')
    expect(rate('ru', 21)).toContain('за последний 21\u00a0час нет')
    expect(rate('ru', 24)).toContain('за последние 24\u00a0часа нет')
    const exchange = message('es', 'refusals.transaction_password_recently_reset', {
      beneficiary_wait_hours: 1,
    })
    expect(exchange).toContain('durante 1\u00a0hora después')
  })
})

describe('the notice of another beneficiary', () => {
  it.each([
    ['en', '1', 'on hold for 1\u00a0hour. '],
    ['en', '24', 'on hold for 24\u00a0hours. '],
    ['de', '1', 'sind 1\u00a0Stunde gesperrt'],
    ['fr', '24', 'bloqués 24\u00a0heures. '],
    ['ru', '21', 'на 21\u00a0час. '],
  ])('counts in %s the %s hours that it keeps as text', (language, beneficiary_wait_hours, said) => {
    const key = 'notifications.beneficiary_changed.content'
    expect(message(language, key, { beneficiary_wait_hours })).toContain(said)
  })
})

describe('a text with a word that a browser would part', () => {
  const asked = [
    'zh-Hans',
    'notifications.beneficiary_changed.content',
    { beneficiary_wait_hours: 24 },
  ] as const

  it('keeps it whole on a screen, and is free of invisible characters in a file or letter', () => {
    expect(message(...asked)).toContain('24\u00a0小\u2060时')
    expect(plainMessage(...asked)).toContain('24\u00a0小时')
  })
})

describe('the notice of a recalled deposit', () => {
  const told = (language: string, share: 'all' | 'part' | 'none') =>
    message(language, 'notifications.deposit_reversed.content', {
      ...{ amount: '350.00', currency: 'USD', taken: '5.17', share },
    })

  it('says that what the wallet did not bear we paid to the bank, in every language [proof 685]', () => {
    expect(told('en', 'part')).toMatch(
      /We took 5\.17\sUSD of it from your wallet\. We paid the rest to the bank\.$/,
    )
    expect(told('en', 'none')).toMatch(
      /Nothing was taken from your wallet\. We paid all of it to the bank\.$/,
    )
    expect(told('en', 'all')).not.toContain('paid')
    const bank = /bank|banque|banco|банк|銀行|은행|银行|ธนาคาร|ngân hàng/gi
    const named = (share: 'all' | 'part' | 'none') =>
      COMPLETE_LANGUAGES.map((language) => [language, told(language, share).match(bank)?.length])
    expect(named('all')).toEqual(COMPLETE_LANGUAGES.map((language) => [language, 1]))
    expect(named('part')).toEqual(COMPLETE_LANGUAGES.map((language) => [language, 2]))
    expect(named('none')).toEqual(named('part'))
  })
})
