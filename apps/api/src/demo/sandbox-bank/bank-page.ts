import type { IncomingMessage, ServerResponse } from 'node:http'
import { text as textOf } from 'node:stream/consumers'
import { formatAmount, type Micros } from '@adtally/money/money.ts'
import { DAY_MS } from '../../lib/time-zones.ts'
import { escapeHtml, htmlPage, sendPage } from '../site-server.ts'
import { type Account, type KeptPayment, type Movement, RETURN_REASONS, type ReturnReason } from './books.ts'
import type { SandboxBank } from './sandbox-bank.ts'

const SHOWN_MAX = 200
const REASONS: Readonly<Record<ReturnReason, string>> = {
  AC04: 'The account is closed (AC04)',
  MD06: 'The payer wants it back (MD06)',
}

/** The bank's page: accounts, movements, payments, statements, and the visitor's controls. */
export async function answerPage(
  bank: SandboxBank,
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
): Promise<void> {
  if (request.method === 'POST') return await act(bank, request, response)
  const [, room = '', given = ''] = url.pathname.split('/')
  if (room === '') return sendPage(response, 200, frontPage(bank))
  if (room === 'accounts') {
    const account = bank.books.accounts.get(decoded(given))
    if (account) return sendPage(response, 200, accountPage(bank, account))
  }
  if (room === 'payments') {
    const reference = url.searchParams.get('reference')
    const paid =
      reference === null
        ? bank.books.payments.get(url.searchParams.get('id') ?? '')
        : bank.paymentOf(reference)
    if (paid) return sendPage(response, 200, paymentPage(bank, paid))
    if (reference !== null) return sendPage(response, 404, pageOf('Not here yet', NOT_YET))
  }
  sendPage(response, 404, pageOf('Not here', '<p>The bank has nothing with this name.</p>'))
}

/** Decodes a name from an address; a malformed one becomes a name that matches nothing. */
function decoded(given: string): string {
  try {
    return decodeURIComponent(given)
  } catch {
    return ''
  }
}

const NOT_YET =
  '<p>No payment with this reference has arrived yet. The payment file takes a moment. Please reload this page.</p>'

/** Carries out a form of the page; requests from other sites' pages are refused. */
async function act(bank: SandboxBank, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { origin, host } = request.headers
  if (origin !== `http://${host}`) return sendPage(response, 403, pageOf('Not from here', ''))
  const form = new URLSearchParams(await textOf(request))
  const payment_id = form.get('payment_id') ?? ''
  const statement_id = form.get('statement_id') ?? ''
  const reason = RETURN_REASONS.find((each) => each === form.get('reason'))
  if (form.get('act') === 'return' && reason !== undefined) bank.returnPayment(payment_id, reason)
  if (form.get('act') === 'withhold') bank.withholdNext(DAY_MS)
  if (form.get('act') === 'again') bank.offerAgain(statement_id)
  if (form.get('act') === 'change') bank.offerChanged(statement_id)
  if (form.get('act') === 'cut_off') bank.offerBroken(statement_id, 'cut_off')
  if (form.get('act') === 'other_account') bank.offerBroken(statement_id, 'other_account')
  const back = payment_id === '' ? '/' : `/payments?${new URLSearchParams({ id: payment_id })}`
  response.writeHead(303, { location: back })
  response.end()
}

function frontPage(bank: SandboxBank): string {
  const rows = [...bank.books.accounts].map(
    ([number, { holder, balance_micros }]) =>
      `<tr><td>${link(`/accounts/${encodeURIComponent(number)}`, number)}<td>${escapeHtml(holder.name)}<td class="n">${money(bank, balance_micros)}</tr>`,
  )
  const statements = bank.books.statements.toReversed().slice(0, SHOWN_MAX)
  return pageOf(
    'Accounts',
    `<table><tr><th>Account<th>Holder<th class="n">Balance</tr>${rows.join('')}</table>
<h2>Statements of ${escapeHtml(bank.holder.account_number)}</h2>
<p>They’re fetched every few minutes. This bank makes a bank’s mistakes when you ask it to:</p>
<form method="post"><button name="act" value="withhold">Hold back the next statement for a day</button></form>
<table>${statements.map((one) => statementRow(bank, one)).join('')}</table>`,
  )
}

function statementRow(bank: SandboxBank, statement: SandboxBank['books']['statements'][number]): string {
  const { statement_id, offered_from } = statement
  const times = bank.books.offers.filter((one) => one.statement_id === statement_id).length
  const state = times === 0 ? `held back until ${timeOf(offered_from)}` : `offered ${times}×`
  const id = `<input type="hidden" name="statement_id" value="${escapeHtml(statement_id)}">`
  const knobs =
    times === 0
      ? ''
      : `<form method="post">${id}<button name="act" value="again">Send it again</button> <button name="act" value="change">Send it changed</button> <button name="act" value="cut_off">Send half of it</button> <button name="act" value="other_account">Send it for another account</button></form>`
  return `<tr><td>${escapeHtml(statement_id)}<td>${state}<td>${knobs}</tr>`
}

