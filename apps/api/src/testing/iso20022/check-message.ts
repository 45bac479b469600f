import { sequenceFaults, type XmlElement, xmlElementsOf } from '../xml-elements.ts'
import type { Content, Message, Particle } from './message-rules.ts'

/**
 * The rules of a message that `file` breaks, each with its element's path. The rules cover only elements that this
 * project's files use: any other is a fault, even if the standard has it.
 */
export function faultsOf(file: string, message: Message): string[] {
  const roots = xmlElementsOf(file)
  if (typeof roots === 'string') return [roots]
  const [root, ...others] = roots
  if (root?.name !== 'Document' || others.length > 0) return ['Document: is not the one root']
  const { xmlns, ...attributes } = root.attributes
  if (xmlns !== message.namespace) return [`Document: is of ${xmlns ?? 'no namespace'}`]
  return faultsIn({ ...root, attributes }, message.document, 'Document')
}

function faultsIn(element: XmlElement, content: Content, path: string): string[] {
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

function attributeFaults({ attributes }: XmlElement, content: Content, path: string): string[] {
  const expected = content.kind === 'text' ? content.attribute : undefined
  const faults = Object.keys(attributes)
    .filter((name) => name !== expected?.name)
    .map((name) => `${path}@${name}: is not expected`)
  if (expected && !expected.accepts(attributes[expected.name] ?? '')) {
    faults.push(`${path}@${expected.name}: can't be ${JSON.stringify(attributes[expected.name] ?? '')}`)
  }
  return faults
}

function choiceFaults(children: readonly XmlElement[], of: readonly Particle[], path: string): string[] {
  const [only, ...others] = children
  const is_one = only !== undefined && others.length === 0 && of.some(({ name }) => name === only.name)
  return is_one ? [] : [`${path}: holds not one of ${of.map(({ name }) => name).join(', ')}`]
}
