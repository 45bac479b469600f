import { chargebackRecord, planCorrections } from '@adtally/contract/plans/corrections.ts'
import { customerRoute, publicRoute } from '../../route.ts'
import { listCorrections } from './corrections.ts'

/** `GET /plan/order/corrections`. */
export const planCorrectionsRoute = customerRoute(planCorrections, (input, { customer_id }, { services }) =>
  listCorrections(services, customer_id, input),
)

/** `GET /plan/chargeback_record`. */
export const chargebackRecordRoute = publicRoute(chargebackRecord, (_input, { services }) =>
  services.plans.chargebacks.read(services),
)
