import type { PartnerSide } from '@adtally/contract/partner/statement/partner-call.ts'
import { partnersApiDocument } from '@adtally/contract/partner/statement/partners-openapi.ts'
import type { FastifyInstance } from 'fastify'
import type { Module } from '../../modules/module.ts'
import type { PartnerVerb } from '../../modules/partner-verb.ts'
import { resumePartner, runPartnerVerbAs } from '../../modules/partners/index.ts'
import type { Door } from '../door/door.ts'
import { cookieName } from '../door/door-cookie.ts'
import { serveDoor } from '../door/serve-door.ts'
import { notePartner } from './partner-door.ts'
import { partnerSessionCalls } from './partner-session-calls.ts'

/** Every act of partners' people that these modules have. */
export function partnerVerbsOf(modules: readonly Module[]): PartnerVerb[] {
  return modules.flatMap(({ partner_verbs = [] }) => partner_verbs)
}

/**
 * Serves partners' people below a path of their own: every act of theirs by its statement, and the calls about the session.
 * Each reads of the acts of their own side alone.
 */
export function servePartners(server: FastifyInstance, modules: readonly Module[], door: Door): void {
  const { services, face } = door
  const verbs = partnerVerbsOf(modules)
  const documents = new Map<PartnerSide, string>()
  serveDoor(server, door, {
    acts: verbs,
    who: { find: (token) => resumePartner(services, token), note: notePartner },
    run: (verb, partner, input) => runPartnerVerbAs(services, verb, partner, input),
    sessions: partnerSessionCalls(door),
    documentFor: ({ side }) => {
      const document =
        documents.get(side) ??
        JSON.stringify(
          partnersApiDocument(
            face.path,
            verbs.filter(({ sides }) => sides.includes(side)),
            cookieName(face),
          ),
        )
      documents.set(side, document)
      return document
    },
  })
}
