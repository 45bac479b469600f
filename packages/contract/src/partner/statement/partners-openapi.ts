import type { Json } from '../../openapi.ts'
import {
  doorDocument,
  ofSession,
  type StatedOperation,
  withRequestId,
} from '../../operator/statement/office-openapi.ts'
import { COMMON_STAFF_REASONS } from '../../reasons.ts'
import type { PartnerCall } from './partner-call.ts'
import { OPEN_PARTNER_CALLS, PARTNER_HEADER, PARTNER_HEADER_VALUE } from './session.ts'

/** The OpenAPI 3.1 document of partners' calls; `cookie`: the name of the session's. */
export function partnersApiDocument(
  partner_path: string,
  calls: readonly PartnerCall[],
  cookie: string,
): Json {
  return doorDocument(
    {
      summary: 'Partners: what people of advertisers and publishers may do for their own company',
      path: partner_path,
      cookie,
      header: { name: PARTNER_HEADER, value: PARTNER_HEADER_VALUE },
    },
    [...calls.map(ofAct), ...OPEN_PARTNER_CALLS.map(ofSession)],
  )
}

function ofAct({
  name,
  summary,
  note,
  area,
  kind,
  sides,
  roles,
  once,
  ...call
}: PartnerCall): StatedOperation {
  return {
    name,
    summary,
    note: [note, `Sides: ${sides.join(', ')}`, `Roles: ${roles.join(', ')}`].filter(Boolean).join('. '),
    tag: area,
    method: kind === 'read' ? 'get' : 'post',
    is_open: false,
    request: once ? withRequestId(call.request) : call.request,
    response: call.response,
    refusals: [...call.refusals, ...COMMON_STAFF_REASONS],
  }
}