function accountPage(bank: SandboxBank, { holder, balance_micros, movements }: Account): string {
  const rows = movements
    .toReversed()
    .slice(0, SHOWN_MAX)
    .map((one) => movementRow(bank, one))
  return pageOf(
    `${holder.account_number} · ${holder.name}`,
    `<p>Balance ${money(bank, balance_micros)}</p>
<table><tr><th>Reference<th>When<th>With<th>Text<th class="n">Amount</tr>${rows.join('')}</table>`,
  )
}

function movementRow(bank: SandboxBank, movement: Movement): string {
  const { reference, at, other, remittance, amount_micros, payment_id, reason } = movement
  const told = reason === null ? remittance : `${remittance} (returned, ${reason})`
  const payment = link(`/payments?${new URLSearchParams({ id: payment_id })}`, reference)
  return `<tr><td>${payment}<td>${timeOf(at)}<td>${escapeHtml(other.name)}<td>${escapeHtml(told)}<td class="n">${money(bank, amount_micros)}</tr>`
}

function paymentPage(bank: SandboxBank, paid: KeptPayment): string {
  const { payment_id, from, to, amount, remittance, at, returned } = paid
  const party = ({ name, account_number }: typeof from) =>
    `${escapeHtml(name)} · ${link(`/accounts/${encodeURIComponent(account_number.replaceAll(' ', ''))}`, account_number)}`
  const choices = RETURN_REASONS.map((each) => `<option value="${each}">${REASONS[each]}</option>`)
  const form = `<form method="post"><input type="hidden" name="payment_id" value="${escapeHtml(payment_id)}">
<label>Reason <select name="reason">${choices.join('')}</select></label> <button name="act" value="return">Return it</button></form>`
  return pageOf(
    `Payment ${remittance}`,
    `<dl><dt>Amount<dd>${money(bank, amount)}<dt>From<dd>${party(from)}<dt>To<dd>${party(to)}<dt>Text<dd>${escapeHtml(remittance)}<dt>When<dd>${timeOf(at)}</dl>
${returned === null ? form : `<p>It was returned: ${REASONS[returned]}.</p>`}`,
  )
}

function money({ currency }: SandboxBank, amount_micros: Micros): string {
  const magnitude = formatAmount(amount_micros < 0n ? -amount_micros : amount_micros)
  return `${amount_micros < 0n ? '−' : ''}${magnitude} ${currency}`
}

function timeOf(at: string): string {
  return `${at.slice(0, 16).replace('T', ' ')} UTC`
}

function link(path: string, label: string): string {
  return `<a href="${escapeHtml(path)}">${escapeHtml(label)}</a>`
}

const STYLE = `
  :root { color-scheme: light dark }
  body { margin: 0 auto; padding: 1rem 1.25rem 3rem; max-width: 60rem; font: 16px/1.5 system-ui, sans-serif; overflow-wrap: anywhere }
  nav { display: flex; flex-wrap: wrap; gap: 0 1rem; align-items: baseline; border-bottom: 1px solid #8886; padding-bottom: .5rem }
  mark { padding: 0 .5rem; border-radius: 6px } mark, nav a { white-space: nowrap }
  h1 { font-size: 1.4rem } h2 { font-size: 1.1rem; margin-top: 2rem }
  div { overflow-x: auto } table { border-collapse: collapse; width: 100%; overflow-wrap: break-word }
  th, td { text-align: left; padding: .35rem .5rem; border-bottom: 1px solid #8884; vertical-align: top } .n { text-align: right; white-space: nowrap }
  dt { font-size: .85rem; opacity: .75 } dd { margin: 0 0 .5rem } button, select { font: inherit; min-height: 2.75rem; padding: 0 .75rem }
  /* Too narrow for columns: a row’s cells stand below one another, its amount beside the second. */
  @media (max-width: 40rem) {
    tr { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 0 .75rem; padding: .5rem 0; border-bottom: 1px solid #8884 }
    tr:has(th) { display: none } td { grid-column: 1; padding: 0; border: 0 } td:first-child { grid-column: 1 / -1 } td.n { grid-area: 2 / 2 } td:empty { display: none }
  }
`

function pageOf(title: string, main: string): string {
  const body = `<nav><mark>SANDBOX</mark><a href="/">Sandbox Bank</a><span>No real money is here.</span></nav>
<h1>${escapeHtml(title)}</h1>
<div>${main}</div>`
  return htmlPage(`${title} · Sandbox Bank`, STYLE, body)
}
