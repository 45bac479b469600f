import { officeApiDocument } from '@adtally/contract/operator/office-openapi.ts'
import type { StaffCall } from '@adtally/contract/operator/staff-call.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { clientAddress } from '../../lib/addresses/client-address.ts'
import { refuseUnkept } from '../../lib/kept-text.ts'
import type { Module, StaffVerb } from '../../modules/module.ts'
import { inputOfQuery, resumeSession, runVerbAs, verbsOf } from '../../modules/operators/index.ts'
import { FileReply } from '../../modules/route.ts'
import type { Answerer } from '../http/answer-call.ts'
import { acceptJsonBodies } from '../http/json-body.ts'
import { sendReply } from '../http/wire-reply.ts'
import { namesFile } from './names-file.ts'
import {
  authenticated,
  DocumentAnswer,
  type OfficeRequest,
  type OfficeServer,
  officeAnswerer,
} from './office-server.ts'
import { sessionCalls } from './session-calls.ts'
import { sessionCookieName } from './session-cookie.ts'

/** A verb that is stated in the contract, and how. */
export interface StatedVerb {
  verb: StaffVerb
  call: StaffCall
}

/** The verbs that are served: those whose input can be sent as JSON or as a query. */
export function servedVerbs(modules: readonly Module[]): StatedVerb[] {
  return verbsOf(modules).flatMap((verb) =>
    verb.call && !namesFile(verb.call) ? [{ verb, call: verb.call }] : [],
  )
}

/** Serves the office below its own path: every act of staff by its statement, and the calls about the session. */
export function serveOffice(server: FastifyInstance, modules: readonly Module[], office: OfficeServer): void {
  const { settings } = office.services
  const verbs = servedVerbs(modules)
  const sessions = sessionCalls(office)
  server.register(
    async (scope) => {
      acceptJsonBodies(scope)
      for (const { verb, call } of verbs) {
        const answer = officeAnswerer(call.name, office, async (request, context) => {
          const { found } = await authenticated(office, request, context, (token) =>
            resumeSession(office.services, token),
          )
          return await runVerbAs(office.services, verb, found, flagsOf(call, request.given))
        })
        addRoute(scope, { method: methodOf(call), name: call.name, answer, office })
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
        document ??= JSON.stringify(
          officeApiDocument(
            settings.operator_path,
            verbs.map(({ call }) => call),
            cookie,
          ),
        )
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
function flagsOf(call: StaffCall, given: Record<string, unknown>): unknown {
  if (methodOf(call) === 'POST') return given
  refuseUnkept(given, '')
  return inputOfQuery(call.request, given)
}

interface OfficeRoute {
  method: 'GET' | 'POST'
  name: string
  answer: Answerer<OfficeRequest>
  office: OfficeServer
}

function addRoute(scope: FastifyInstance, { method, name, answer, office }: OfficeRoute): void {
  const { proxies } = office.services.settings
  scope.route({
    method,
    url: `/${name}`,
    handler: (request: FastifyRequest, reply: FastifyReply) => {
      const { id: request_id, headers, ip } = request
      const given: Record<string, unknown> = { ...Object(method === 'POST' ? request.body : request.query) }
      const address = clientAddress(headers, ip, proxies)
      office.access.leaveToCall(request)
      answer({ request_id, method: request.method, headers, address, given }, (answered) => {
        if (answered instanceof FileReply) answered.content.destroy(new Error('the office answers no file'))
        else sendReply(reply, answered)
      })
    },
  })
}
