import { HOLD_REASONS, type Language } from '@adtally/contract/enums.ts'
import { transactionFlowCause } from '@adtally/contract/money/statements.ts'
import { message } from '@adtally/i18n/server.ts'
import { Refusal } from '../../../lib/refusal.ts'
import { entryOfCustomer } from '../../ledger/index.ts'
import { customerRoute } from '../../route.ts'
import { presentEntry } from '../presenter.ts'
import type { CauseFactShown } from './causes.ts'

/** `GET /transaction_flow/cause`: why an entry exists, and what it reverses. */
export const transactionFlowCauseRoute = customerRoute(
  transactionFlowCause,
  async ({ transfer_id }, { customer_id }, { services, language }) => {
    const read = (id: string) =>
      services.database.transaction({ kind: 'customer', customer_id }, (tx) =>
        entryOfCustomer(tx, customer_id, id),
      )
    const entry = await read(transfer_id)
    if (!entry) throw new Refusal('record_not_found', { field: 'transfer_id' })
    const reversed = entry.reverses_id === null ? null : await read(entry.reverses_id)
    const { number, facts, policy_version } = await services.causes.tell(services, customer_id, entry)
    return {
      entry: presentEntry(entry),
      kind: entry.cause_kind,
      id: entry.cause_id,
      number,
      facts: facts.map((fact) => (fact.name === 'hold_reason' ? inWords(fact, language) : fact)),
      policy_version,
      reverses: reversed ? presentEntry(reversed) : null,
      plan_id: entry.subject_kind === 'plan' ? entry.subject_id : null,
    }
  },
)

/** A hold's reason in the wallet's words (PRODUCT §2.4). */
function inWords(fact: CauseFactShown, language: Language): CauseFactShown {
  const reason = HOLD_REASONS.find((each) => each === fact.value)
  return reason ? { ...fact, value: message(language, `holds.${reason}.explanation`) } : fact
}
