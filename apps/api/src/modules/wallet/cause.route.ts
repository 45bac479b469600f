import { transactionFlowCause } from '@adtally/contract/statements.ts'
import { entryOfCustomer } from '../ledger/index.ts'
import { Refusal } from '../refusal.ts'
import { customerRoute } from '../route.ts'
import { presentEntry } from './presenter.ts'

/** `GET /transaction_flow/cause`: why an entry exists, and what it takes back. */
export const transactionFlowCauseRoute = customerRoute(
  transactionFlowCause,
  async ({ transfer_id }, { customer_id }, { services }) => {
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
      facts,
      policy_version,
      reverses: reversed ? presentEntry(reversed) : null,
      plan_id: entry.subject_kind === 'plan' ? entry.subject_id : null,
    }
  },
)
