import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { GUEST_CHAT_PATH } from '@adtally/contract/service/guest.ts'
import { runCommand } from '../../../tidy/run/command.ts'
import { deliveryAddresses } from '../../support/delivery-addresses.ts'
import { NOBODY_VISITS, startDemo } from '../../support/program.ts'
import { openDoor, type PlantedPage } from '../../support/scans/scan-door.ts'
import { requestsOf, type ScanRequest, valueAt, withLeaf } from '../../support/scans/scan-requests.ts'
import { knownOf } from '../../support/scans/scanned-customer.ts'
import { ensureScanner } from '../../support/scans/scanners.ts'
import {
  addressesAsked,
  askedAs,
  readWapitiReport,
  type WapitiFinding,
} from '../../support/scans/wapiti-report.ts'
import { signInByApi } from '../../support/sign-in.ts'
import type { Gate } from '../gate.ts'

const BASE_PATH = '/facebook-business'
const SCAN_MS_MAX = 18 * 60_000
const SETTINGS = {
  ...NOBODY_VISITS,
  RATE_LIMIT_PER_MINUTE: '9999999',
  DECISIONS_PER_MINUTE: '0',
  // As behind a proxy with TLS: then replies say that the program is always reached so.
  PUBLIC_ORIGIN: 'https://adtally.example',
}

/** Of those that find holes by asking: what each page does with what stands in a parameter. */
const ASKING = ['xss', 'permanentxss', 'sql', 'exec', 'file', 'crlf', 'redirect']
/** Of those that look at replies: their fields, their policy of content and their cookies. */
const LOOKING = ['csp', 'http_headers', 'cookieflags']

/** What wapiti would have otherwise and this program does not, with the reason. */
const ACCEPTED: Readonly<Record<string, string>> = {
  'X-XSS-Protection is not set': 'browsers have taken it out, and where it was it opened holes',
}

const ECHO = '/planted/echo'
const AWAY = '/planted/away'
const PLANTED = [
  { kind: 'Cross Site Scripting', path: ECHO, parameter: 'name' },
  { kind: 'Open Redirect', path: AWAY, parameter: 'to' },
]

/**
 * wapiti, an outside scanner, crawls the app from `/` signed in and asks every call of the contract that takes something, the
 * document of the API, the page of visitors' chat and what publishers' pages ask: nothing reflects a script, runs a command,
 * reads a file, splits a header, leads elsewhere, or tells an error of SQL, none answers HTTP 5xx, and the page's fields are
 * as they should be. POST calls are asked by pages of the gate's own that send on what stands in the query, because wapiti
 * starts from addresses alone. In the same run it finds the two planted pages before the program, and nothing else there.
 *
 * Left out: `blindsql`, which sqlmap does in its own gate; `ssrf` and `xxe`, which ask a server of wapiti's outside; `csrf` and
 * `brute_login_form`, for there are no forms; `backup`, `buster`, `htaccess`, `methods`, `nikto`, `shellshock` and `wapp`, which guess
 * at files and servers that are not here.
 */
export const gate: Gate = {
  name: 'web scan by wapiti',
  timing: false,
  long: true,
  async run({ scratch, note }) {
    const program = await ensureScanner('wapiti')
    const demo = await startDemo({ env: SETTINGS })
    const [customer] = demo.demo.customers
    const planted: Record<string, PlantedPage> = { [ECHO]: echo, [AWAY]: away }
    const signIn = () => signInByApi(demo.url, customer)
    const door = await openDoor({ program_url: demo.url, signIn, planted })
    try {
      // Before the customer's calls stop the plans that are advertised.
      const { decision, pixel, click } = await deliveryAddresses(demo)
      const requests = await requestsOf({ base_url: door.origin + BASE_PATH, known: knownOf(demo.demo) })
      const starts = [
        ...requests.map((request, at) => addressOf(request, at, door.origin, planted)),
        ...[`${BASE_PATH}/openapi.json`, GUEST_CHAT_PATH, '/healthz', '/readyz'],
        ...[`${decision}&device=harbour`, pixel, click, `${ECHO}?name=mill&note=mill`, `${AWAY}?to=mill`],
      ]
      const report = join(scratch, 'report.json')
      const { output, succeeded } = await scan(program, door.origin, starts, scratch, report)
      if (!succeeded) note(output.slice(-2000))
      const asked = addressesAsked(output)
      const unasked = starts.filter((start) => !asked.has(askedAs(new URL(start, door.origin))))
      const found = readWapitiReport(readFileSync(report, 'utf8'))
      const { requests: count, faults } = door.tally
      for (const start of unasked) note(`not asked: ${start}`)
      for (const fault of faults) note(`answered with a fault: ${fault}`)
      const { passed, figure } = judge(found, note)
      const fields = requests.flatMap((request) => request.fields).length
      return {
        passed: passed && succeeded && unasked.length + faults.length === 0,
        figure: [
          `${fields} fields of ${new Set(requests.map(({ call }) => call)).size} calls and ${starts.length - requests.length - PLANTED.length} other pages asked by ${count} requests, ${ASKING.length + LOOKING.length} modules`,
          ...(unasked.length > 0 ? [`${unasked.length} pages not asked`] : []),
          ...(faults.length > 0 ? ['faults among the answers'] : []),
          ...(succeeded ? [] : ['wapiti did not end well']),
          figure,
        ].join('; '),
      }
    } finally {
      await door.stop()
      await demo.stop()
    }
  },
}

