import { formatAmount, type Micros } from '@adtally/money/money.ts'
import type { Services } from './services.ts'

/**
 * What a proposal is, for whoever decides about it: amounts in major units with their currency, and nothing that time
 * alone changes, because what is not as it was asks again.
 */
export interface ProposalFacts {
  /** One sentence: what is done, whose it is, and how much. */
  says: string
  /** What of it is there until now, by name; empty where there is nothing yet. */
  before: Readonly<Record<string, string>>
  /** What is there once it is done, by the same names where something changes. */
  after: Readonly<Record<string, string>>
  /** The money that it is about, for whoever looks for proposals by it or adds several up; left out where it is about none. */
  sum_micros?: Micros
}

/** An amount as people read it: `500.00 EUR`. */
export function moneyText({ settings: { currency } }: Services, amount_micros: Micros): string {
  return `${formatAmount(amount_micros)} ${currency}`
}

/** Values as facts: texts as they are, lists with commas, what is not there as a dash. */
export function factsFrom(values: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, factText(value)]))
}

function factText(value: unknown): string {
  if (value === null || value === undefined || value === '') return '–'
  if (Array.isArray(value)) return value.length === 0 ? '–' : value.map(factText).join(', ')
  if (value instanceof Date) return value.toISOString()
  // The database keeps members in an order of its own.
  if (typeof value === 'object') {
    const members = Object.entries(value).map(([name, member]) => `${name}: ${factText(member)}`)
    return members.toSorted().join('; ')
  }
  return String(value)
}
