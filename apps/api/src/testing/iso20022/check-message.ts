import { XMLParser, XMLValidator } from 'fast-xml-parser'
import type { Content, Message, Particle } from './message-rules.ts'

interface Element {
  name: string
  attributes: Readonly<Record<string, string>>
  children: readonly Element[]
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

/**
 * The rules of a message that `file` breaks, each with its element's path. The rules cover only elements that this
 * project's files use: any other is a fault, even if the standard has it.
 */
export function faultsOf(file: string, message: Message): string[] {
  const well_formed = XMLValidator.validate(file)
  if (well_formed !== true) return [well_formed.err.msg]
  const parsed: readonly ParsedNode[] = parser.parse(file)
  const roots = elementsIn(parsed)
  const [root, ...others] = roots
  if (root?.name !== 'Document' || others.length > 0) return ['Document: is not the one root']
  const { xmlns, ...attributes } = root.attributes
  if (xmlns !== message.namespace) return [`Document: is of ${xmlns ?? 'no namespace'}`]
  return faultsIn({ ...root, attributes }, message.document, 'Document')
}

function elementsIn(nodes: readonly ParsedNode[]): Element[] {
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

function faultsIn(element: Element, content: Content, path: string): string[] {
  const faults = attributeFaults(element, content, path)
  if (content.kind === 'text') {
    if (element.children.length > 0) faults.push(`${path}: has elements`)
    else if (!content.accepts(element.text)) faults.push(`${path}: can't be ${JSON.stringify(element.text)}`)
    return faults
  }
  if (element.text.trim() !== '') faults.push(`${path}: has text`)
  const order = content.kind === 'sequence' ? sequenceFaults : choiceFaults
  faults.push(...order(element.children, content.of, path))
  for (const child of element.children) {
    const particle = content.of.find(({ name }) => name === child.name)
    if (particle) faults.push(...faultsIn(child, particle.content, `${path}/${child.name}`))
  }
  return faults
}

function attributeFaults({ attributes }: Element, content: Content, path: string): string[] {
  const expected = content.kind === 'text' ? content.attribute : undefined
  const faults = Object.keys(attributes)
    .filter((name) => name !== expected?.name)
    .map((name) => `${path}@${name}: is not expected`)
  if (expected && !expected.accepts(attributes[expected.name] ?? '')) {
    faults.push(`${path}@${expected.name}: can't be ${JSON.stringify(attributes[expected.name] ?? '')}`)
  }
  return faults
}

/** Checks each element's order and number. */
function sequenceFaults(children: readonly Element[], of: readonly Particle[], path: string): string[] {
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

function choiceFaults(children: readonly Element[], of: readonly Particle[], path: string): string[] {
  const [only, ...others] = children
  const is_one = only !== undefined && others.length === 0 && of.some(({ name }) => name === only.name)
  return is_one ? [] : [`${path}: holds not one of ${of.map(({ name }) => name).join(', ')}`]
}
