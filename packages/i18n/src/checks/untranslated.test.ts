import { describe, expect, it } from 'vitest'
import { untranslated } from './untranslated.ts'

describe('the check for what was left untranslated', () => {
  it('finds sentences that nobody translated, and lets names and terms stand', () => {
    const reference = {
      a: 'Nothing changed',
      b: 'Video 25%',
      c: '{from} → {to}',
      d: 'Save PDF',
      e: 'FAQ, VIP',
    }
    expect(untranslated('de', reference, reference)).toEqual(['a: «Nothing changed»'])
    expect(untranslated('de', reference, { ...reference, a: 'Nichts geändert' })).toEqual([])
  })
  it('finds it inside branches and tags, and counts no argument as a word', () => {
    const reference = {
      a: '{n, plural, one {# more plan} other {# more plans}}',
      b: '{first} {second}, <b>{third}</b>',
    }
    expect(untranslated('fr', reference, reference)).toEqual([`a: «${reference.a}»`])
  })
  it('finds a single word in languages of another script, and English that was left in a sentence or a word', () => {
    const reference = { a: '{index} of {count}', b: 'Wallet', c: 'Your plan has ended', d: 'VIP' }
    const translated = { a: reference.a, b: '钱包', c: '您的 plan has ended now', d: 'VIP' }
    expect(untranslated('zh-Hans', reference, translated)).toEqual([
      'a: «{index} of {count}»',
      'c: «您的 plan has ended now»',
    ])
    const spanish = { a: '{index} de {count}', b: 'Wallet', c: 'Su plan ha terminado', d: 'VIP' }
    expect(untranslated('es', reference, spanish)).toEqual([])
    expect(untranslated('es', reference, { ...spanish, a: reference.a })).toEqual([`a: «${reference.a}»`])
  })
})
