import { LANGUAGES } from '@adtally/contract/enums.ts'
import { describe, expect, it } from 'vitest'
import { keepWords } from './keep-words.ts'
import { readCatalogue } from './read-catalogue.ts'

describe('words that a browser would part at the end of a line', () => {
  it('are kept whole wherever a text has them', () => {
    const kept = keepWords('th', { plan: { one: 'คอนเวอร์ชันละ {amount} ต่อคอนเวอร์ชัน', other: 'แผน' } })
    expect(kept).toEqual({
      plan: { one: 'คอน\u2060เวอร์ชันละ {amount} ต่อคอน\u2060เวอร์ชัน', other: 'แผน' },
    })
  })

  it('keep Thai’s sign of repetition, and “not”, with the word they belong to', () => {
    const kept = keepWords('th', { a: 'การแก้ไขใด ๆ', b: 'คลิกที่ไม่ผ่านเกณฑ์ ที่ผ่านเกณฑ์' })
    expect(kept).toEqual({
      a: 'การแก้ไขใด\u00a0ๆ',
      b: 'คลิกที่ไม่\u2060ผ่าน\u2060เกณฑ์ ที่ผ่าน\u2060เกณฑ์',
    })
  })

  it('leave no figure and no Russian word of one letter at a line’s end', () => {
    const one = (language: string, text: string) => Object.values(keepWords(language, { text }))[0]
    expect(
      one(
        'ru',
        'С {vip_fee} и а не в 12 месяцев, {n, plural, =0 {нет} few {# плана} other {# завершённого плана}}',
      ),
    ).toBe(
      'С\u00a0{vip_fee} и\u00a0а\u00a0не в\u00a012\u00a0месяцев, {n, plural, =0 {нет} few {#\u00a0плана} other {# завершённого плана}}',
    )
    expect(one('vi', '{n, plural, other {# lượt nhấp}}')).toBe('{n, plural, other {#\u00a0lượt nhấp}}')
    expect(one('de', 'a # Pläne und 12 Monate')).toBe('a # Pläne und 12\u00a0Monate')
  })

  it('part no Thai “not yet”, nor what a label names in one word', () => {
    const one = (text: string) => Object.values(keepWords('th', { text }))[0]
    expect(one('ยังไม่ยืนยัน ถอนเป็นเงินไม่ได้')).toBe('ยัง\u2060ไม่\u2060ยืนยัน ถอน\u2060เป็น\u2060เงิน\u2060ไม่\u2060ได้')
    expect(one('ยอดสะสมสูงสุดถูกกันไว้')).toBe('ยอด\u2060สะสม\u2060สูง\u2060สุดถูก\u2060กัน\u2060ไว้')
  })

  it('keep a figure with what it counts, and a joining sign with what it follows', () => {
    const kept = keepWords('es', {
      a: 'Place plan · {amount}, {from} – {to}',
      b: 'on hold for {beneficiary_wait_hours} hours',
      c: '{amount} {currency} of {name} now, {width} × {height}',
      d: 'about 30-50 conversions, {n, plural, one {# minuto} other {# minutos}}',
    })
    expect(kept).toEqual({
      a: 'Place plan\u00a0· {amount}, {from}\u00a0– {to}',
      b: 'on hold for {beneficiary_wait_hours}\u00a0hours',
      c: '{amount}\u00a0{currency} of {name} now, {width}\u00a0×\u00a0{height}',
      d: 'about 30-\u206050 conversions, {n, plural, one {#\u00a0minuto} other {#\u00a0minutos}}',
    })
  })

  it('keep a share’s sign, a counted year and a Thai classifier with their figure, and “not” with what it denies', () => {
    const one = (language: string, text: string) => Object.values(keepWords(language, { text }))[0]
    expect(one('de', '{vip_percent} % des Betrags')).toBe('{vip_percent}\u00a0% des Betrags')
    expect(one('en', '{n, plural, one {# year} other {# years}}')).toBe(
      '{n, plural, one {#\u00a0year} other {#\u00a0years}}',
    )
    expect(one('th', '{n, plural, other {# แผน}} {days} วัน ไม่เกิน')).toBe(
      '{n, plural, other {#\u00a0แผน}} {days}\u00a0วัน ไม่\u2060เกิน',
    )
    expect(one('ru', '{n, plural, one {# ч} few {# ч} many {# ч} other {# ч}}')).not.toContain('# ')
    expect(one('zh-Hant', '怎麼辦？')).toBe('怎\u2060麼辦？')
    expect(one('en', 'takes off {loss} points')).toBe('takes off {loss}\u00a0points')
    expect(one('ja', 'ファイルそのもの・最終使用：{used}')).toBe(
      'ファイルその\u2060もの・最終\u2060使用：{used}',
    )
  })

  it('keep a Chinese figure with its counter, and words of results whole', () => {
    const one = (language: string, text: string) => Object.values(keepWords(language, { text }))[0]
    expect(one('zh-Hans', '加 {gain} 分，{n, plural, other {# 次转化}}，未确认合计')).toBe(
      '加 {gain}\u00a0分，{n, plural, other {#\u00a0次转化}}，未\u2060确\u2060认合\u2060计',
    )
    expect(one('zh-Hant', '{count} 張，損益介於 {amount} 的')).toBe(
      '{count}\u00a0張，損\u2060益介\u2060於 {amount} 的',
    )
  })

  it('begin no line with the pronoun of a French question or a Korean particle behind a sign [proof 670]', () => {
    const one = (language: string, text: string) => Object.values(keepWords(language, { text }))[0]
    expect(one('fr', 'Qu’en est-il ? Combien coûte-t-il, pouvez-vous, vous-même, est-ille')).toBe(
      'Qu’en est-\u2060il ? Combien coûte-\u2060t-\u2060il, pouvez-\u2060vous, vous-même, est-ille',
    )
    expect(one('ko', '금액의 {percent}%입니다. ‘출금’을 선택하세요. ‘추정’ 수치')).toBe(
      '금액의 {percent}%\u2060입니다. ‘출금’\u2060을 선택하세요. ‘추정’ 수치',
    )
    expect(one('ko', '{lower}에서 {n, plural, other {#건}}의 사람({id})의')).toBe(
      '{lower}\u2060에서 {n, plural, other {#건}}\u2060의 사람({id})\u2060의',
    )
    expect(one('es', 'est-il 200%입니다')).toBe('est-il 200%입니다')
  })

  it('let a Korean line break within a range and before a bracket, not within a quarter', () => {
    expect(keepWords('ko', { text: '{since}~{until} 하위 4분의 1(이하), 7(일)' })).toEqual({
      text: '{since}~\u200b{until} 하위 4분의\u00a01\u200b(이하), 7(일)',
    })
  })

  it('part no “E-Mail” at its hyphen, in any case and in any word', () => {
    const one = (language: string, text: string) => Object.values(keepWords(language, { text }))[0]
    expect(one('de', 'Ihre E-Mail-Adresse')).toBe('Ihre E-\u2060Mail-Adresse')
    expect(one('fr', 'Votre adresse e-mail')).toBe('Votre adresse e-\u2060mail')
  })

  it('leave the English text that SPEC §9 fixes to the letter', () => {
    const text = 'about 30-50 conversions within 7 days'
    expect(keepWords('en', { text })).toEqual({ text })
  })

  it.each(LANGUAGES)('leave the texts of %s as they read', (language) => {
    const catalogue = readCatalogue(language, 'app')
    const read = (texts: unknown) =>
      JSON.stringify(texts)
        .replaceAll(/[\u200b\u2060]/g, '')
        .replaceAll('\u00a0', ' ')
    expect(read(keepWords(language, catalogue))).toBe(read(catalogue))
  })
})
