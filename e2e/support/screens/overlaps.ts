/** What one line of a text covers: from its first letter to its last, and no higher and lower than its letters reach. */
export interface Ink {
  node: Text
  /** The bar, sheet or list that floats or scrolls by itself and that the text stands in: others may move past below it. */
  layer: Element
  left: number
  right: number
  top: number
  bottom: number
}

/**
 * The texts that lie on one another by more than a pixel both ways, a pair of texts once. The lines of one text keep the
 * distance of its line height, but for those that a clamped text leaves out, which the browser tells of all the same.
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
 * Where the letters of a text lie whose lines are given. The browser tells of lines, which are as high as the face says
 * of itself; how far letters reach above and below the line that they stand on is the canvas' to tell.
 */
export function inksOf(
  node: Text,
  element: Element,
  lines: readonly DOMRect[],
  pen: CanvasRenderingContext2D,
): Ink[] {
  // A drawing has units of its own.
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

/** An element's font as a canvas takes it: the browser's own shorthand is empty where figures are tabular. */
export function fontOf(element: Element): string {
  const { fontFamily, fontSize, fontStyle, fontWeight } = getComputedStyle(element)
  return `${fontStyle} ${fontWeight} ${fontSize} ${fontFamily}`
}

/** Where an element's texts are in sight at most, after all scrolling, and the layer that it stands in. */
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
