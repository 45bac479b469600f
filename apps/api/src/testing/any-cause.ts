import type { CauseKind } from '../modules/ledger/index.ts'
import { type AsOwner, type Planting, plant } from './plant.ts'

const ANY_KIND: Planting = {
  routine: 'ledger.write_transfers',
  from: 'where listed.posting is null',
  to: 'where false',
}

/**
 * Removes the check of postings' causes from this database, for `kinds` alone if given: for tests of modules below
 * those that own the causes. Returns the statements that restore it.
 */
export async function anyCause(asOwner: AsOwner, kinds?: readonly CauseKind[]): Promise<string[]> {
  const of_these =
    kinds === undefined ? 'true' : `of_kind in (${kinds.map((kind) => `'${kind}'`).join(', ')})`
  const unasked: Planting = {
    routine: 'ledger.cause_problems',
    from: '  if question is not null then',
    to: `  if ${of_these} then\n    return;\n  end if;\n  if question is not null then`,
  }
  return await plant(asOwner, kinds === undefined ? [unasked, ANY_KIND] : [unasked])
}
