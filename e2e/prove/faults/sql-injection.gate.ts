import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { CALLS } from '@adtally/contract/calls.ts'
import { RAW_CALLS } from '@adtally/contract/raw-calls.ts'
import * as z from 'zod/mini'
import { runCommand } from '../../../tidy/run/command.ts'
import { type DeliveryAddresses, deliveryAddresses } from '../../support/delivery-addresses.ts'
import { superuserOf } from '../../support/kills/kill-setup.ts'
import { type DemoFile, NOBODY_VISITS, startDemo } from '../../support/program.ts'
import { PLANTED_QUERY, plantQuery } from '../../support/scans/planted-query.ts'
import { type Door, openDoor, type PlantedPage } from '../../support/scans/scan-door.ts'
import { requestsOf, type ScanRequest } from '../../support/scans/scan-requests.ts'
import { knownOf } from '../../support/scans/scanned-customer.ts'
import { ensureScanner } from '../../support/scans/scanners.ts'
import { burpLog, type SqlTry, triesOf } from '../../support/scans/sql-tries.ts'
import { readSqlmapReport, type SqlmapVerdict } from '../../support/scans/sqlmap-report.ts'
import { signInByApi } from '../../support/sign-in.ts'
import type { Gate } from '../gate.ts'

const BASE_PATH = '/facebook-business'
/** Pages of the gate that call the program with header fields from their query. */
const SESSION = '/header-fields/session'
const SIGN_IN = '/header-fields/sign-in'
const SCAN_MS_MAX = 18 * 60_000
const NO_LIMITS = { RATE_LIMIT_PER_MINUTE: '9999999', DECISIONS_PER_MINUTE: '0' }

type Customer = DemoFile['customers'][number]

/** Answers to sqlmap's questions: test every place, whatever its heuristics say, and exploit none. */
const ANSWERS = ['keep testing=Y', 'further tests=N', 'skip those kind=N', 'exploit this=N']

/**
 * sqlmap, an external scanner, tries to inject SQL through every text, number, boolean and enum of the contract's
 * calls, through the parameters of the two file calls, and through the header fields that the program reads: by blind
 * conditions, stacked statements and delays. It acts as a customer with content, each place in a request that
 * succeeds if there is one. It finds nothing there, and in the same run finds the one of two parameters that a page
 * of the gate pastes into its query.
 */
export const gate: Gate = {
  name: 'SQL injection by sqlmap',
  timing: false,
  long: true,
  async run({ scratch, note }) {
    const program = await ensureScanner('sqlmap')
    const demo = await startDemo({ env: { ...NOBODY_VISITS, ...NO_LIMITS } })
    const planted = await plantQuery(superuserOf(demo.data_dir))
    const [customer] = demo.demo.customers
    const door = await openDoor({
      program_url: demo.url,
      signIn: () => signInByApi(demo.url, customer),
      planted: { [PLANTED_QUERY]: planted.page, ...headerPages(demo.url, customer) },
    })
    try {
      // Before the customer's calls stop the advertised plans.
      const delivery = await deliveryAddresses(demo)
      const requests = await requestsOf({ base_url: door.origin + BASE_PATH, known: knownOf(demo.demo) })
      const tries = [...triesOf(requests, BASE_PATH), ...otherTries(delivery), PLANTED_TRY]
      const { output, succeeded } = await scan(program, tries, door, scratch)
      if (!succeeded) note(output.slice(-2000))
      return judge({ verdicts: readSqlmapReport(output), tries, requests, door, succeeded }, note)
    } finally {
      await door.stop()
      await planted.end()
      await demo.stop()
    }
  },
}

const PLANTED_TRY: SqlTry = {
  of: 'planted',
  method: 'GET',
  path: `${PLANTED_QUERY}?name=harbour*&note=harbour*`,
  fields: ['name', 'note'],
}

/** The file calls with their one parameter, the header fields, and the requests of publishers' pages. */
function otherTries({ decision, pixel, click }: DeliveryAddresses): SqlTry[] {
  const files = RAW_CALLS.map(({ name, method, path }) => ({
    of: name,
    method,
    path: `${BASE_PATH}${path.replace(/\{\w+\}$/, `${randomUUID()}*`)}`,
    fields: [path.slice(path.indexOf('{') + 1, -1)],
    ...(method === 'PUT' && { headers: { 'Content-Type': 'image/png' }, body: 'none' }),
  }))
  const token = {
    of: 'header fields',
    method: 'GET',
    path: `${SESSION}?x-ct=${randomUUID()}*`,
    fields: ['x-ct'],
  }
  const sign_in = {
    of: 'header fields',
    method: 'GET',
    path: `${SIGN_IN}?user-agent=Mozilla*&x-tz=UTC*&accept-language=de*`,
    fields: ['user-agent', 'x-tz', 'accept-language'],
  }
  const delivery = { of: 'delivery', method: 'GET' }
  return [
    ...files,
    token,
    sign_in,
    { ...delivery, path: `${decision}*`, fields: ['placement'] },
    { ...delivery, path: `${decision}&device=harbour*`, fields: ['device'] },
    { ...delivery, path: `${pixel}*`, fields: ['t'] },
    { ...delivery, path: `${click}*`, fields: ['token'] },
  ]
}

