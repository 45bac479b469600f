import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { sequenceFaults, type XmlElement, xmlElementsOf } from '../xml-elements.ts'
import { VAST_FORMS, type VastElement } from './vast-rules.ts'

/** A folder with the published schema, `vast_4.2.xsd`, which we do not redistribute. */
const SCHEMAS = process.env.VAST_SCHEMAS

/** The rules that a document breaks, each with its element's path; by the form that it comes nearest to. */
export function vastFaults(document: string): string[] {
  const roots = xmlElementsOf(document)
  if (typeof roots === 'string') return [roots]
  const [root, ...others] = roots
  if (root?.name !== 'VAST' || others.length > 0) return ['VAST: is not the one root']
  const [fewest = []] = VAST_FORMS.map((form) => faultsIn(root, form, 'VAST')).toSorted(
    (one, other) => one.length - other.length,
  )
  return fewest
}

/**
 * Whether a document is VAST 4.2 by our table. If `VAST_SCHEMAS` names a folder with the published schema, `xmllint`
 * checks it too; throws if that finds a fault where the table does not. What it finds beyond is the table's: the schema
 * takes any text for an address, a vendor or a macro.
 */
export function isVast(document: string): boolean {
  const is_valid = vastFaults(document).length === 0
  if (SCHEMAS === undefined || !is_valid) return is_valid
  const { status, stderr } = spawnSync(
    'xmllint',
    ['--noout', '--schema', join(SCHEMAS, 'vast_4.2.xsd'), '-'],
    {
      // libxml2 takes no brackets in an address, in which VAST's macros stand.
      input: document.replace(/\[([A-Z]+)\]/g, '$1'),
      encoding: 'utf8',
    },
  )
  if (status !== 0) throw new Error(`the published schema says otherwise: ${stderr}`)
  return true
}

/** Why the published schema was not asked; null if it was. */
export const SCHEMA_NOT_RUN =
  SCHEMAS === undefined ? 'the published schema was not asked: VAST_SCHEMAS names no folder' : null

function faultsIn(element: XmlElement, { content, attributes }: VastElement, path: string): string[] {
  const faults = Object.keys(element.attributes)
    .filter((name) => !(name in attributes))
    .map((name) => `${path}@${name}: is not expected`)
  for (const [name, { accepts, is_required }] of Object.entries(attributes)) {
    const value = element.attributes[name]
    if (value === undefined ? is_required : !accepts(value))
      faults.push(`${path}@${name}: can't be ${JSON.stringify(value)}`)
  }
  if (content.kind === 'text') {
    if (element.children.length > 0) faults.push(`${path}: has elements`)
    else if (!content.accepts(element.text)) faults.push(`${path}: can't be ${JSON.stringify(element.text)}`)
    return faults
  }
  if (element.text.trim() !== '') faults.push(`${path}: has text`)
  faults.push(...sequenceFaults(element.children, content.of, path))
  for (const child of element.children) {
    const particle = content.of.find(({ name }) => name === child.name)
    if (particle) faults.push(...faultsIn(child, particle.element, `${path}/${child.name}`))
  }
  return faults
}
