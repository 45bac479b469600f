import type { Language } from '@adtally/contract/enums.ts'
import { CODES, REASONS, type Reason } from '@adtally/contract/reasons.ts'
import { formatMoney } from '@adtally/i18n/format-money.ts'
import { message } from '@adtally/i18n/server.ts'
import type { Logger } from 'pino'
import { DatabaseUnavailable } from '../../database/database-error.ts'
import { codeOf } from '../../database/start-error.ts'
import type { WireReply } from '../../lib/lane.ts'
import { Refusal, type RefusalDetails } from '../../lib/refusal.ts'
import { LedgerBusy } from '../../modules/ledger/index.ts'
import { TooManyRequests } from './rate-limit.ts'

export const JSON_TYPE = 'application/json; charset=utf-8'
const SUCCESS_HEAD = `{"code":${CODES.success},"msg":"success","data":`
const RETRY_AFTER_S = 1
const WHAT_TO_DO =
  'the program is at fault: the stack says where, other lines of this request_id what was done; whoever asked was told to try again'

/** The envelope around `data` that is already JSON (SPEC §7). */
export function successText(data_json: string): string {
  return `${SUCCESS_HEAD}${data_json}}`
}

/** An error for the client: HTTP status, refusal, and seconds to wait if a retry makes sense. */
export interface ErrorAnswer {
  status: number
  refusal: Refusal
  retry_after_s?: number
}

/** The call, and the customer, for which something was thrown. */
export interface ThrownIn {
  call: string
  customer_id?: string | undefined
}

/** The client's answer for a thrown value (PRODUCT §16); refusals by rule are HTTP 200. Logs unexpected errors. */
export function errorAnswer(error: unknown, log: Logger, { call, customer_id }: ThrownIn): ErrorAnswer {
  if (error instanceof TooManyRequests) {
    return { status: 429, refusal: error, retry_after_s: error.retry_after_s }
  }
  if (error instanceof Refusal) return { status: error.reason === 'call_unknown' ? 404 : 200, refusal: error }
  if (error instanceof DatabaseUnavailable) {
    return { status: 503, refusal: new Refusal('starting'), retry_after_s: RETRY_AFTER_S }
  }
  if (error instanceof LedgerBusy) {
    return { status: 503, refusal: new Refusal('too_many_requests'), retry_after_s: RETRY_AFTER_S }
  }
  const code = codeOf(error)
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return { status: 413, refusal: new Refusal('body_too_large') }
  if (code?.startsWith('FST_ERR_CTP_') || error instanceof SyntaxError) {
    return { status: 200, refusal: new Refusal('body_malformed') }
  }
  log.error({ err: error, call, customer_id, what_to_do: WHAT_TO_DO }, 'a call failed')
  return { status: 500, refusal: new Refusal('server_error') }
}

/** An error as a reply: in the envelope, in the caller's language. */
export function errorReply(answer: ErrorAnswer, language: Language): WireReply {
  const headers = ['content-type', JSON_TYPE, 'cache-control', 'no-store']
  if (answer.retry_after_s !== undefined) headers.push('retry-after', String(answer.retry_after_s))
  return { status: answer.status, headers, body: refusalText(answer.refusal, language) }
}

/** A refusal's envelope as JSON. */
export function refusalText({ reason, details }: Refusal, language: Language): string {
  const code = REASONS[reason]
  const of_account = code === CODES.not_activated || code === CODES.disabled || code === CODES.cancelled
  const data = {
    // A rule that knows the account also knows its language.
    ...(of_account && { lang: language }),
    ...details.data,
    reason,
    ...(details.field !== undefined && { field: details.field }),
    ...(details.bounds && { bounds: details.bounds }),
    ...(details.deadline && { deadline: details.deadline.toISOString() }),
  }
  return JSON.stringify({ code, msg: refusalMessage(reason, language, details), data })
}

function refusalMessage(reason: Reason, language: Language, { values, money = {} }: RefusalDetails): string {
  try {
    const written = Object.entries(money).map(([name, { amount, currency }]) => [
      name,
      formatMoney(language, amount, currency),
    ])
    return message(language, `refusals.${reason}`, { ...values, ...Object.fromEntries(written) })
  } catch {
    // A message that lacks a value must not hide the refusal itself.
    return message(
      language,
      `refusals.${REASONS[reason] === CODES.params_error ? 'field_invalid' : 'server_error'}`,
    )
  }
}
