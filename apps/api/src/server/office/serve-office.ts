import { changeOwnPassword } from '@adtally/contract/operator/house/staff.ts'
import {
  listOwnFactors,
  removeOwnPasskey,
  renewRecoveryCodes,
} from '@adtally/contract/operator/house/staff-factors.ts'
import { endOwnSession, listOwnSessions } from '@adtally/contract/operator/house/staff-sessions.ts'
import { fileFieldsOf } from '@adtally/contract/operator/statement/files.ts'
import { officeApiDocument } from '@adtally/contract/operator/statement/office-openapi.ts'
import type { StaffCall } from '@adtally/contract/operator/statement/staff-call.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import { clientAddress } from '../../lib/addresses/client-address.ts'
import { refuseUnkept } from '../../lib/kept-text.ts'
import { Refusal } from '../../lib/refusal.ts'
import type { Module } from '../../modules/module.ts'
import { inputOfQuery, resumeSession, runVerbAs, verbsOf } from '../../modules/operators/index.ts'
import { FileReply } from '../../modules/route.ts'
import type { Answerer } from '../http/answer-call.ts'
import { acceptForms } from '../http/form-body.ts'
import { withFormFiles } from '../http/form-files.ts'
import { acceptJsonBodies } from '../http/json-body.ts'
import { sendFile, sendReply } from '../http/wire-reply.ts'
import {
  authenticated,
  DocumentAnswer,
  type OfficeRequest,
  type OfficeServer,
  officeAnswerer,
} from './office-server.ts'
import { sessionCalls } from './session-calls.ts'
import { sessionCookieName } from './session-cookie.ts'

/** A bank's statement of a long day is the largest; each act has bounds of its own beside these. */
const FORM_BYTES_MAX = 256 * 1024 ** 2
const FORM_BOUNDS = { bytes_max: FORM_BYTES_MAX, bytes_total_max: FORM_BYTES_MAX, fields_max: 40 }

/** What whoever has fewer second factors than a live ledger wants may do there: come to have them, and leave. */
const UNTIL_TWO_FACTORS: ReadonlySet<string> = new Set(
  [
    listOwnFactors,
    renewRecoveryCodes,
    removeOwnPasskey,
    listOwnSessions,
    endOwnSession,
    changeOwnPassword,
  ].map(({ name }) => name),
)

/** Serves the office below its own path: every act of staff by its statement, and the calls about the session. */
export function serveOffice(server: FastifyInstance, modules: readonly Module[], office: OfficeServer): void {
  const { settings } = office.services
  const verbs = verbsOf(modules)
  const sessions = sessionCalls(office)
  server.register(
    async (scope) => {
      acceptJsonBodies(scope)
      for (const verb of verbs) {
        const answer = officeAnswerer(verb.name, office, async (request, context) => {
          const { found } = await authenticated(office, request, context, (token) =>
            resumeSession(office.services, token),
          )
          if (found.lacks_factor && !UNTIL_TWO_FACTORS.has(verb.name)) throw new Refusal('second_factors_few')
          return await request.withInput((given) =>
            runVerbAs(office.services, verb, found, flagsOf(verb, given)),
          )
        })
        const route = { method: methodOf(verb), name: verb.name, answer, office }
        if (fileFieldsOf(verb.request).length === 0) addRoute(scope, route)
        else {
          scope.register(async (forms) => {
            await acceptForms(forms)
            addRoute(forms, { ...route, form: verb.request })
          })
        }
      }
      for (const { call, work } of sessions) {
        const answer = officeAnswerer(call.name, office, work)
        addRoute(scope, { method: call.method, name: call.name, answer, office })
      }
      const cookie = sessionCookieName(settings)
      // Made when it is first asked for.
      let document: string | null = null
      // It names every act, which is nobody's business but the staff's.
      const answer = officeAnswerer('openapi.json', office, async (request, context) => {
        await authenticated(office, request, context, (token) => resumeSession(office.services, token))
        document ??= JSON.stringify(officeApiDocument(settings.operator_path, verbs, cookie))
        return new DocumentAnswer(document)
      })
      addRoute(scope, { method: 'GET', name: 'openapi.json', answer, office })
    },
    { prefix: settings.operator_path },
  )
}

/** The method of an act: only what changes nothing is a GET. */
export function methodOf({ kind }: Pick<StaffCall, 'kind'>): 'GET' | 'POST' {
  return kind === 'read' ? 'GET' : 'POST'
}

/** A body is as JSON has it; in a query every value is text, as in a flag. */
function flagsOf(call: StaffCall, given: Readonly<Record<string, unknown>>): unknown {
  if (methodOf(call) === 'POST') return given
  refuseUnkept(given, '')
  return inputOfQuery(call.request, given)
}

interface OfficeRoute {
  method: 'GET' | 'POST'
  name: string
  answer: Answerer<OfficeRequest>
  office: OfficeServer
  /** What a form holds, where one may be sent: some of its fields take files. */
  form?: z.ZodMiniObject
}

function addRoute(scope: FastifyInstance, { method, name, answer, office, form }: OfficeRoute): void {
  const { proxies } = office.services.settings
  scope.route({
    method,
    url: `/${name}`,
    handler: (request: FastifyRequest, reply: FastifyReply) => {
      const { id: request_id, headers, ip } = request
      const withInput: OfficeRequest['withInput'] = (work) =>
        form && request.isMultipart()
          ? withFormFiles(request, { ...FORM_BOUNDS, file_fields: fileFieldsOf(form) }, ({ fields, files }) =>
              work({ ...inputOfQuery(form, fields), ...files }),
            )
          : work({ ...Object(method === 'POST' ? request.body : request.query) })
      const address = clientAddress(headers, ip, proxies)
      office.access.leaveToCall(request)
      answer({ request_id, method: request.method, headers, address, withInput }, (answered) =>
        answered instanceof FileReply ? sendFile(reply, answered) : sendReply(reply, answered),
      )
    },
  })
}