function judge(found: readonly WapitiFinding[], note: (text: string) => void) {
  const isPlanted = ({ kind, path, parameter }: WapitiFinding) =>
    PLANTED.some((hole) => hole.kind === kind && hole.path === path && hole.parameter === parameter)
  const holes = found.filter((one) => !isPlanted(one) && ACCEPTED[one.info] === undefined)
  const controls = PLANTED.filter((hole) =>
    found.some(({ kind, path }) => hole.kind === kind && hole.path === path),
  )
  for (const { kind, info, request } of holes) note(`${kind}: ${info}: ${request}`)
  const accepted = found.flatMap(({ info }) =>
    ACCEPTED[info] === undefined ? [] : [`${info}: ${ACCEPTED[info]}`],
  )
  return {
    passed: holes.length === 0 && controls.length === PLANTED.length,
    figure: [
      `${holes.length} findings`,
      ...(accepted.length > 0 ? [`accepted: ${accepted.join(', ')}`] : []),
      `${controls.length} of ${PLANTED.length} controls found`,
    ].join('; '),
  }
}

/** Puts its `name` into HTML as it came: the hole. Its `note` stands there, too, escaped by being a number. */
const echo: PlantedPage = ({ searchParams }, response) => {
  const name = searchParams.get('name') ?? ''
  const note_length = (searchParams.get('note') ?? '').length
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
  response.end(`<!doctype html><title>Harbours</title><p>None is named ${name}. ${note_length} letters.</p>`)
}

/** Leads wherever `to` says: the hole. */
const away: PlantedPage = ({ searchParams }, response) => {
  const to = searchParams.get('to') ?? ''
  const is_field = /^[\x20-\x7e]*$/.test(to)
  response.writeHead(is_field ? 302 : 400, is_field ? { location: to } : {})
  response.end()
}

/** Where a request is asked: itself, or, as it is no GET, the page that sends it. */
function addressOf(
  request: ScanRequest,
  at: number,
  origin: string,
  pages: Record<string, PlantedPage>,
): string {
  const { call, input, fields } = request
  const path = BASE_PATH + call.path
  if (call.method === 'GET') {
    const pairs = Object.entries(Object(input)).map(([name, value]) => [name, String(value)])
    return `${path}?${new URLSearchParams(pairs)}`
  }
  const page = `/sent-${at}${path}`
  pages[page] = sendOn(origin + path, request)
  const pairs = fields.map((field) => [field.path.join('.'), String(valueAt(input, field.path))])
  return `${page}?${new URLSearchParams(pairs)}`
}

/** Sends the request with what the query says in place of its values, and answers what the program answers. */
function sendOn(address: string, { call, input }: ScanRequest): PlantedPage {
  return async ({ searchParams }, response) => {
    const sent = [...searchParams].reduce<unknown>((whole, [name, text]) => {
      const path = name.split('.')
      return text === String(valueAt(whole, path)) ? whole : withLeaf(whole, path, text)
    }, input)
    const body = call.takes_form
      ? { body: formOf(sent) }
      : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(sent) }
    const reply = await fetch(address, { method: 'POST', ...body, redirect: 'manual' })
    response.writeHead(reply.status, { 'content-type': reply.headers.get('content-type') ?? '' })
    response.end(await reply.text())
  }
}

/** As the page's form of an upload, with a file that is no image: what stands beside it is tried. */
function formOf(input: unknown): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(Object(input))) form.append(name, String(value))
  form.append('file', new Blob(['none'], { type: 'image/png' }), 'a.png')
  return form
}

async function scan(
  program: string,
  origin: string,
  starts: readonly string[],
  scratch: string,
  report: string,
) {
  return await runCommand({
    name: 'wapiti',
    program,
    args: [
      ...['-u', `${origin}/`, ...starts.flatMap((start) => ['-s', origin + start])],
      ...['-m', [...ASKING.map((name) => `${name}:get`), ...LOOKING].join(','), '-f', 'json', '-o', report],
      ...['--flush-session', '--store-session', scratch, '--store-config', scratch, '--no-bugreport'],
      ...['--timeout', '15', '--verbose', '1'],
    ],
    // It keeps a folder in its user's home.
    env: { HOME: scratch },
    output: 'kept',
    timeout_ms: SCAN_MS_MAX,
  })
}
