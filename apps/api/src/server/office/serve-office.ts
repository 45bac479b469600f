import { officeApiDocument } from '@adtally/contract/operator/statement/office-openapi.ts'
import type { FastifyInstance } from 'fastify'
import type { Module } from '../../modules/module.ts'
import { resumeSession, runVerbAs, verbsOf } from '../../modules/operators/index.ts'
import type { Door } from '../door/door.ts'
import { cookieName } from '../door/door-cookie.ts'
import { serveDoor } from '../door/serve-door.ts'
import { noteStaff } from './office-server.ts'
import { sessionCalls } from './session-calls.ts'

/** Serves the office below its own path: every act of staff by its statement, and the calls about the session. */
export function serveOffice(server: FastifyInstance, modules: readonly Module[], office: Door): void {
  const { services, face } = office
  const verbs = verbsOf(modules)
  let document: string | null = null
  serveDoor(server, office, {
    acts: verbs,
    who: { find: (token) => resumeSession(services, token), note: noteStaff },
    run: (verb, staff, input) => runVerbAs(services, verb, staff, input),
    sessions: sessionCalls(office),
    documentFor: () => {
      document ??= JSON.stringify(officeApiDocument(face.path, verbs, cookieName(face)))
      return document
    },
  })
}
