import { join, resolve } from 'node:path'
import { LEDGER_MODES, type LedgerMode, OFFICE_MODES, type OfficeMode } from '@adtally/contract/enums.ts'
import { isAmountText, type Micros, parseAmount } from '@adtally/money/money.ts'
import * as z from 'zod/mini'
import type { SecretPlace } from './database/setup/settle-secret.ts'
import { StartError } from './database/start-error.ts'
import { refuseLive, SENT_TO } from './live-demands.ts'
import { hostInUrl, isAddress, originIn } from './origins.ts'
import { pathsOf } from './paths-apart.ts'
import { deriveSecrets, readOrCreateMasterSecret, type SecretFor } from './secrets.ts'
import { parseServiceHours, type ServiceHours, saidServiceHours } from './service-hours.ts'

export const ROLES = ['api', 'delivery', 'worker', 'office'] as const
/** The parts of the program that a process runs; one process may run all (PRODUCT §5). */
export type Role = (typeof ROLES)[number]

const LOG_LEVELS = ['silent', 'fatal', 'error', 'warn', 'info', 'debug'] as const

/** The name, logo and colour of the program (PRODUCT §2.8). */
export interface Brand {
  name: string
  /** A path below `/` or an https address; null: no logo. */
  logo_url: string | null
  /** `#rrggbb`. */
  colour: string
}

/** The program's settings, parsed once from the environment and passed explicitly. */
export interface Settings {
  host: string
  /** 0: the system chooses. */
  port: number
  /** Absolute. */
  data_dir: string
  /** Null: the embedded PostgreSQL in `data_dir`. */
  database_url: string | null
  /** Such as `/facebook-business`, without a trailing slash. */
  base_path: string
  /** Where the office's calls are, such as `/operator`; neither of it and the base path lies under the other. */
  operator_path: string
  /** Where browsers of staff reach the office: scheme, host and port, without a trailing slash. */
  console_origin: string
  /** Where partners' calls are, such as `/partner`; apart from the two others. */
  partner_path: string
  /** Where browsers of partners' people reach their pages: scheme, host and port, without a trailing slash. */
  partner_origin: string
  roles: readonly Role[]
  ledger_mode: LedgerMode
  /** Where browsers reach the program: scheme, host and port, without a trailing slash. */
  public_origin: string
  /** The origin for passkeys, which need a host name: the public origin, or null if its host is an address. */
  passkey_origin: string | null
  /** How many proxies are in front: so many entries from the right of `X-Forwarded-For` are believed. */
  proxies: number
  /** The header, in small letters, by which the operator's proxy tells a visitor's country; null: by address alone. */
  country_header: string | null
  /** The file that tells countries by address, absolute; null: the one that the program brings along. */
  country_database: string | null
  /** The file that tells networks' numbers by address, absolute; null: nobody is judged by the network. */
  network_database: string | null
  log_level: (typeof LOG_LEVELS)[number]
  /** Whether each request is logged. */
  has_access_log: boolean
  brand: Brand
  /** The legal entity that operates the program and holds deposits (PRODUCT §2.12). Null if not set. */
  legal_entity: string | null
  licence_statement: string | null
  /** How long the law keeps records of a closed account, in years; null if not set. */
  records_kept_years: number | null
  support_contact: string | null
  /** Where customers find service outside the program; null: the program's own chat. */
  customer_service_url: string | null
  /** ISO 4217; one currency per ledger (PRODUCT §3). */
  currency: string
  /** The account for deposits, in the legal entity's name (PRODUCT §2.12). */
  deposit_account: { holder: string; number: string; bank_name: string }
  /** The bank that the program connects to; null: two people import its statements (PRODUCT §2.6). */
  bank: { url: string; key: string; public_key: string } | null
  /** The most that the bank charges for a withdrawal (PRODUCT §2.3). */
  rail_fee_micros: Micros
  /** The mail server for customers' letters, and their sender; null: none are sent. */
  mail: { smtp_url: string; from: string } | null
  /** When service answers, in UTC. */
  service_hours: ServiceHours & { text: string }
  /** Requests per minute, for an address and for a signed-in customer. */
  rate_limit_per_minute: number
  /** Advertisements per minute for one address or one IPv6 network; 0: no limit. */
  decisions_per_minute: number
  /** The token for reading `/metrics`; null: nobody may. */
  metrics_token: string | null
  /** The OTLP collector for traces and metrics; null: none. */
  telemetry_endpoint: string | null
  /** How many customers visitors of `npm run demo` can choose from; 0: not a demo. */
  demo_people: number
  /** Whether customers may move this sandbox's clock. Never on a live ledger. */
  is_playable: boolean
  /** Whether the demo makes its own visits to its publisher's page. */
  demo_has_traffic: boolean
  /** Whether the demo's office acts by itself, until a verb changes that. */
  demo_office: OfficeMode
  /** How many weeks a new demo lives through before it is ready; its clock begins that long ago. */
  demo_weeks: number
  /** The folder of staff sessions kept by the command line, one file each. Absolute. */
  operator_sessions: string
  /** A folder with the operator's contract, one `<language>.md` per language; null: the program's own text. */
  contract_templates: string | null
  /** The PKCS #12 certificate that seals signed contracts; null: a sandbox makes its own. */
  signing_certificate: { path: string; password: string } | null
  /** Where URLs are fetched from; only tests allow this machine, and no variable sets it. */
  fetches_from: 'public_internet' | 'this_machine'
  /** Where push services, and advertisers' receivers of notices, are; a sandbox's tests allow this machine. */
  push_services: (typeof SENT_TO)[number]
  notice_receivers: (typeof SENT_TO)[number]
  /** Derives a 32-byte key from the master secret, such as `secret('delivery-token')`. */
  secret: SecretFor
}

