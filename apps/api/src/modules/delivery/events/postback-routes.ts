import type { FastifyInstance } from 'fastify'
import { parseInput } from '../../../lib/parse-input.ts'
import type { Services } from '../../services.ts'
import {
  judgePostbacks,
  type PostbackOutcome,
  postback,
  postbackQuery,
  postbacks,
  reportConversions,
} from './report-conversion.ts'

/** A hundred reports and their names. */
const POSTBACKS_BYTES_MAX = 65_536

/** Status and body of a reply. */
interface Reply {
  status: number
  body: object
}

/**
 * `/delivery/v1/conversion`: an advertiser's signed report by POST, up to a hundred of them by POST, or one in the address
 * of a GET, for systems that can only open an address. HEAD answers as GET would and counts nothing.
 */
export function takePostbacks(services: Services, server: FastifyInstance): void {
  const node = services.delivery
  const path = '/delivery/v1/conversion'
  server.post(path, { bodyLimit: POSTBACKS_BYTES_MAX }, async ({ body }, reply) => {
    const is_batch = typeof body === 'object' && body !== null && 'conversions' in body
    const reports = is_batch ? parseInput(postbacks, body).conversions : [parseInput(postback, body)]
    const outcomes = await reportConversions(services, node, reports, 'POST')
    const answer = is_batch ? presentAll(services, outcomes) : presentOne(services, outcomes)
    return reply.code(answer.status).send(answer.body)
  })
  server.get(path, { exposeHeadRoute: false }, async ({ query }, reply) => {
    const report = parseInput(postbackQuery, query)
    const answer = presentOne(services, await reportConversions(services, node, [report], 'GET'))
    return reply.code(answer.status).send(answer.body)
  })
  server.head(path, async ({ query }, reply) => {
    const [judged] = await judgePostbacks(services, node, [parseInput(postbackQuery, query)], 'GET')
    return reply.code(typeof judged === 'string' ? 403 : 200).send()
  })
}

function presentOne(services: Services, [outcome]: readonly PostbackOutcome[]): Reply {
  if (typeof outcome === 'object') return { status: 200, body: { accepted: true, ...outcome } }
  // The time lets an advertiser sign again whose clock is off or whose sandbox was advanced.
  const body = { accepted: false, reason: outcome, now: services.clock.now_ms() }
  return { status: outcome === 'duplicate' ? 200 : 403, body }
}

/** 403 where none was taken and one is at fault; each report's outcome by position. */
function presentAll(services: Services, outcomes: readonly PostbackOutcome[]): Reply {
  const results = outcomes.map((outcome) =>
    typeof outcome === 'object' ? { accepted: true, ...outcome } : { accepted: false, reason: outcome },
  )
  const accepted = results.filter((result) => result.accepted).length
  const is_at_fault = outcomes.some((outcome) => typeof outcome === 'string' && outcome !== 'duplicate')
  const body = { accepted, results, now: services.clock.now_ms() }
  return { status: accepted === 0 && is_at_fault ? 403 : 200, body }
}
