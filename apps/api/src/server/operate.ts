import type { Bounds } from '@adtally/contract/bounds.ts'
import { download } from '@adtally/contract/operator/statement/files.ts'
import { plainMessage } from '@adtally/i18n/server.ts'
import * as z from 'zod/mini'
import { DatabaseUnavailable } from '../database/database-error.ts'
import { lockDataFolder } from '../database/embedded/data-folder-lock.ts'
import { newId } from '../database/identifiers.ts'
import { type OpenDatabase, openDatabase } from '../database/setup/open-database.ts'
import { openRunningDatabase } from '../database/setup/running-database.ts'
import { settleSecret } from '../database/setup/settle-secret.ts'
import { messageOf, StartError } from '../database/start-error.ts'
import { startClock } from '../database/time/database-clock.ts'
import { bigintAsText } from '../lib/bigint-as-text.ts'
import { Refusal } from '../lib/refusal.ts'
import { inRequest } from '../lib/request-context.ts'
import { saveDownload } from '../modules/given-file.ts'
import type { Staff, StaffVerb } from '../modules/module.ts'
import {
  authenticateStaff,
  type CommandLine,
  flagValue,
  inputOf,
  keepSession,
  keptStaff,
  OPEN_VERBS,
  type OpenVerb,
  proveAgain,
  readCommandLine,
  runVerb,
  signOut,
  takeOut,
  usageOfVerb,
  verbsOf,
  withDigests,
} from '../modules/operators/index.ts'
import type { Services } from '../modules/services.ts'
import { readSettings, type Settings, secretPlaceOf } from '../settings.ts'
import { createServices } from './create-services.ts'
import { createLog } from './log.ts'
import { MODULES } from './modules.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** The output; `error` is one sentence, and the exit code is then 1. */
export interface Printed {
  output: string | null
  error: string | null
  /** Of the request that failed, as logs, messages and jobs have it; null where none failed, or none had begun. */
  request_id: string | null
}

/** Flags that say who acts, unless the verb has a flag of the same name. */
const SIGN_IN_FLAGS = ['as', 'password', 'totp']

/**
 * `npm run operator -- <verb> --flag value …`: parses the line, runs the verb on the running program's database as
 * the person of `--as`, and prints the result as JSON with `bigint`s as decimal strings. Tests alone say otherwise than
 * `fetches_from` here.
 */
export async function operate(
  argv: readonly string[],
  environment: Environment,
  fetches_from: Settings['fetches_from'] = 'public_internet',
): Promise<Printed> {
  let request_id: string | null = null
  try {
    const line = readCommandLine(argv)
    const verb = findVerb(line)
    if (typeof verb === 'string') return { output: verb, error: null, request_id: null }
    const outcome = await onRunningProgram(
      () => ({ ...readSettings(environment), fetches_from }),
      environment,
      (settings) => mayRest(verb, settings),
      (services) => {
        request_id = newId()
        return inRequest({ request_id }, () => run(services, verb, line, environment))
      },
    )
    return { output: JSON.stringify(outcome, bigintAsText, 2) ?? 'null', error: null, request_id: null }
  } catch (error) {
    return { output: null, error: sentence(error), request_id }
  }
}

/** A live program does not start without staff, so only verbs that make staff may start its database. */
function mayRest({ may_rest }: StaffVerb | OpenVerb, { ledger_mode }: Settings): boolean {
  return may_rest === 'ever' || (may_rest === 'live' && ledger_mode === 'live')
}

/** The verb that the line names in one word or two (`clock advance`), or the text of `help`. */
function findVerb({ words }: CommandLine): StaffVerb | OpenVerb | string {
  const verbs = [...OPEN_VERBS, ...verbsOf(MODULES)]
  const [first = 'help', ...more] = words
  const name = words.join('-')
  const found = verbs.find((verb) => verb.name === name)
  if (found) return found
  if (first !== 'help')
    throw new StartError(`There is no verb ${words.join(' ')}; \`npm run operator -- help\` lists them.`)
  const asked = verbs.filter((verb) => more.length === 0 || verb.name === more.join('-'))
  return asked
    .toSorted((left, right) => (left.name < right.name ? -1 : 1))
    .map((verb) => {
      const roles = 'roles' in verb ? `\n    as: ${verb.roles.join(', ')}` : ''
      const note = 'note' in verb && verb.note !== undefined ? `\n    ${verb.note}` : ''
      return `${verb.name} ${usageOfVerb(verb)}\n    ${verb.summary}${note}${roles}`
    })
    .join('\n')
}

async function run(
  services: Services,
  verb: StaffVerb | OpenVerb,
  line: CommandLine,
  environment: Environment,
): Promise<unknown> {
  const username = flagValue(line, 'as') ?? environment.OPERATOR_USERNAME
  const asked = new Set(Object.keys(verb.request.shape))
  if (!('roles' in verb)) {
    const flags = [...line.flags]
    if (username && asked.has('as') && flagValue(line, 'as') === undefined) flags.push(['as', username])
    return await verb.run(services, inputOf(verb.request, flags, environment))
  }
  if (!username) throw new StartError('Say who acts: --as <username>.')
  const own_flags = line.flags.filter(([name]) => asked.has(name) || !SIGN_IN_FLAGS.includes(name))
  const { answers_file } = verb
  return await actAs(services, username, line, environment, async (staff) => {
    // Where to write is asked for first: that a file was taken out is kept.
    const { out, rest } = answers_file === undefined ? { out: null, rest: own_flags } : takeOut(own_flags)
    const typed = inputOf(verb.request, rest, environment)
    const given = await withDigests(services, verbsOf(MODULES), staff, verb.name, typed)
    const answer = await runVerb(services, verb, staff, given)
    return out === null ? answer : await saveDownload(z.parse(download, answer), out)
  })
}

