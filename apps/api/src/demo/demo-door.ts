import {
  DEMO_CODE_PATH,
  DEMO_PEOPLE_PATH,
  type demoCodesUsedUp,
  type demoPeople,
} from '@adtally/contract/demo.ts'
import type { FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import type { Module } from '../modules/module.ts'

type Person = z.infer<typeof demoPeople>['people'][number]

/** Enough for many open tabs, while endless requests can't fill the list of codes. */
const CODES_MAX = 100
const USED_UP: z.infer<typeof demoCodesUsedUp> = { reason: 'codes_used_up', codes: CODES_MAX }

/** Lets visitors of a demo in without typing: as one of its customers, or as somebody new. */
export class DemoDoor {
  #people: readonly Person[] = []
  #issueCode: (() => Promise<string>) | null = null
  #codes = 0

  /** Opens the door, once the demo is ready. */
  open(people: readonly Person[], issueCode: () => Promise<string>): void {
    this.#people = people.map(({ username, nickname, password }) => ({ username, nickname, password }))
    this.#issueCode = issueCode
  }

  /** The module that the demo adds to the program's own. */
  module(): Module {
    return {
      name: 'demo',
      plugin: ({ settings }, server) => {
        const own = [settings.public_origin, settings.passkey_origin].flatMap((origin) => origin ?? [])
        const own_hosts = own.map((origin) => new URL(origin).host)
        // Other sites' pages, and names rebound to this machine (DNS rebinding), may neither read nor write.
        const isForeign = ({ headers }: FastifyRequest) =>
          !own_hosts.includes(headers.host ?? '') ||
          (headers.origin !== undefined && !own.includes(headers.origin))
        server.get(DEMO_PEOPLE_PATH, (request, reply) => {
          reply.header('cache-control', 'no-store')
          if (isForeign(request)) return reply.code(403).send({})
          return reply.send({ people: this.#people })
        })
        server.post(DEMO_CODE_PATH, async (request, reply) => {
          reply.header('cache-control', 'no-store')
          if (isForeign(request)) return reply.code(403).send({})
          if (this.#issueCode === null) return reply.code(503).send({})
          if (this.#codes >= CODES_MAX) return reply.code(429).send(USED_UP)
          this.#codes += 1
          return reply.send({ licence_code: await this.#issueCode() })
        })
      },
    }
  }
}