const DEFAULT_DATA_FOLDER = './data'

const text = z.string().check(z.trim(), z.minLength(1))
const matching = (pattern: RegExp) => text.check(z.regex(pattern))
const whole = (minimum: number, maximum: number) =>
  z.pipe(
    matching(/^(0|[1-9]\d{0,6})$/),
    z.pipe(z.transform(Number), z.number().check(z.gte(minimum), z.lte(maximum))),
  )
const roles = z.pipe(
  z.pipe(
    text,
    z.transform((value: string) => value.split(',').map((part) => part.trim())),
  ),
  z.array(z.enum(ROLES)).check(z.minLength(1)),
)

const amountText = z.pipe(
  text.check(z.refine(isAmountText)),
  z.transform((value: string): Micros => parseAmount(value) ?? 0n),
)

const serviceHours = z.pipe(
  text.check(z.refine((value: string) => parseServiceHours(value) !== null)),
  z.transform((value: string) => ({
    ...(parseServiceHours(value) ?? { from_minute: 0, to_minute: 0 }),
    text: saidServiceHours(value),
  })),
)

/** Whether the currency exists and its smallest coin shows in the two decimals that people see. */
function isShownCurrency(code: string): boolean {
  if (!Intl.supportedValuesOf('currency').includes(code)) return false
  const format = new Intl.NumberFormat('en', { style: 'currency', currency: code })
  return (format.resolvedOptions().maximumFractionDigits ?? 0) <= 2
}

