import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const CSS = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8')
const MORE_AT = CSS.indexOf('@media (prefers-contrast: more)')

const regular = coloursIn(CSS.slice(0, MORE_AT))
const more = new Map([...regular, ...coloursIn(CSS.slice(MORE_AT))])

/** Text colours with their backgrounds; soft backgrounds carry ink and their own colour. */
const TEXTS = [
  ...['ink', 'muted', 'accent', 'positive', 'negative', 'warning', 'hold'].flatMap((text) => [
    [text, 'surface'] as const,
    [text, 'canvas'] as const,
  ]),
  ['on-paper', 'paper'],
  ['on-accent', 'accent'],
  ['on-negative', 'negative'],
  ['ink', 'accent-soft'],
  ['accent', 'accent-soft'],
  ['ink', 'negative-soft'],
  ['ink', 'hold-soft'],
  ['hold', 'hold-soft'],
  ['white', 'deep'],
] as const
const EDGES = [
  ['edge', 'surface'],
  ['edge', 'canvas'],
] as const

describe.each([
  ['light', 0],
  ['dark', 1],
] as const)('%s', (_, scheme) => {
  it('keeps AA: 4.5 for text, 3 for the edges of controls', () => {
    expect(below(regular, TEXTS, scheme, 4.5)).toEqual([])
    expect(below(regular, EDGES, scheme, 3)).toEqual([])
  })

  it('keeps 7 for text and 4.5 for edges where more contrast is asked for', () => {
    expect(below(more, TEXTS, scheme, 7)).toEqual([])
    expect(below(more, [...EDGES, ['line', 'surface']], scheme, 4.5)).toEqual([])
  })
})

it('control: the regular colours would not pass as those of more contrast, nor a grey on white as AA', () => {
  expect(below(regular, TEXTS, 0, 7)).not.toEqual([])
  const grey = new Map(regular).set('muted', ['#8a8a8a', '#8a8a8a'])
  expect(below(grey, [['muted', 'surface']], 0, 4.5)).toEqual(['muted on surface: 3.45'])
})

type Pair = readonly [light: string, dark: string]

function coloursIn(css: string): Map<string, Pair> {
  const found = css.matchAll(/--color-([\w-]+): (?:light-dark\((#\w{6}), (#\w{6})\)|(#\w{6}));/g)
  return new Map(
    [...found].map(([, name = '', light, dark, both]) => [name, [light ?? both ?? '', dark ?? both ?? '']]),
  )
}

function below(
  colours: ReadonlyMap<string, Pair>,
  pairs: readonly (readonly [string, string])[],
  scheme: 0 | 1,
  least: number,
): string[] {
  return pairs.flatMap(([text, ground]) => {
    const [over, under] = [colours.get(text)?.[scheme], colours.get(ground)?.[scheme]]
    if (!over || !under) return [`${text} on ${ground}: no such colour`]
    const ratio = contrast(over, under)
    return ratio < least ? [`${text} on ${ground}: ${ratio.toFixed(2)}`] : []
  })
}

/** WCAG 2.2, "contrast ratio". */
function contrast(one: string, other: string): number {
  const [high = 0, low = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a)
  return (high + 0.05) / (low + 0.05)
}

/** WCAG 2.2, "relative luminance". */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
