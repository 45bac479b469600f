import type { Page } from '@playwright/test'

/** A text that a page gives on screen or to a screen reader. */
export interface SaidText {
  text: string
  /** Its element, with the attribute if it is one. */
  where: string
}

/** Every text of a page: text nodes (screen readers' too), names, hints and title, but not rendered documents. */
export async function saidTexts(page: Page): Promise<SaidText[]> {
  return await page.evaluate(() => {
    const said: { text: string; where: string }[] = [{ text: document.title, where: 'title' }]
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const { parentElement: element, textContent } = walker.currentNode
      if (!element || element.closest('script, style, noscript, canvas[data-drawn] + p')) continue
      const shown = element.closest('select') ?? element
      if (!shown.checkVisibility({ checkVisibilityCSS: true })) continue
      said.push({ text: textContent ?? '', where: `${element.localName}.${element.className}` })
    }
    for (const element of document.querySelectorAll('[aria-label], [placeholder], [alt], [title]')) {
      if (!element.checkVisibility({ checkVisibilityCSS: true })) continue
      for (const name of ['aria-label', 'placeholder', 'alt', 'title']) {
        said.push({ text: element.getAttribute(name) ?? '', where: `${element.localName}[${name}]` })
      }
    }
    return said.filter(({ text }) => /\p{L}/u.test(text))
  })
}
