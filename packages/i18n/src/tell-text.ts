import compile from 'icu-minify/compile'
import type { CompiledMessage } from 'icu-minify/format'
import { formatMoney, formatNumber } from './format-money.ts'
import { keepText } from './keep-words.ts'

/** An amount in a text: the wire's decimal string in major units. */
export interface NamedAmount {
  amount: string
  currency: string
}

/** A value for a name in braces: text, a number that a plural may count, or an amount. */
export type NamedValue = string | number | NamedAmount

/** A part of a text: words, a name, or a name with a branch per number. */
type Part = string | { name: string; branches: Map<string, Part[]> | null } | typeof COUNTED

/** Stands for the number that the surrounding plural counts. */
const COUNTED = Symbol('counted')

/** icu-minify's numbers of the two node kinds that a text may contain. */
const POUND = 0
const PLURAL = 2

/**
 * Formats a text from outside the catalogues, such as a help answer, with the values of its names in braces: amounts
 * and numbers by `Intl`, plurals by the language's rules, figures kept with their units. Throws if `named` lacks a
 * name, or the text is not an ICU message of names and plurals.
 */
export function tellText(
  language: string,
  text: string,
  named: (name: string) => NamedValue | undefined,
): string {
  const tell = (parts: readonly Part[], counted: string): string =>
    parts
      .map((part) => {
        if (typeof part === 'string') return part
        if (part === COUNTED) return counted
        const value = named(part.name)
        if (value === undefined) throw new Error(`no figure is called ${part.name}`)
        const said = toldAs(language, value)
        return part.branches === null ? said : tell(branchFor(language, part.branches, value), said)
      })
      .join('')
  return tell(partsOf(keepText(language, text)), '')
}

/** The names in a text, as often as they occur outside plural branches; throws if it is not such a text. */
export function namesIn(text: string): string[] {
  const namesOf = (parts: readonly Part[]): string[] =>
    parts.flatMap((part) => {
      if (typeof part === 'string' || part === COUNTED) return []
      return [part.name, ...new Set([...(part.branches?.values() ?? [])].flatMap(namesOf))]
    })
  return namesOf(partsOf(text))
}

const known = new Map<string, Part[]>()

function partsOf(text: string): Part[] {
  const parts = known.get(text) ?? readMessage(compile(text))
  known.set(text, parts)
  return parts
}

function readMessage(message: CompiledMessage): Part[] {
  return typeof message === 'string' ? [message] : message.map(readNode)
}

function readNode(node: Exclude<CompiledMessage, string>[number]): Part {
  if (typeof node === 'string') return node
  if (node === POUND) return COUNTED
  const [name, kind, branches] = node
  if (kind === undefined) return { name, branches: null }
  if (kind !== PLURAL || typeof branches !== 'object' || branches === null)
    throw new Error(`a text may name {${name}} and count it in a plural, no more`)
  return {
    name,
    branches: new Map(Object.entries(branches).map(([key, branch]) => [key, readBranch(branch)])),
  }
}

/** A branch is a message, or its only node. */
function readBranch(branch: unknown): Part[] {
  if (typeof branch === 'string') return [branch]
  if (branch === POUND) return [COUNTED]
  if (!Array.isArray(branch)) throw new Error('a plural has an empty branch')
  return branch.map(readNode)
}

function branchFor(language: string, branches: ReadonlyMap<string, Part[]>, value: NamedValue): Part[] {
  if (typeof value !== 'number') throw new Error('a plural counts something that is not a number')
  const branch =
    branches.get(`=${value}`) ??
    branches.get(new Intl.PluralRules(language).select(value)) ??
    branches.get('other')
  if (branch === undefined) throw new Error('a plural has no branch for other numbers')
  return branch
}

function toldAs(language: string, value: NamedValue): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number') return formatNumber(language, value)
  // What a text says is looked up in the wallet, where nothing is cut.
  return formatMoney(language, value.amount, value.currency, { decimals: 'all' })
}