/** Pages that try header fields in isolation, because sqlmap would also try the rest of a request with them. */
const headerPages = (url: string, customer: Customer): Record<string, PlantedPage> => ({
  [SESSION]: async ({ searchParams }, response) => {
    const reply = await fetch(`${url}${BASE_PATH}/user/info`, { headers: sendable(searchParams) })
    await answerCode(reply, response)
  },
  // Fixed credentials: varying them would lock the account. The fields matter, as a session records its user agent.
  [SIGN_IN]: async ({ searchParams }, response) => {
    const { username, password } = customer
    const headers = { ...sendable(searchParams), 'content-type': 'application/json' }
    const body = JSON.stringify({ username, password })
    await answerCode(
      await fetch(`${url}${BASE_PATH}/auth/v2/login`, { method: 'POST', headers, body }),
      response,
    )
  },
})

/** The query as header fields, without characters that fields can't carry. */
function sendable(query: URLSearchParams): Record<string, string> {
  return Object.fromEntries([...query].map(([name, text]) => [name, text.replaceAll(/[^\t\x20-\xff]/g, ' ')]))
}

/** Answers only the envelope's code, because a token differs each time. */
async function answerCode(reply: Response, response: ServerResponse): Promise<void> {
  const { code } = z.parse(coded, await reply.json())
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ code }))
}

const coded = z.object({ code: z.number() })

async function scan(program: string, tries: readonly SqlTry[], door: Door, scratch: string) {
  const log = join(scratch, 'requests.txt')
  writeFileSync(log, burpLog(tries, new URL(door.origin).host))
  return await runCommand({
    name: 'sqlmap',
    program,
    args: [
      ...['-l', log, '--batch', '--ignore-stdin', '--disable-coloring', `--answers=${ANSWERS}`],
      ...['--dbms=postgresql', '--technique=BST', '--level=1', '--risk=1', '--time-sec=2'],
      // Most requests are refused.
      ...['--ignore-code=*', '--skip-waf', '--keep-alive', '--timeout=30', '--retries=1'],
      ...['--flush-session', `--output-dir=${scratch}`, `--results-file=${join(scratch, 'results.csv')}`],
    ],
    // sqlmap writes to its user's home.
    env: { HOME: scratch, XDG_DATA_HOME: scratch, XDG_CONFIG_HOME: scratch },
    output: 'kept',
    timeout_ms: SCAN_MS_MAX,
  })
}

interface Scanned {
  verdicts: readonly SqlmapVerdict[]
  tries: readonly SqlTry[]
  requests: readonly ScanRequest[]
  door: Door
  succeeded: boolean
}

function judge({ verdicts, tries, requests, door, succeeded }: Scanned, note: (text: string) => void) {
  const of_try = (at: number) => verdicts.filter((verdict) => verdict.at === at)
  const planted_at = tries.length - 1
  const untried = tries.filter(({ fields }, at) => of_try(at).length !== fields.length)
  const holes = verdicts.filter(({ at, is_injectable }) => is_injectable && at !== planted_at)
  const planted = of_try(planted_at).filter(({ is_injectable }) => is_injectable)
  const control_found = planted.length === 1 && planted[0]?.parameter === '#1*'
  for (const { of, path, fields } of untried) note(`not tried: ${of} ${path} ${fields.join(' ')}`)
  for (const { at, parameter } of holes)
    note(`injectable: ${tries[at]?.of} ${tries[at]?.path} ${tries[at]?.body ?? ''} at ${parameter}`)
  for (const fault of door.tally.faults) note(`answered with a fault: ${fault}`)
  const fields = requests.flatMap((request) => request.fields)
  const taken = requests.filter(({ is_taken }) => is_taken).flatMap((request) => request.fields)
  const calls = new Set(requests.map(({ call }) => call)).size
  const others = tries.slice(0, planted_at).flatMap((one) => one.fields).length - fields.length
  return {
    passed:
      succeeded &&
      untried.length + holes.length + door.tally.faults.length === 0 &&
      control_found &&
      calls > 0,
    figure: [
      `${fields.length} fields of ${calls} calls tried (${taken.length} in requests that are taken) and ${others} others, by ${door.tally.requests} requests`,
      `${CALLS.length - calls} calls take nothing`,
      `${holes.length} injectable`,
      ...(untried.length > 0 ? [`${untried.length} requests not tried in full`] : []),
      ...(door.tally.faults.length > 0 ? ['faults among the answers'] : []),
      ...(succeeded ? [] : ['sqlmap did not end well']),
      `control ${control_found ? 'found' : 'NOT found'}`,
    ].join('; '),
  }
}
