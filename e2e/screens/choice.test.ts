import { describe, expect, it } from 'vitest'
import type { Screen } from '../support/screens/screens.ts'
import { chooseScreens } from './choice.ts'

const screens = ['/wallet', '/wallet/bind-card', '/plan'].map(
  (path): Screen => ({ path, name: path.slice(1).replaceAll('/', '-'), address: path, viewer: 'first' }),
)
const pathsOf = (filters: readonly string[]) =>
  chooseScreens(screens, filters).screens.map(({ path }) => path)

describe('the choice of pictures', () => {
  it('is everything without a filter', () => {
    expect(chooseScreens(screens, [])).toEqual({
      screens,
      languages: ['en', 'zh-Hans', 'de', 'th'],
      appearances: ['light', 'dark'],
      sizes: ['390x844', '1280x800'],
      text_size: 'regular',
    })
  })
  it('takes filters of one kind together and those of different kinds one after the other', () => {
    expect(pathsOf(['wallet'])).toEqual(['/wallet', '/wallet/bind-card'])
    expect(pathsOf(['bind', 'plan', 'de'])).toEqual(['/wallet/bind-card', '/plan'])
    expect(chooseScreens(screens, ['ja', 'dark', '390x844', 'largest', 'plan'])).toMatchObject({
      languages: ['ja'],
      appearances: ['dark'],
      sizes: ['390x844'],
      text_size: 'largest',
    })
  })
  it('refuses what names nothing, instead of taking no picture', () => {
    expect(() => chooseScreens(screens, ['walet'])).toThrow('walet is no route, language, appearance or size')
  })
})
