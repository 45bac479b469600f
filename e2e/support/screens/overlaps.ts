/** The area that a line of text covers: from its first letter to its last, only as high as its letters reach. */
export interface Ink {
  node: Text
  /** The floating or scrolling container of the text; others may pass below it. */
  layer: Element
  left: number
  right: number
  top: number
  bottom: number
}

/**
 * Pairs of texts that overlap by more than a pixel in both directions. Lines of one text are compared by its line
 * height, without the hidden lines of a clamped text, which browsers report all the same.
 */
export function overlapsAmong(inks: readonly Ink[]): [Text, Text][] {
  const found: [Text, Text][] = []
  for (const [index, one] of inks.entries()) {
    for (const other of inks.slice(index + 1)) {
      const across = Math.min(one.right, other.right) - Math.max(one.left, other.left)
      const down = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top)
      if (across <= 1 || down <= 1 || one.layer !== other.layer || one.node === other.node) continue
      if (!found.some(([first, second]) => first === one.node && second === other.node)) {
        found.push([one.node, other.node])
      }
    }
  }
  return found
}

/**
 * The areas of a text's letters, given its lines. The browser's line boxes are as high as the typeface's metrics say;
 * the canvas measures how far letters reach above and below the baseline.
 */
export function inksOf(
  node: Text,
  element: Element,
  lines: readonly DOMRect[],
  pen: CanvasRenderingContext2D,
): Ink[] {
  // SVG has its own units.
  if (element.closest('svg')) return []
  const { layer, ...sight } = sightOf(element)
  pen.font = fontOf(element)
  const reach = pen.measureText(node.data)
  return lines.map(({ left, right, top }) => {
    const baseline = top + reach.fontBoundingBoxAscent
    return {
      node,
      layer,
      left: Math.max(left, sight.left),
      right: Math.min(right, sight.right),
      top: Math.max(baseline - reach.actualBoundingBoxAscent, sight.top),
      bottom: Math.min(baseline + reach.actualBoundingBoxDescent, sight.bottom),
    }
  })
}

/** An element's font in canvas syntax; the browser's own shorthand is empty for tabular figures. */
export function fontOf(element: Element): string {
  const { fontFamily, fontSize, fontStyle, fontWeight } = getComputedStyle(element)
  return `${fontStyle} ${fontWeight} ${fontSize} ${fontFamily}`
}

/** The largest visible area of an element's texts after all scrolling, and their layer. */
export function sightOf(element: Element) {
  const layer: Element = document.body
  const sight = { layer, left: -1e6, right: 1e6, top: -1e6, bottom: 1e6 }
  for (let each: Element | null = element; each && each !== document.body; each = each.parentElement) {
    const { overflowX, overflowY, position } = getComputedStyle(each)
    const { left, right, top, bottom } = each.getBoundingClientRect()
    if (overflowX === 'hidden' || overflowX === 'clip') {
      sight.left = Math.max(sight.left, left)
      sight.right = Math.min(sight.right, right)
    }
    if (overflowY === 'hidden' || overflowY === 'clip') {
      sight.top = Math.max(sight.top, top)
      sight.bottom = Math.min(sight.bottom, bottom)
    }
    const scrolls = overflowY === 'auto' || overflowY === 'scroll'
    if (scrolls || position === 'fixed' || position === 'sticky') return { ...sight, layer: each }
  }
  return sight
}
