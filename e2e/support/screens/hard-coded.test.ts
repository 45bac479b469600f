import { describe, expect, it } from 'vitest'
import { isHardCoded } from './hard-coded.ts'
import { pseudoText } from './pseudo-language.ts'

const server = new Set(['Harbour Lights', 'plan', 'P1000123', 'You can withdraw at any time.'])
const message = (text: string) => `[${text}]`

describe('what the program says by itself', () => {
  it('is found: words that neither a catalogue nor the server nor Intl has', () => {
    expect(isHardCoded('Withdraw', server)).toBe(true)
    expect(isHardCoded('plan of yours', server)).toBe(true)
    expect(isHardCoded(`${pseudoText('Plan of')} yours`, server)).toBe(true)
    expect(isHardCoded('at any time', server)).toBe(true)
  })
  it('may be a message, also with data in it', () => {
    expect(isHardCoded(message(pseudoText('Withdraw the rest')), server)).toBe(false)
    expect(
      isHardCoded(message(`${pseudoText('Plan')} P1000123 · ${pseudoText('of')} Harbour Lights`), server),
    ).toBe(false)
  })
  it('may be a message of arguments alone, none of which is made up', () => {
    expect(isHardCoded('[Harbour Lights · P1000123]', server)).toBe(false)
    expect(isHardCoded('[Harbour Lights · made up]', server)).toBe(true)
  })
  it('may be data, whole, or what Intl writes', () => {
    expect(isHardCoded(' You can withdraw at any time. ', server)).toBe(false)
    expect(isHardCoded('1,200.00 USD', server)).toBe(false)
    expect(isHardCoded('21 Nov 2026, 8:37 PM', server)).toBe(false)
    expect(isHardCoded('2 hours ago', server)).toBe(false)
    expect(isHardCoded('Europe/Berlin', server)).toBe(false)
    expect(isHardCoded('12', server)).toBe(false)
    const hash = '029626564b3dccb9c473affed1b8d0632d31f4cb'
    expect(isHardCoded(`92:${hash}`, new Set([hash]))).toBe(false)
  })
})
