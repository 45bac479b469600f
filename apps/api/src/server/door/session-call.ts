import type { OpenStaffCall } from '@adtally/contract/operator/statement/session.ts'
import type * as z from 'zod/mini'
import { networkOf } from '../../lib/addresses/client-address.ts'
import { refuseUnkept } from '../../lib/kept-text.ts'
import { parseInput } from '../../lib/parse-input.ts'
import { asStated } from '../../modules/as-stated.ts'
import type { WireContext } from '../http/answer-call.ts'
import { AnswerWithFields, type Door, type DoorRequest, type DoorWork } from './door.ts'

/** A call about the session, and what it does. */
export interface SessionCall {
  call: OpenStaffCall
  work: DoorWork
}

/** What a call about the session answers, and the header fields that go with it. */
export interface SessionAnswer {
  data: unknown
  fields: string[]
}

/** Binds a call to its body, which is given its input parsed; where that is checked, its answers are as stated. */
export function sessionCall<Request extends z.ZodMiniObject, Response extends z.ZodMiniType>(
  { services, public_writes }: Door,
  call: OpenStaffCall<Request, Response>,
  body: (input: z.infer<Request>, request: DoorRequest, context: WireContext) => Promise<SessionAnswer>,
): SessionCall {
  return {
    call,
    work: async (request, context) => {
      if (call.by === 'nobody') public_writes.count(networkOf(context.address))
      let fields: string[] = []
      const data = await asStated(services, call, null, () =>
        request.withInput(async (given) => {
          refuseUnkept(given, '')
          const answer = await body(parseInput(call.request, given), request, context)
          fields = answer.fields
          return answer.data
        }),
      )
      return new AnswerWithFields(data, fields)
    },
  }
}
