import type { Page } from '@playwright/test'
import { fontOf, inksOf, overlapsAmong, sightOf } from './overlaps.ts'

/** A text that its page does not show whole. */
export interface Misfit {
  /** The fault: cut off by a container, outside the window, on another text, broken inside a word … */
  kind: string
  text: string
  /** The element that contains it. */
  element: string
}

/** How many texts of a page were checked, and those that don't fit. */
export interface Fitting {
  texts: number
  misfits: Misfit[]
}

/**
 * Checks every text on the page: none may be cut off by an ancestor, reach out of the window or its button, overlap
 * another or break inside a word, and the page may not be wider than the window. Texts that can be scrolled into view
 * pass, and so do marked truncations: an element with `data-truncates`, or a clamped number of lines.
 */
export async function fittingOf(page: Page): Promise<Fitting> {
  return await page.evaluate(`(() => { ${IN_PAGE.map(String).join('\n')}\nreturn lookAtTexts() })()`)
}

/** A misfit as a line of a report. */
export function sentenceOf({ kind, text, element }: Misfit): string {
  return `${kind}: «${text}» in ${element}`
}

/** Functions that run in the browser from their source text; they may use nothing else of this file. */
const IN_PAGE = [
  lookAtTexts,
  shownTexts,
  faultOf,
  linesOf,
  boundsOf,
  isBroken,
  overlapFaults,
  overlapsAmong,
  inksOf,
  fontOf,
  sightOf,
  fieldFaults,
  describeElement,
]

/** The result of `fittingOf`, for tests that run in the page themselves. */
export function lookAtTexts(): Fitting {
  const { clientWidth, scrollWidth } = document.documentElement
  const texts = shownTexts()
  const misfits: Misfit[] = texts.flatMap((node) => {
    const kind = faultOf(node)
    if (kind === null || !node.parentElement) return []
    return [{ kind, text: node.data.trim().slice(0, 80), element: describeElement(node.parentElement) }]
  })
  misfits.push(...overlapFaults(texts), ...fieldFaults())
  if (scrollWidth > clientWidth + 1) {
    misfits.push({ kind: `page ${scrollWidth} px wide`, text: document.title, element: 'html' })
  }
  return { texts: texts.length, misfits }
}

/** Texts that are visible; those only for screen readers take no room. */
function shownTexts(): Text[] {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const texts: Text[] = []
  while (walker.nextNode()) {
    const node = walker.currentNode
    const element = node.parentElement
    if (!(node instanceof Text) || !element || node.data.trim() === '') continue
    if (element.closest('script, style, noscript, option, .sr-only')) continue
    if (element.checkVisibility({ checkVisibilityCSS: true, checkOpacity: true })) texts.push(node)
  }
  return texts
}

/** What is wrong with a text's layout, or null. */
function faultOf(node: Text): string | null {
  const element = node.parentElement
  if (!element || element.closest('[data-truncates]')) return null
  const rectangles = linesOf(node)
  const { left, right, top, bottom } = boundsOf(element)
  for (const rectangle of rectangles) {
    if (rectangle.left < left - 1 || rectangle.right > right + 1) return 'cut off at the side'
    const hidden = Math.max(top - rectangle.top, rectangle.bottom - bottom)
    if (hidden > rectangle.height / 4) return 'cut off above or below'
  }
  const box = element.closest('button, a, label, summary, [role="tab"]')?.getBoundingClientRect()
  if (box && rectangles.some((each) => each.left < box.left - 1 || each.right > box.right + 1)) {
    return 'out of its button'
  }
  return isBroken(node, rectangles) ? 'broken inside a word' : null
}

/** A text's lines, each as high as its typeface's line. */
function linesOf(node: Text): DOMRect[] {
  const range = document.createRange()
  range.selectNodeContents(node)
  return [...range.getClientRects()].filter(({ width }) => width > 0)
}

