import type { Call, OutputOf, RequestOf } from '@adtally/contract/call.ts'
import type { Reason } from '@adtally/contract/reasons.ts'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { portOf } from '../../lib/addresses/port-of.ts'
import { createServer } from '../../server/create-server.ts'
import { type ServicesWishes, type TestServices, testServices } from './test-services.ts'

/** A parsed answer: `data` is the call's on success, and says why on refusal. */
export interface TestReply<C extends Call> {
  status: number
  code: number
  msg: string
  data: OutputOf<C> & { reason?: Reason; field?: string; lang?: string; deadline?: string }
  headers: Record<string, string | string[] | number | undefined>
}

/** The program's HTTP server on real services, without a socket; checks every reply against the contract. */
export interface TestProgram extends TestServices {
  server: FastifyInstance
  /** Makes a call of the contract as a client does, from `address` if given. */
  call<C extends Call>(
    call: C,
    input: RequestOf<C>,
    options?: { token?: string; headers?: Record<string, string>; address?: string },
  ): Promise<TestReply<C>>
  /** Listens on a port of this machine, for what only a socket shows; answers the port. */
  listen(): Promise<number>
}

/** An answer's envelope; for a call that answers a file, a success without data. */
export function envelopeOf(call: Call, reply: Pick<LightMyRequestResponse, 'headers' | 'body'>) {
  const is_file = call.answers_file !== undefined && reply.headers['content-type'] === call.answers_file
  return is_file ? { code: 200, msg: '', data: {} } : JSON.parse(reply.body)
}

/** Serves the modules. Await it at the top of a test file and `close` it in `afterAll`. */
export async function testProgram(options: ServicesWishes = {}): Promise<TestProgram> {
  const t = await testServices(options)
  const server = await createServer(t.services, t.modules)
  return {
    ...t,
    server,
    async call(call, input, { token, headers, address } = {}) {
      const url = `${t.services.settings.base_path}${call.path}`
      const fields = Object.entries(Object(input)).map(([name, value]): [string, string] => [
        name,
        String(value),
      ])
      const reply = await server.inject({
        method: call.method,
        url: call.method === 'GET' ? `${url}?${new URLSearchParams(fields)}` : url,
        headers: { ...(token && { 'x-ct': token }), ...headers },
        ...(address && { remoteAddress: address }),
        ...(call.method === 'POST' && { payload: Object(input) }),
      })
      const body = reply.body === '' ? { code: 0, msg: '', data: null } : envelopeOf(call, reply)
      return {
        status: reply.statusCode,
        code: body.code,
        msg: body.msg,
        data: body.data,
        headers: reply.headers,
      }
    },
    async listen() {
      await server.listen({ host: '127.0.0.1', port: 0 })
      return portOf(server.server)
    },
    async close() {
      await server.close()
      await t.close()
    },
  }
}
