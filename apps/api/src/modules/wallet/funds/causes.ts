import type { OutputOf } from '@adtally/contract/call.ts'
import type { transactionFlowCause } from '@adtally/contract/money/statements.ts'
import type { Transaction } from '../../../database/database.ts'
import { isId } from '../../../database/identifiers.ts'
import type { CustomerEntry } from '../../ledger/index.ts'
import type { Services } from '../../services.ts'

/** One thing that is known of a cause, as the wire carries it. */
export type CauseFactShown = OutputOf<typeof transactionFlowCause>['facts'][number]

/** What a customer is told of an entry's cause. */
export interface CauseDescription {
  number: string | null
  facts: CauseFactShown[]
  policy_version: number | null
}

/** Tells of one kind of thing that fund-flow lines speak of or entries are caused by; each module has its own. */
export interface CauseReader {
  /** Such as `plan`: the kind of a cause, of a line's subject, or both. */
  kind: string
  /** What people call these by; in the customer's scope, so that another's are absent. */
  numbersOf?(tx: Transaction, ids: readonly string[]): Promise<Map<string, string>>
  /** The customer's own whose number begins with `text` or whose name has it, newest first; in the customer's scope. */
  find?(tx: Transaction, customer_id: string, text: string, ids_max: number): Promise<string[]>
  /** What there is to tell of an entry's cause; null where it is not the customer's. */
  tell?(services: Services, customer_id: string, entry: CustomerEntry): Promise<CauseDescription | null>
}

/** A search that more is found by finds the newest of each kind. */
const FOUND_MAX = 200

/** Who tells of causes: each of a kind of its own. */
export class Causes {
  readonly #readers = new Map<string, CauseReader>()

  /** Throws RangeError where two tell of one kind. */
  constructor(readers: readonly CauseReader[]) {
    for (const reader of readers) {
      if (this.#readers.has(reader.kind))
        throw new RangeError(`Two readers are given for causes of the kind ${reader.kind}`)
      this.#readers.set(reader.kind, reader)
    }
  }

  /** What people call the subjects of lines by, by the subject's id; those without a number are absent. */
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

  /** What there is to tell of an entry's cause; of an unknown kind, or another customer's, nothing. */
  async tell(services: Services, customer_id: string, entry: CustomerEntry): Promise<CauseDescription> {
    const told = await this.#readers.get(entry.cause_kind)?.tell?.(services, customer_id, entry)
    return told ?? { number: null, facts: [], policy_version: null }
  }
}

/** Facts by name, those without a value left out. */
export function factsOf(
  facts: readonly { name: CauseFactShown['name']; kind: CauseFactShown['kind']; value: string | null }[],
): CauseFactShown[] {
  return facts.flatMap(({ name, kind, value }) =>
    value === null || value === '' ? [] : [{ name, kind, value }],
  )
}

/** A `like` pattern that finds `text` as it is. */
export function escapedForLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}
