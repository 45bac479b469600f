import type { Transaction } from '../../database/database.ts'
import { newId } from '../../database/identifiers.ts'
import { codeOf } from '../../database/start-error.ts'
import { type Movement, postTransfers } from '../../modules/ledger/index.ts'
import type { Services } from '../../modules/services.ts'

/** A movement of a cause, as somebody would post it who has the program's login and nothing else. */
export type Move = Pick<Movement, 'posting' | 'debit' | 'credit' | 'amount_micros' | 'cause'>

/** What nothing in the books' causes allows is refused with this code at the commit. */
export const NOT_ALLOWED = 'LG002'

/**
 * Posts movements in a transaction of their own, behind what `rows` writes in it: `ok`, or the code of the database's
 * refusal.
 */
export async function postAlone(
  { database }: Pick<Services, 'database'>,
  moves: readonly Move[],
  rows: (tx: Transaction) => Promise<unknown> = async () => undefined,
): Promise<string> {
  const posting = database.transaction({ kind: 'system' }, async (tx) => {
    await rows(tx)
    await postTransfers(
      tx,
      moves.map((move) => ({ id: newId(), kind: 'posted', ...move })),
    )
  })
  return await posting.then(
    () => 'ok',
    (error: unknown) => codeOf(error) ?? String(error),
  )
}
