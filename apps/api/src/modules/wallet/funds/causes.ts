import type { OutputOf } from '@adtally/contract/call.ts'
import type { transactionFlowCause } from '@adtally/contract/money/statements.ts'
import type { Transaction } from '../../../database/database.ts'
import { isId } from '../../../database/identifiers.ts'
import type { CustomerEntry } from '../../ledger/index.ts'
import type { Services } from '../../services.ts'

/** A fact about a cause, as on the wire. */
export type CauseFactShown = OutputOf<typeof transactionFlowCause>['facts'][number]

/** What a customer is told about an entry's cause. */
export interface CauseDescription {
  number: string | null
  facts: CauseFactShown[]
  policy_version: number | null
}

/** Describes one kind of subject of fund-flow lines or cause of entries; each module has its own. */
export interface CauseReader {
  /** The kind of a cause, a line's subject, or both, such as `plan`. */
  kind: string
  /** Readable numbers by id; in the customer's scope, so that others' are absent. */
  numbersOf?(tx: Transaction, ids: readonly string[]): Promise<Map<string, string>>
  /** The customer's items whose number begins with `text` or whose name contains it, newest first; in their scope. */
  find?(tx: Transaction, customer_id: string, text: string, ids_max: number): Promise<string[]>
  /** The facts of an entry's cause; null if it is not the customer's. */
  tell?(services: Services, customer_id: string, entry: CustomerEntry): Promise<CauseDescription | null>
}

/** A search returns only the newest of each kind. */
const FOUND_MAX = 200

/** All cause readers, one for each kind. */
export class Causes {
  readonly #readers = new Map<string, CauseReader>()

  /** Throws RangeError if two readers have the same kind. */
  constructor(readers: readonly CauseReader[]) {
    for (const reader of readers) {
      if (this.#readers.has(reader.kind))
        throw new RangeError(`Two readers are given for causes of the kind ${reader.kind}`)
      this.#readers.set(reader.kind, reader)
    }
  }

  /** Readable numbers of lines' subjects, by the subject's id; those without a number are absent. */
  async numbersOf(
    tx: Transaction,
    lines: readonly { subject_kind: string; subject_id: string }[],
  ): Promise<Map<string, string>> {
    const numbers = new Map<string, string>()
    for (const [kind, of_kind] of Map.groupBy(lines, ({ subject_kind }) => subject_kind)) {
      const ids = [...new Set(of_kind.map(({ subject_id }) => subject_id))].filter(isId)
      const found = await this.#readers.get(kind)?.numbersOf?.(tx, ids)
      for (const [id, number] of found ?? []) numbers.set(id, number)
    }
    return numbers
  }

  /** Ids of the customer's own plans, withdrawals, bank lines … that `text` names. */
  async find(tx: Transaction, customer_id: string, text: string): Promise<string[]> {
    const found: string[] = []
    for (const reader of this.#readers.values()) {
      found.push(...((await reader.find?.(tx, customer_id, text, FOUND_MAX)) ?? []))
    }
    return found
  }

  /** The facts of an entry's cause; none for an unknown kind or another customer's. */
  async tell(services: Services, customer_id: string, entry: CustomerEntry): Promise<CauseDescription> {
    const told = await this.#readers.get(entry.cause_kind)?.tell?.(services, customer_id, entry)
    return told ?? { number: null, facts: [], policy_version: null }
  }
}

/** Facts by name, without those that have no value. */
export function factsOf(
  facts: readonly { name: CauseFactShown['name']; kind: CauseFactShown['kind']; value: string | null }[],
): CauseFactShown[] {
  return facts.flatMap(({ name, kind, value }) =>
    value === null || value === '' ? [] : [{ name, kind, value }],
  )
}

/** A `like` pattern that matches `text` literally. */
export function escapedForLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}
