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
  // As behind a TLS proxy, so that replies demand https.
  PUBLIC_ORIGIN: 'https://adtally.example',
}

/** wapiti's attack modules: each tests what a page does with a parameter. */
const ASKING = ['xss', 'permanentxss', 'sql', 'exec', 'file', 'crlf', 'redirect']
/** Its passive modules: header fields, content policy and cookies. */
const LOOKING = ['csp', 'http_headers', 'cookieflags']

/** Findings that this program accepts, with the reason. */
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
 * wapiti, an external scanner, crawls the app from `/` signed in and tries every call with input, the API document,
 * the guest chat and the requests of publishers' pages: nothing reflects a script, runs a command, reads a file,
 * splits a header, redirects elsewhere or reveals an SQL error, nothing answers HTTP 5xx, and the page's fields are
 * right. POST calls are sent by pages of the gate that forward their query, because wapiti starts from addresses
 * only. In the same run it finds the two planted pages, and nothing else there.
 *
 * Left out: `blindsql`, which sqlmap covers in its own gate; `ssrf` and `xxe`, which need a server of wapiti's
 * outside; `csrf` and `brute_login_form`, as there are no forms; `backup`, `buster`, `htaccess`, `methods`, `nikto`,
 * `shellshock` and `wapp`, which guess at files and servers that are not here.
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
      // Before the customer's calls stop the advertised plans.
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

/** Planted hole: writes `name` into HTML unescaped. `note` is written too, but only as a number. */
const echo: PlantedPage = ({ searchParams }, response) => {
  const name = searchParams.get('name') ?? ''
  const note_length = (searchParams.get('note') ?? '').length
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
  response.end(`<!doctype html><title>Harbours</title><p>None is named ${name}. ${note_length} letters.</p>`)
}

/** Planted hole: redirects wherever `to` says. */
const away: PlantedPage = ({ searchParams }, response) => {
  const to = searchParams.get('to') ?? ''
  const is_field = /^[\x20-\x7e]*$/.test(to)
  response.writeHead(is_field ? 302 : 400, is_field ? { location: to } : {})
  response.end()
}

/** A request's address; for a POST, that of the page that sends it. */
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

/** Sends the request with values from the query, and returns the program's answer. */
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

/** An upload form whose file is not an image, to try the fields beside it. */
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
    // wapiti writes to its user's home.
    env: { HOME: scratch },
    output: 'kept',
    timeout_ms: SCAN_MS_MAX,
  })
}
