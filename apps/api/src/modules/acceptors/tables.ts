import type {
  AcceptorKind,
  ExchangeOrderStatus,
  ExchangeOrderTrigger,
  ExchangeParty,
} from '@adtally/contract/money/exchange.ts'
import type { Micros } from '@adtally/money/money.ts'
import type { ColumnType, Generated } from 'kysely'
import type { Fixed, Made } from '../../database/columns.ts'

declare module '../../database/database.ts' {
  interface Schema {
    'acceptors.acceptors': AcceptorTable
    'acceptors.bond_top_ups': BondTopUpTable
    'acceptors.reference_rates': ReferenceRateTable
    'acceptors.orders': OrderTable
    'acceptors.order_changes': OrderChangeTable
    'acceptors.order_evidence': OrderEvidenceTable
  }
}

export interface AcceptorTable {
  acceptor_id: Fixed<string>
  kind: Fixed<AcceptorKind>
  name: Fixed<string>
  legal_name: Fixed<string>
  account_name: Fixed<string>
  evidence_hash: Fixed<Buffer>
  proposal_id: Fixed<string>
  verified_at: Fixed<Date>
  fee_basis_points: Fixed<number>
  is_open: Generated<boolean>
  /** The ledger's figure; only `acceptors.read_bond` writes it. */
  bond_micros: Made<Micros>
  limit_micros: ColumnType<Micros, never, Micros>
}

export interface BondTopUpTable {
  top_up_id: Fixed<string>
  acceptor_id: Fixed<string>
  line_id: Fixed<string>
  amount_micros: Fixed<Micros>
  created_at: Fixed<Date>
}

export interface ReferenceRateTable {
  rate_id: Fixed<string>
  currency: Fixed<string>
  rate_micros: Fixed<Micros>
  source: Fixed<string>
  as_of: Fixed<Date>
  proposal_id: Fixed<string>
  created_at: Fixed<Date>
}

export interface OrderTable {
  order_id: Fixed<string>
  number: Made<string>
  acceptor_id: Fixed<string>
  /** The customer who entered the code first. */
  customer_id: string | null
  claimed_at: Date | null
  code_hash: Fixed<Buffer>
  code_expires_at: Fixed<Date>
  amount_micros: Fixed<Micros>
  fee_basis_points: Fixed<number>
  fee_micros: Fixed<Micros>
  receive_currency: Fixed<string>
  rate_micros: Fixed<Micros>
  reference_rate_id: Fixed<string>
  reference_rate_micros: Fixed<Micros>
  spread_basis_points: Made<number>
  receive_micros: Fixed<Micros>
  issued_by: Fixed<string>
  policy_version: Fixed<number>
  created_at: Fixed<Date>
  status: Generated<ExchangeOrderStatus>
  status_trigger: Generated<ExchangeOrderTrigger>
  status_detail: string | null
  status_at: Date
  decision_id: string | null
}

export interface OrderChangeTable {
  order_id: Made<string>
  sequence: Made<number>
  status: Made<ExchangeOrderStatus>
  trigger: Made<ExchangeOrderTrigger>
  detail: Made<string | null>
  decision_id: Made<string | null>
  changed_at: Made<Date>
}

export interface OrderEvidenceTable {
  evidence_id: Fixed<string>
  order_id: Fixed<string>
  party: Fixed<ExchangeParty>
  note: Fixed<string>
  image_ids: Fixed<string[]>
  /** The member of staff who handed it in for the acceptor. */
  recorded_by: Fixed<string | null>
  /** The request by which the customer handed it in. */
  request_id: Fixed<string | null>
  created_at: Fixed<Date>
}