/** The visible bounds of an element's texts: the window, and every clipping ancestor. */
function boundsOf(element: Element) {
  const bounds = { left: 0, right: document.documentElement.clientWidth, top: -1e6, bottom: 1e6 }
  let position = 'static'
  let scrolls_down = false
  for (let each: Element | null = element; each && each !== document.body; each = each.parentElement) {
    const style = getComputedStyle(each)
    // Only its positioned ancestors can clip an absolutely positioned element.
    if (position === 'absolute' && style.position === 'static') continue
    if (style.position !== 'static') position = style.position
    // Only elements meant to scroll sideways may: `overflow-y` alone makes an element scroll both ways.
    if (each.classList.contains('overflow-x-auto')) return { ...bounds, left: -1e6, right: 1e6 }
    const box = each.getBoundingClientRect()
    if (style.overflowX !== 'visible') {
      bounds.left = Math.max(bounds.left, box.left + each.clientLeft)
      bounds.right = Math.min(bounds.right, box.left + each.clientLeft + each.clientWidth)
    }
    scrolls_down ||= style.overflowY === 'auto' || style.overflowY === 'scroll'
    if (style.overflowY !== 'visible' && !scrolls_down && style.webkitLineClamp === 'none') {
      bounds.top = Math.max(bounds.top, box.top + each.clientTop)
      bounds.bottom = Math.min(bounds.bottom, box.top + each.clientTop + each.clientHeight)
    }
    if (position === 'fixed') break
  }
  return bounds
}

/** Whether a word of an alphabetic script is broken across lines; scripts without spaces may break anywhere. */
function isBroken(node: Text, rectangles: readonly DOMRect[]): boolean {
  if (rectangles.length < 2) return false
  const range = document.createRange()
  return [
    ...node.data.matchAll(/(?<![\p{L}\p{N}])[\p{sc=Latin}\p{sc=Cyrillic}\p{M}]{3,}(?![\p{L}\p{N}])/gu),
  ].some(({ 0: word, index }) => {
    // A soft hyphen's visible hyphen is laid out with the letter after it.
    range.setStart(node, node.data[index - 1] === '\u00ad' ? index + 1 : index)
    range.setEnd(node, index + word.length)
    const tops = [...range.getClientRects()]
      .filter(({ width }) => width > 0)
      .map(({ top }) => Math.round(top))
    return Math.max(...tops) - Math.min(...tops) > 4
  })
}

/** Texts that overlap. */
function overlapFaults(texts: readonly Text[]): Misfit[] {
  const pen = document.createElement('canvas').getContext('2d')
  if (!pen) return []
  const inks = texts.flatMap((node) =>
    node.parentElement ? inksOf(node, node.parentElement, linesOf(node), pen) : [],
  )
  return overlapsAmong(inks).map(([one, other]) => ({
    kind: 'lies on another text',
    text: [one, other].map(({ data }) => data.trim().slice(0, 40)).join(' / '),
    element: other.parentElement ? describeElement(other.parentElement) : '',
  }))
}

/** Placeholders and chosen options wider than their field, which no range can measure. */
function fieldFaults(): Misfit[] {
  const pen = document.createElement('canvas').getContext('2d')
  return [...document.querySelectorAll<HTMLInputElement | HTMLSelectElement>('input, select')].flatMap(
    (field) => {
      const text = field instanceof HTMLSelectElement ? field.selectedOptions[0]?.text : field.placeholder
      const is_seen = field instanceof HTMLSelectElement || field.value === ''
      const is_visible = field.checkVisibility({ checkVisibilityCSS: true, checkOpacity: true })
      if (!pen || !text || !is_seen || !is_visible || field.closest('[data-truncates]')) return []
      const style = getComputedStyle(field)
      pen.font = fontOf(field)
      const room =
        field.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight)
      if (pen.measureText(text).width <= room + 1) return []
      return [{ kind: 'wider than its field', text: text.slice(0, 80), element: describeElement(field) }]
    },
  )
}

function describeElement(element: Element): string {
  const name = (each: Element) =>
    [each.localName, ...[...each.classList].slice(0, 6)].join('.') + (each.id ? `#${each.id}` : '')
  return element.parentElement ? `${name(element.parentElement)} > ${name(element)}` : name(element)
}
