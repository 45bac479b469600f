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
