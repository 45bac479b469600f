import type { TestDatabase } from '../../../testing/test-database.ts'

/** A fault to plant in an installed function: this text of its source becomes that one. */
export interface Mutation {
  from: string
  to: string
}

/** The row lock taken out: two batches may read the same balance. */
export const WITHOUT_LOCK: Mutation = { from: 'for no key update of account', to: '' }

/** The look at the balance taken out: only the CHECK is left. */
export const WITHOUT_BALANCE_CHECK: Mutation = {
  from: "result := 'insufficient_funds'",
  to: "result := 'ok'",
}

/** What a failed group did is not taken back. */
export const WITHOUT_UNDO: Mutation = { from: 'debits_posted[d] := debits_posted[d] - posted', to: 'null' }

/** Money that comes from nowhere: what is credited is one micro-unit more than what is debited. */
export const WITHOUT_ZERO_SUM: Mutation = {
  from: 'credits_posted[c] := credits_posted[c] + posted',
  to: 'credits_posted[c] := credits_posted[c] + posted + 1',
}

/**
 * Replaces `ledger.post_transfers` by a mutant of its own installed source while `work` runs, as the schema's owner.
 * Throws where the text to replace is not there: a control that plants nothing proves nothing.
 */
export async function withMutant<T>(
  db: TestDatabase,
  mutations: readonly Mutation[],
  work: () => Promise<T>,
): Promise<T> {
  const [row] = await db.asOwner<{ source: string }>(
    `select pg_get_functiondef('ledger.post_transfers'::regproc) as source`,
  )
  const source = row?.source ?? ''
  const mutant = mutations.reduce((text, { from, to }) => {
    if (!text.includes(from)) throw new Error(`there is no "${from}" to plant a fault in`)
    return text.replaceAll(from, to)
  }, source)
  await db.asOwner(mutant)
  try {
    return await work()
  } finally {
    await db.asOwner(source)
  }
}
