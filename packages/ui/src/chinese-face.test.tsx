import { expect, it, onTestFinished } from 'vitest'
import { render } from './testing/render.tsx'

/** A text's width in ems on a page in `page_language`, as a child in `language` if one is given. */
async function emsOf(text: string, page_language: string, language?: string): Promise<number> {
  const root = document.documentElement
  const before = root.lang
  onTestFinished(() => {
    root.lang = before
  })
  const container = await render(
    <span lang={language} style={{ fontSize: '100px', position: 'absolute', whiteSpace: 'nowrap' }}>
      {text}
    </span>,
  )
  root.lang = page_language
  await document.fonts.ready
  return (container.querySelector('span')?.getBoundingClientRect().width ?? Number.NaN) / 100
}

/** No Latin face has a dot or quotation mark that is wider. */
const NARROW_EM = 0.65

it.each(['zh-Hans', 'zh-Hant'])(
  'a masked number’s dots, the separator and an apostrophe are no wider than Latin ones in %s',
  async (language) => {
    for (const sign of ['•', '·', '’']) expect(await emsOf(sign, language), sign).toBeLessThan(NARROW_EM)
  },
)

it('a text in English has its own quotation marks in a Chinese page, and simplified Chinese keeps its own', async () => {
  expect(await emsOf('“', 'zh-Hans', 'en')).toBeLessThan(NARROW_EM)
  expect(await emsOf('“', 'zh-Hant')).toBeLessThan(NARROW_EM)
  document.documentElement.lang = 'zh-Hans'
  expect(getComputedStyle(document.body).fontFamily).not.toContain('Latin quotes')
})
