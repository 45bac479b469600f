import { fileFieldsOf } from '@adtally/contract/operator/statement/files.ts'
import type { ActKind } from '@adtally/contract/operator/statement/staff-call.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import { clientAddress } from '../../lib/addresses/client-address.ts'
import { inputOfQuery } from '../../modules/operators/index.ts'
import { FileReply } from '../../modules/route.ts'
import type { Answerer } from '../http/answer-call.ts'
import { acceptForms } from '../http/form-body.ts'
import { withFormFiles } from '../http/form-files.ts'
import { sendFile, sendReply } from '../http/wire-reply.ts'
import type { Door, DoorRequest } from './door.ts'

/** A bank's statement of a long day is the largest; each act has bounds of its own beside these. */
const FORM_BYTES_MAX = 256 * 1024 ** 2
const FORM_BOUNDS = { bytes_max: FORM_BYTES_MAX, bytes_total_max: FORM_BYTES_MAX, fields_max: 40 }

/** What reads is a `GET`, everything else a `POST`. */
export function methodOf({ kind }: { kind: ActKind }): 'GET' | 'POST' {
  return kind === 'read' ? 'GET' : 'POST'
}

interface DoorRoute {
  method: 'GET' | 'POST'
  name: string
  answer: Answerer<DoorRequest>
  door: Door
}

/** Serves one act; where some of its fields take files, a form may be sent. */
export function addActRoute(
  scope: FastifyInstance,
  act: { name: string; kind: ActKind; request: z.ZodMiniObject },
  { answer, door }: Pick<DoorRoute, 'answer' | 'door'>,
): void {
  const route = { method: methodOf(act), name: act.name, answer, door }
  if (fileFieldsOf(act.request).length === 0) addDoorRoute(scope, route)
  else {
    scope.register(async (forms) => {
      await acceptForms(forms)
      addDoorRoute(forms, route, act.request)
    })
  }
}

/** Serves one call below the door's path. `form`: what a form holds, where one may be sent. */
export function addDoorRoute(
  scope: FastifyInstance,
  { method, name, answer, door }: DoorRoute,
  form?: z.ZodMiniObject,
): void {
  const { proxies } = door.services.settings
  scope.route({
    method,
    url: `/${name}`,
    handler: (request: FastifyRequest, reply: FastifyReply) => {
      const { id: request_id, headers, ip } = request
      const withInput: DoorRequest['withInput'] = (work) =>
        form && request.isMultipart()
          ? withFormFiles(request, { ...FORM_BOUNDS, file_fields: fileFieldsOf(form) }, ({ fields, files }) =>
              work({ ...inputOfQuery(form, fields), ...files }),
            )
          : work({ ...Object(method === 'POST' ? request.body : request.query) })
      const address = clientAddress(headers, ip, proxies)
      door.access.leaveToCall(request)
      answer({ request_id, method: request.method, headers, address, withInput }, (answered) =>
        answered instanceof FileReply ? sendFile(reply, answered) : sendReply(reply, answered),
      )
    },
  })
}
