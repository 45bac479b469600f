import { timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { parseAmount } from '@adtally/money/money.ts'
import * as z from 'zod/mini'
import { SIGNATURE_FIELD } from '../../modules/bank/index.ts'
import { type Site, startSite } from '../site-server.ts'
import { answerPage } from './bank-page.ts'
import type { SandboxBank } from './sandbox-bank.ts'

const BODY_BYTES_MAX = 4 * 1024 * 1024
const OWN_NAMES = ['127.0.0.1', 'localhost']

const simulated = z.object({
  payment_id: z.string().check(z.minLength(1), z.maxLength(80)),
  payer: z.object({
    name: z.string().check(z.minLength(1), z.maxLength(140)),
    account_number: z.string().check(z.minLength(1), z.maxLength(34)),
  }),
  amount: z.string(),
  remittance: z.string().check(z.maxLength(140)),
})

/** Serves the bank on a loopback port: the interface for its business customer, and the page for visitors. */
export async function startBankServer(bank: SandboxBank, port: number): Promise<Site> {
  return await startSite(port, async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://bank.invalid')
    // A foreign name rebound to this machine (DNS rebinding) can neither read nor change anything.
    if (!OWN_NAMES.includes(request.headers.host?.split(':')[0] ?? '')) return sendJson(response, 403, {})
    if (!url.pathname.startsWith('/api/')) return await answerPage(bank, request, response, url)
    if (!hasKey(request, bank.key)) return sendJson(response, 401, {})
    await answerCustomer(bank, request, response, url)
  })
}

async function answerCustomer(
  bank: SandboxBank,
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
): Promise<void> {
  const [, , group = '', given = ''] = url.pathname.split('/')
  const name = decodeURIComponent(given)
  if (group === 'statements' && name === '') {
    const since = Number(url.searchParams.get('since') ?? '0')
    if (!Number.isSafeInteger(since) || since < 0) return sendJson(response, 400, {})
    return sendJson(response, 200, { statements: bank.offersSince(since) })
  }
  if (group === 'statements') {
    const file = bank.offeredFile(name)
    if (file === undefined) return sendJson(response, 404, {})
    response.writeHead(200, { 'content-type': 'application/xml', [SIGNATURE_FIELD]: bank.signatureOf(file) })
    response.end(file)
    return
  }
  if (group === 'payment-files' && name !== '') {
    const verdict =
      request.method === 'PUT' ? bank.takeFile(name, await bodyOf(request)) : bank.fileState(name)
    return sendJson(response, 200, verdict)
  }
  if (group === 'payments' && request.method === 'POST') return await simulate(bank, request, response)
  sendJson(response, 404, {})
}

async function simulate(
  bank: SandboxBank,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const read = z.safeParse(simulated, JSON.parse(await bodyOf(request)))
  const amount = read.success ? parseAmount(read.data.amount) : null
  if (!read.success || amount === null || amount <= 0n) return sendJson(response, 400, {})
  const { payment_id, payer: from, remittance } = read.data
  bank.pay([{ payment_id, from, to: bank.holder, amount, remittance, end_to_end_id: null }])
  const made = bank.books.payments.get(payment_id)
  sendJson(response, 200, { state: made?.amount === amount ? 'made' : 'other' })
}

function hasKey({ headers }: IncomingMessage, key: string): boolean {
  const given = Buffer.from(headers.authorization ?? '')
  const expected = Buffer.from(`Bearer ${key}`)
  return given.length === expected.length && timingSafeEqual(given, expected)
}

/** A request's body as text. Throws if it is too long. */
export async function bodyOf(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = []
  let bytes = 0
  for await (const piece of request) {
    bytes += piece.length
    if (bytes > BODY_BYTES_MAX) throw new RangeError('the body is too long')
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString('utf8')
}

function sendJson(response: ServerResponse, status: number, content: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(content))
}