/** A segment of one or two dots would be resolved away in a request. */
const PATH = /^(\/(?!\.{1,2}(\/|$))[A-Za-z0-9._~-]+)+$/
const ORIGIN = /^https?:\/\/[^/?#@\s]+$/

const environmentSchema = z.object({
  HOST: z._default(text, '127.0.0.1'),
  PORT: z.prefault(whole(0, 65_535), '8080'),
  DATA_DIR: z._default(text, DEFAULT_DATA_FOLDER),
  DATABASE_URL: z.optional(matching(/^postgres(ql)?:\/\//)),
  BASE_PATH: z._default(matching(PATH), '/facebook-business'),
  OPERATOR_PATH: z._default(matching(PATH), '/operator'),
  CONSOLE_ORIGIN: z.optional(matching(ORIGIN)),
  PARTNER_PATH: z._default(matching(PATH), '/partner'),
  PARTNER_ORIGIN: z.optional(matching(ORIGIN)),
  ROLES: z.prefault(roles, ROLES.join(',')),
  LEDGER_MODE: z._default(z.enum(LEDGER_MODES), 'sandbox'),
  PUBLIC_ORIGIN: z.optional(matching(ORIGIN)),
  TRUST_PROXY: z.prefault(whole(0, 9), '0'),
  COUNTRY_HEADER: z.optional(matching(/^[A-Za-z][A-Za-z0-9-]{0,63}$/).check(z.toLowerCase())),
  COUNTRY_DATABASE: z.optional(text),
  NETWORK_DATABASE: z.optional(text),
  LOG_LEVEL: z._default(z.enum(LOG_LEVELS), 'info'),
  ACCESS_LOG: z.optional(z.enum(['on', 'off'])),
  BRAND_NAME: z._default(text.check(z.maxLength(40)), 'Adtally'),
  BRAND_LOGO_URL: z.optional(matching(/^(https:\/\/|\/(?!\/))\S*$/)),
  BRAND_COLOUR: z._default(matching(/^#[0-9a-fA-F]{6}$/), '#3a3fd4'),
  LEGAL_ENTITY: z.optional(text),
  LICENCE_STATEMENT: z.optional(text),
  SUPPORT_CONTACT: z.optional(text),
  RECORDS_KEPT_YEARS: z.optional(whole(1, 99)),
  CUSTOMER_SERVICE_URL: z.optional(matching(/^https:\/\/[^@\s]+$/)),
  CURRENCY: z._default(text.check(z.refine(isShownCurrency)), 'USD'),
  DEPOSIT_ACCOUNT_NUMBER: z._default(text, 'SANDBOX-0001'),
  DEPOSIT_BANK_NAME: z._default(text, 'Sandbox Bank'),
  BANK_CONNECTOR: z.optional(matching(/^https?:\/\/[^/?#@\s]+$/)),
  BANK_KEY: z.optional(matching(/^[A-Za-z0-9_-]{32,}$/)),
  BANK_PUBLIC_KEY: z.optional(matching(/^[A-Za-z0-9+/]{40,}={0,2}$/)),
  RAIL_FEE: z.prefault(amountText, '0.00'),
  SMTP_URL: z.optional(matching(/^smtps?:\/\/[^\s/]+$/)),
  MAIL_FROM: z.optional(matching(/^([^<>"\r\n]+ )?<?[^\s<>@"]+@[^\s<>@"]+>?$/)),
  SERVICE_HOURS: z.prefault(serviceHours, '08:00-20:00'),
  RATE_LIMIT_PER_MINUTE: z.prefault(whole(1, 9_999_999), '6000'),
  DECISIONS_PER_MINUTE: z.prefault(whole(0, 9_999_999), '300'),
  // The characters that RFC 6750 allows in the header.
  METRICS_TOKEN: z.optional(matching(/^[A-Za-z0-9._~+/-]{24,}=*$/)),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.optional(matching(/^https?:\/\/[^\s?#@]+$/)),
  SANDBOX_PLAY: z._default(z.enum(['on', 'off']), 'off'),
  DEMO_TRAFFIC: z._default(z.enum(['on', 'off']), 'on'),
  DEMO_OFFICE: z._default(z.enum(OFFICE_MODES), 'by_itself'),
  DEMO_WEEKS: z.prefault(whole(0, 26), '10'),
  PUSH_SERVICES: z._default(z.enum(SENT_TO), 'public_internet'),
  NOTICE_RECEIVERS: z._default(z.enum(SENT_TO), 'public_internet'),
  OPERATOR_SESSIONS: z.optional(text),
  CONTRACT_TEMPLATES: z.optional(text),
  SIGNING_CERTIFICATE: z.optional(text),
  SIGNING_CERTIFICATE_PASSWORD: z._default(z.string(), ''),
  SECRET: z.optional(text.check(z.minLength(32))),
})
type Environment = z.infer<typeof environmentSchema>

/** What a valid value looks like, for the sentence about an invalid one. */
const GOOD_VALUES: Record<keyof Environment, string> = {
  HOST: 'an address to listen on, such as 127.0.0.1 or 0.0.0.0',
  PORT: 'a port number from 0 to 65535',
  DATA_DIR: 'a folder',
  DATABASE_URL: 'a PostgreSQL address such as postgres://owner:password@host:5432/adtally',
  BASE_PATH: 'a path such as /facebook-business, with no slash at its end and no . or .. in it',
  OPERATOR_PATH: 'a path such as /operator, with no slash at its end and no . or .. in it',
  CONSOLE_ORIGIN: 'an origin such as https://office.adtally.example, with nothing after the host',
  PARTNER_PATH: 'a path such as /partner, with no slash at its end and no . or .. in it',
  PARTNER_ORIGIN: 'an origin such as https://partners.adtally.example, with nothing after the host',
  ROLES: `a comma-separated list out of ${ROLES.join(', ')}`,
  LEDGER_MODE: LEDGER_MODES.join(' or '),
  PUBLIC_ORIGIN: 'an origin such as https://adtally.example, with nothing after the host',
  TRUST_PROXY: 'how many proxies stand before the program, from 0 to 9',
  COUNTRY_HEADER: 'the name of a header, such as CF-IPCountry',
  COUNTRY_DATABASE: "the path of a file in MaxMind's format",
  NETWORK_DATABASE: "the path of a file in MaxMind's format",
  LOG_LEVEL: `one of ${LOG_LEVELS.join(', ')}`,
  ACCESS_LOG: 'on or off',
  BRAND_NAME: 'a name of at most 40 characters',
  BRAND_LOGO_URL: 'an https address or a path',
  BRAND_COLOUR: 'a colour such as #0f766e',
  LEGAL_ENTITY: 'the name of the company that operates the program',
  LICENCE_STATEMENT: 'the statement of the licence that the company holds',
  SUPPORT_CONTACT: 'an e-mail address or a phone number',
  RECORDS_KEPT_YEARS: 'a whole number of years from 1 to 99',
  CUSTOMER_SERVICE_URL: 'an https address',
  CURRENCY: 'a currency of ISO 4217 with at most two decimals, such as USD',
  DEPOSIT_ACCOUNT_NUMBER: "the account number of the legal entity's deposit account",
  DEPOSIT_BANK_NAME: 'the name of the bank that holds the deposit account',
  BANK_CONNECTOR: 'the origin of a sandbox bank, such as http://127.0.0.1:8083',
  BANK_KEY: 'the key that the bank gave for its connector',
  BANK_PUBLIC_KEY: 'the key that the bank signs its statements with, as SPKI in base64',
  RAIL_FEE: 'an amount such as 0.25',
  SMTP_URL: 'a mail server such as smtps://user:password@mail.example:465',
  MAIL_FROM: 'an address such as no-reply@adtally.example, or Adtally <no-reply@adtally.example>',
  SERVICE_HOURS: 'hours in UTC such as 08:00-20:00; 00:00-00:00 for always',
  RATE_LIMIT_PER_MINUTE: 'a whole number above 0',
  DECISIONS_PER_MINUTE: 'a whole number, 0 for no limit',
  METRICS_TOKEN: 'at least 24 letters or digits, for example the output of `openssl rand -hex 24`',
  OTEL_EXPORTER_OTLP_ENDPOINT: 'the address of an OTLP collector, such as http://127.0.0.1:4318',
  SANDBOX_PLAY: 'on or off',
  DEMO_TRAFFIC: 'on or off',
  DEMO_OFFICE: OFFICE_MODES.join(' or '),
  DEMO_WEEKS: 'a number of weeks from 0 to 26',
  PUSH_SERVICES: SENT_TO.join(' or '),
  NOTICE_RECEIVERS: SENT_TO.join(' or '),
  OPERATOR_SESSIONS: 'a folder of your own',
  CONTRACT_TEMPLATES: 'a folder that holds en.md',
  SIGNING_CERTIFICATE: 'the path of a PKCS #12 file',
  SIGNING_CERTIFICATE_PASSWORD: 'the password of that file',
  SECRET: 'at least 32 random characters, for example the output of `openssl rand -base64 32`',
}

/** The data folder from the environment alone, for callers that may not write there yet. */
export function dataFolderOf({ DATA_DIR }: Readonly<Record<string, string | undefined>>): string {
  return resolve(DATA_DIR?.trim() || DEFAULT_DATA_FOLDER)
}

/** The secret's place from the environment alone, for finishing a change before settings are read. */
export function secretPlaceOf(variables: Readonly<Record<string, string | undefined>>): SecretPlace {
  const given = (name: string) => variables[name]?.trim() || null
  return {
    data_dir: dataFolderOf(variables),
    database_url: given('DATABASE_URL'),
    given_secret: given('SECRET'),
  }
}

/**
 * Reads settings from the environment; an empty variable counts as absent. Throws `StartError` with one sentence that
 * names the first invalid value. A sandbox without `SECRET` generates one into `DATA_DIR`.
 */
export function readSettings(variables: Readonly<Record<string, string | undefined>>): Settings {
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value?.trim()))
  const parsed = z.safeParse(environmentSchema, given)
  if (!parsed.success) throw badValue(parsed.error.issues[0], given)
  const values = parsed.data
  const data_dir = resolve(values.DATA_DIR)
  const public_origin = values.PUBLIC_ORIGIN ?? `http://${hostInUrl(values.HOST)}:${values.PORT}`
  if (values.LEDGER_MODE === 'live') refuseLive(values)
  return {
    host: values.HOST,
    port: values.PORT,
    data_dir,
    database_url: values.DATABASE_URL ?? null,
    ...pathsOf(values),
    console_origin: originIn(values.CONSOLE_ORIGIN ?? public_origin),
    partner_origin: originIn(values.PARTNER_ORIGIN ?? public_origin),
    roles: [...new Set(values.ROLES)],
    ledger_mode: values.LEDGER_MODE,
    public_origin,
    passkey_origin: isAddress(new URL(public_origin).hostname) ? null : public_origin,
    proxies: values.TRUST_PROXY,
    country_header: countryHeaderOf(values),
    country_database: placeOf(values.COUNTRY_DATABASE),
    network_database: placeOf(values.NETWORK_DATABASE),
    log_level: values.LOG_LEVEL,
    // A sandbox's console shows only what its reader has to act on.
    has_access_log:
      values.ACCESS_LOG === undefined ? values.LEDGER_MODE === 'live' : values.ACCESS_LOG === 'on',
    brand: { name: values.BRAND_NAME, logo_url: values.BRAND_LOGO_URL ?? null, colour: values.BRAND_COLOUR },
    legal_entity: values.LEGAL_ENTITY ?? null,
    licence_statement: values.LICENCE_STATEMENT ?? null,
    support_contact: values.SUPPORT_CONTACT ?? null,
    records_kept_years: values.RECORDS_KEPT_YEARS ?? null,
    customer_service_url: values.CUSTOMER_SERVICE_URL ?? null,
    currency: values.CURRENCY,
    deposit_account: {
      holder: values.LEGAL_ENTITY ?? `${values.BRAND_NAME} sandbox`,
      number: values.DEPOSIT_ACCOUNT_NUMBER,
      bank_name: values.DEPOSIT_BANK_NAME,
    },
    bank: bankOf(values),
    rail_fee_micros: values.RAIL_FEE,
    mail: mailOf(values),
    service_hours: values.SERVICE_HOURS,
    rate_limit_per_minute: values.RATE_LIMIT_PER_MINUTE,
    decisions_per_minute: values.DECISIONS_PER_MINUTE,
    metrics_token: values.METRICS_TOKEN ?? null,
    telemetry_endpoint: values.OTEL_EXPORTER_OTLP_ENDPOINT ?? null,
    demo_people: 0,
    is_playable: values.SANDBOX_PLAY === 'on',
    demo_has_traffic: values.DEMO_TRAFFIC === 'on',
    demo_office: values.DEMO_OFFICE,
    demo_weeks: values.DEMO_WEEKS,
    operator_sessions: resolve(values.OPERATOR_SESSIONS ?? join(data_dir, 'staff-sessions')),
    contract_templates: placeOf(values.CONTRACT_TEMPLATES),
    signing_certificate:
      values.SIGNING_CERTIFICATE === undefined
        ? null
        : { path: resolve(values.SIGNING_CERTIFICATE), password: values.SIGNING_CERTIFICATE_PASSWORD },
    fetches_from: 'public_internet',
    push_services: values.PUSH_SERVICES,
    notice_receivers: values.NOTICE_RECEIVERS,
    secret: deriveSecrets(values.SECRET ?? readOrCreateMasterSecret(data_dir)),
  }
}

const placeOf = (path: string | undefined) => (path === undefined ? null : resolve(path))

/** Requires both the mail server and the sender, or neither. */
function mailOf({ SMTP_URL, MAIL_FROM }: Environment): Settings['mail'] {
  if (SMTP_URL !== undefined && MAIL_FROM !== undefined) return { smtp_url: SMTP_URL, from: MAIL_FROM }
  if (SMTP_URL === undefined && MAIL_FROM === undefined) return null
  const [missing, given] = SMTP_URL === undefined ? ['SMTP_URL', 'MAIL_FROM'] : ['MAIL_FROM', 'SMTP_URL']
  throw new StartError(`${given} is set and ${missing} is not; set both to send e-mail, or neither.`)
}

/** Requires a proxy in front: without one every visitor could send the header. */
function countryHeaderOf({ COUNTRY_HEADER, TRUST_PROXY }: Environment): Settings['country_header'] {
  if (COUNTRY_HEADER !== undefined && TRUST_PROXY === 0)
    throw new StartError('COUNTRY_HEADER is a header of a proxy; set TRUST_PROXY too, or leave it out.')
  return COUNTRY_HEADER ?? null
}

/** Requires the bank's address and both keys, or none. */
function bankOf({ BANK_CONNECTOR: url, BANK_KEY: key, BANK_PUBLIC_KEY: public_key }: Environment) {
  if (url !== undefined && key !== undefined && public_key !== undefined) return { url, key, public_key }
  if (url === undefined && key === undefined && public_key === undefined) return null
  throw new StartError('BANK_CONNECTOR, BANK_KEY and BANK_PUBLIC_KEY are set together, or none of them is.')
}

/** Their values are never printed, however wrong. */
const SECRET_SETTINGS = ['SECRET', 'DATABASE_URL', 'METRICS_TOKEN', 'SMTP_URL', 'BANK_KEY']

function badValue(
  issue: z.core.$ZodIssue | undefined,
  given: Record<string, string | undefined>,
): StartError {
  const name = String(issue?.path[0])
  const good = new Map(Object.entries(GOOD_VALUES)).get(name)
  const shown = SECRET_SETTINGS.includes(name) ? 'what is set' : JSON.stringify(given[name])
  return new StartError(`${name} should be ${good}; ${shown} is not.`)
}
