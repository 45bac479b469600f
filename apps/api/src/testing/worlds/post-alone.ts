import type { Transaction } from '../../database/database.ts'
import { newId } from '../../database/identifiers.ts'
import { codeOf } from '../../database/start-error.ts'
import { type Movement, postTransfers } from '../../modules/ledger/index.ts'
import type { Services } from '../../modules/services.ts'

/** A posting with its cause, as somebody with nothing but the program's login would write it. */
export type Move = Pick<Movement, 'posting' | 'debit' | 'credit' | 'amount_micros' | 'cause'>

/** The code with which the commit refuses a posting that no cause allows. */
export const NOT_ALLOWED = 'LG002'

/** Posts movements in their own transaction after `rows` has written: `ok`, or the database's error code. */
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
