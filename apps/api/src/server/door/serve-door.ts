import type { ActKind } from '@adtally/contract/operator/statement/staff-call.ts'
import type { FastifyInstance } from 'fastify'
import type * as z from 'zod/mini'
import { refuseUnkept } from '../../lib/kept-text.ts'
import { inputOfQuery } from '../../modules/operators/index.ts'
import { acceptJsonBodies } from '../http/json-body.ts'
import { DocumentAnswer, type Door, doorAnswerer, type Finding, signedIn } from './door.ts'
import { addActRoute, addDoorRoute, methodOf } from './door-route.ts'
import type { SessionCall } from './session-call.ts'

interface ServedAct {
  name: string
  kind: ActKind
  request: z.ZodMiniObject
}

/** What is served at a door. */
export interface Served<Act extends ServedAct, Found> {
  acts: readonly Act[]
  /** Looks up who is at work, which extends their session. */
  who: Finding<Found>
  /** Does an act for them; judges whether they may. Throws `Refusal`. */
  run(act: Act, found: Found, input: unknown): Promise<unknown>
  sessions: readonly SessionCall[]
  /** The OpenAPI document for whoever is at work; made when it is first asked for. */
  documentFor(found: Found): string
}

/** Serves a door below its own path: every act by its statement, and the calls about the session. */
export function serveDoor<Act extends ServedAct, Found>(
  server: FastifyInstance,
  door: Door,
  { acts, who, run, sessions, documentFor }: Served<Act, Found>,
): void {
  server.register(
    async (scope) => {
      acceptJsonBodies(scope)
      for (const act of acts) {
        const answer = doorAnswerer(act.name, door, async (request, context) => {
          const { found } = await signedIn(door, request, context, who)
          return await request.withInput((given) => run(act, found, inputFor(act, given)))
        })
        addActRoute(scope, act, { answer, door })
      }
      for (const { call, work } of sessions) {
        const answer = doorAnswerer(call.name, door, work)
        addDoorRoute(scope, { method: call.method, name: call.name, answer, door })
      }
      // It names every act, which is nobody's business but theirs who come in here.
      const answer = doorAnswerer('openapi.json', door, async (request, context) => {
        const { found } = await signedIn(door, request, context, who)
        return new DocumentAnswer(documentFor(found))
      })
      addDoorRoute(scope, { method: 'GET', name: 'openapi.json', answer, door })
    },
    { prefix: door.face.path },
  )
}

/** A body is as JSON has it; in a query every value is text, as in a flag. */
function inputFor(act: ServedAct, given: Readonly<Record<string, unknown>>): unknown {
  if (methodOf(act) === 'POST') return given
  refuseUnkept(given, '')
  return inputOfQuery(act.request, given)
}