/**
 * Acts in the kept session; if there is none or it has ended, signs in. A session opened by the password alone is
 * kept for the next verbs; one with a second factor's code is for this verb only. A code given for a kept session proves
 * again who acts, and so does the password where the verb asks for that and there is no second factor.
 */
async function actAs<T>(
  services: Services,
  username: string,
  line: CommandLine,
  environment: Environment,
  work: (staff: Staff) => Promise<T>,
): Promise<T> {
  const password = flagValue(line, 'password') ?? environment.OPERATOR_PASSWORD
  const kept = await keptStaff(services, username)
  if (kept) {
    const totp = flagValue(line, 'totp')
    if (totp !== undefined) await proveAgain(services, kept, { totp })
    return await workOrProve(services, kept, password, work)
  }
  if (!password) {
    throw new StartError(
      `${username} is not signed in: \`npm run operator -- login --as ${username}\` with the password in OPERATOR_PASSWORD.`,
    )
  }
  const totp = flagValue(line, 'totp')
  const staff = await authenticateStaff(services, username, password, totp)
  const is_kept = totp === undefined && keptForNext(services, staff)
  try {
    return await work(staff)
  } finally {
    if (!is_kept) await signOut(services, staff.session_token)
  }
}

/** Works; where a fresh proof is missing and the password alone is one, proves it and works then. */
async function workOrProve<T>(
  services: Services,
  staff: Staff,
  password: string | undefined,
  work: (staff: Staff) => Promise<T>,
): Promise<T> {
  try {
    return await work(staff)
  } catch (error) {
    const is_stale = error instanceof Refusal && error.reason === 'proof_stale'
    if (!is_stale || password === undefined) throw error
    await proveAgain(services, staff, { password })
    return await work(staff)
  }
}

/** Keeps a session opened by a password alone; false if it can't be kept, which fails no verb. */
function keptForNext({ settings, log }: Services, { username, session_token }: Staff): boolean {
  try {
    keepSession(settings.operator_sessions, username, session_token)
    return true
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    log.warn(error.message)
    return false
  }
}

/** Makes services as the server does, but starts no background work and serves nothing. */
async function onRunningProgram<T>(
  read: () => Settings,
  environment: Environment,
  may_rest: (settings: Settings) => boolean,
  work: (services: Services) => Promise<T>,
): Promise<T> {
  await settleSecret(secretPlaceOf(environment))
  const settings = read()
  const log = createLog({ log_level: 'error' })
  // Paths in flags are relative to where the command was typed; npm runs it at the root.
  if (environment.INIT_CWD) process.chdir(environment.INIT_CWD)
  const opened = await open(settings, !may_rest(settings), log)
  let services: Services | undefined
  try {
    const { databases } = opened
    const database = databases.office
    const clock = await startClock(database)
    services = await createServices({ database, databases, clock, settings, log, checks_replies: false })
    return await work(services)
  } finally {
    await services?.ledger.close()
    await opened.close()
  }
}

/** Connects to the running database, or starts the stopped one of a live ledger that still lacks its staff. */
async function open(
  settings: Settings,
  must_run: boolean,
  log: Services['log'],
): Promise<Pick<OpenDatabase, 'databases' | 'close'>> {
  try {
    const databases = await openRunningDatabase(settings)
    return { databases, close: () => databases.close() }
  } catch (error) {
    if (must_run || !(error instanceof StartError)) throw error
    const unlock = settings.database_url === null ? await lockDataFolder(settings.data_dir) : async () => {}
    const opened = await openDatabase(settings, log)
    return { databases: opened.databases, close: () => opened.close().then(unlock) }
  }
}

function sentence(error: unknown): string {
  if (error instanceof Refusal) {
    const { field, bounds, deadline, values } = error.details
    const said = plainMessage('en', `refusals.${error.reason}`, values)
    const flag = field && `--${field.replaceAll('_', '-')}`
    const about = [
      error.reason,
      flag,
      bounds && boundsText(bounds),
      deadline && `until ${deadline.toISOString()}`,
    ]
    return `Refused: ${said} (${about.filter(Boolean).join(', ')}).`
  }
  if (error instanceof StartError || error instanceof DatabaseUnavailable) return error.message
  return `Failed: ${messageOf(error)}`
}

/** `1 to 90`, `at most 500 characters`, `one of image, video`. */
function boundsText(bounds: Bounds): string {
  const { minimum, maximum, length_min, length_max, items_min, items_max, bytes_max, one_of, example } =
    bounds
  return [
    rangeText(minimum, maximum, ''),
    rangeText(length_min, length_max, ' characters'),
    rangeText(items_min, items_max, ' items'),
    rangeText(undefined, bytes_max, ' bytes'),
    one_of && `one of ${one_of.join(', ')}`,
    example && `such as ${example}`,
  ]
    .filter(Boolean)
    .join(', ')
}

function rangeText(least: number | undefined, most: number | undefined, unit: string): string {
  if (least !== undefined && most !== undefined) return `${least} to ${most}${unit}`
  if (least !== undefined) return `at least ${least}${unit}`
  return most === undefined ? '' : `at most ${most}${unit}`
}
