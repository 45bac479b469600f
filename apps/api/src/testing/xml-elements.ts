import { XMLParser, XMLValidator } from 'fast-xml-parser'

/** An element as it was read. */
export interface XmlElement {
  name: string
  attributes: Readonly<Record<string, string>>
  children: readonly XmlElement[]
  text: string
}

type ParsedNode = Readonly<Record<string, unknown>>

const TEXT = '#text'
const ATTRIBUTES = ':@'
const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: false,
  htmlEntities: true,
})

/** The outermost elements of a file in their order, or why it is not well-formed. */
export function xmlElementsOf(file: string): XmlElement[] | string {
  const well_formed = XMLValidator.validate(file)
  if (well_formed !== true) return well_formed.err.msg
  const parsed: readonly ParsedNode[] = parser.parse(file)
  return elementsIn(parsed)
}

function elementsIn(nodes: readonly ParsedNode[]): XmlElement[] {
  return nodes.flatMap((node) =>
    Object.entries(node)
      .filter(([name]) => name !== TEXT && name !== ATTRIBUTES && !name.startsWith('?'))
      .map(([name, inside]) => {
        const children: readonly ParsedNode[] = Array.isArray(inside) ? inside : []
        const attributes = Object.entries(node[ATTRIBUTES] ?? {}).map(([key, value]) => [key, String(value)])
        const text = children.map((child) => (TEXT in child ? String(child[TEXT]) : '')).join('')
        return { name, attributes: Object.fromEntries(attributes), children: elementsIn(children), text }
      }),
  )
}

/** What is wrong with elements' order and number, by a list of what comes how often. */
export function sequenceFaults(
  children: readonly XmlElement[],
  of: readonly { name: string; min: number; max: number }[],
  path: string,
): string[] {
  let at = 0
  const faults: string[] = []
  for (const { name, min, max } of of) {
    let times = 0
    while (children[at]?.name === name) {
      at += 1
      times += 1
    }
    if (times < min || times > max) faults.push(`${path}/${name}: comes ${times} times`)
  }
  const next = children[at]
  return next ? [...faults, `${path}/${next.name}: is not expected here`] : faults
}
