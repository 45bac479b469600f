import type { Browser, BrowserContext, Locator, Page, Response } from '@playwright/test'
import * as z from 'zod/mini'
import { type Field, fieldsOf } from '../../../packages/contract/src/operator/statement/field-kinds.ts'
import type { StaffCall } from '../../../packages/contract/src/operator/statement/staff-call.ts'
import { STAFF_CALLS } from '../../../packages/contract/src/operator/statement/staff-calls.ts'
import type { Typist } from './command-line-office.ts'

const LIMIT_MS = 60_000
const envelope = z.object({ code: z.number(), msg: z.string(), data: z.unknown() })

/** A member of staff at a browser of their own. */
interface Desk {
  context: BrowserContext
  page: Page
  password: string
}

/** Staff who do each act by its default form in the office's page, each in a browser context of their own. */
export class FormTypist {
  readonly #browser: Browser
  readonly #url: string
  readonly #beforehand: Typist
  readonly #desks = new Map<string, Desk>()
  #opened = 0

  /** `beforehand` does what nobody can do signed in: make the first two people, and take up a new one's work. */
  constructor(browser: Browser, url: string, beforehand: Typist) {
    this.#browser = browser
    this.#url = url
    this.#beforehand = beforehand
  }

  /** Does what the words say, and answers as the command line would; throws the message of a refusal. */
  readonly type: Typist = async (words, environment) => {
    const [name = '', ...flags] = words
    const call = STAFF_CALLS.find((each) => each.name === name)
    if (!call) return await this.#beforehand(words, environment)
    const { OPERATOR_USERNAME: username = '', OPERATOR_PASSWORD: password = '' } = environment
    const desk = this.#desks.get(username) ?? (await this.#sitDown(username, password))
    const { out, ...values } = valuesOf(flags)
    const seen = name === 'approve' ? await this.#look(desk, values) : {}
    return await this.#fillIn(desk, call, { ...seen, ...values }, out)
  }

  /** Looks at a proposal, as somebody does before they approve it; answers the digests of what was seen. */
  async #look(desk: Desk, values: Readonly<Record<string, string>>): Promise<Record<string, string>> {
    const look = STAFF_CALLS.find(({ name }) => name === 'show-proposal')
    if (!look) throw new Error('nothing shows a proposal')
    const { payload_hash, facts_hash } = Object(JSON.parse(await this.#fillIn(desk, look, values, undefined)))
    return { payload_hash: String(payload_hash), facts_hash: String(facts_hash) }
  }

  async stop(): Promise<void> {
    for (const { context } of this.#desks.values()) await context.close()
  }

  async #sitDown(username: string, password: string): Promise<Desk> {
    const context = await this.#browser.newContext({ viewport: { width: 1280, height: 800 } })
    const desk = { context, page: await context.newPage(), password }
    await desk.page.goto(`${this.#url}/console/`)
    await desk.page.getByLabel('Name').fill(username)
    await desk.page.getByLabel('Password', { exact: true }).fill(password)
    await desk.page.getByRole('button', { name: 'Log in', exact: true }).click()
    await desk.page.getByLabel('Search acts').waitFor()
    this.#desks.set(username, desk)
    return desk
  }

  async #fillIn(
    desk: Desk,
    call: StaffCall,
    values: Readonly<Record<string, string>>,
    out: string | undefined,
  ): Promise<string> {
    const { page } = desk
    // A page of its own for each: nothing of the act before is left in it.
    this.#opened += 1
    const is_asked_at_once = call.kind === 'read' && Object.keys(values).length === 0
    const at_once = is_asked_at_once ? answerTo(page, call) : null
    await page.goto(`${this.#url}/console/?desk=${this.#opened}#/acts/${call.name}`)
    if (at_once) return await read(await at_once)
    const form = page.locator('main form')
    for (const field of fieldsOf(call.request)) {
      const value = values[field.name]
      if (value !== undefined) await fillField(form, field, value)
    }
    const saved = out === undefined ? null : page.waitForEvent('download', { timeout: LIMIT_MS })
    const answered = answerTo(page, call)
    await form.locator('button[type=submit]').click()
    const answer = await this.#proved(desk, call, await answered)
    if (saved === null || isJson(answer)) return await read(answer)
    await (await saved).saveAs(out ?? '')
    return JSON.stringify({ saved: out })
  }

  /** The answer, or that after a fresh proof, which the page asks for by itself. */
  async #proved({ page, password }: Desk, call: StaffCall, answer: Response): Promise<Response> {
    if (!isJson(answer) || reasonIn(envelope.parse(await answer.json())) !== 'proof_stale') return answer
    const answered = answerTo(page, call)
    await page.getByLabel('Password, if you haven’t set up two-step verification').fill(password)
    await page.getByRole('button', { name: 'Confirm', exact: true }).click()
    return await answered
  }
}

function answerTo(page: Page, { name }: StaffCall): Promise<Response> {
  return page.waitForResponse((response) => new URL(response.url()).pathname.endsWith(`/${name}`), {
    timeout: LIMIT_MS,
  })
}

/** What an answer has, as the command line prints it. Throws the message and the reason of a refusal. */
async function read(answer: Response): Promise<string> {
  const said = envelope.parse(await answer.json())
  if (said.code !== 200) throw new Error(`${said.msg} (${reasonIn(said)})`)
  return JSON.stringify(said.data)
}

function reasonIn({ data }: z.infer<typeof envelope>): string {
  return String(Object(data).reason)
}

function isJson(answer: Response): boolean {
  return answer.headers()['content-type']?.startsWith('application/json') ?? false
}

/** `--field value` pairs by field. */
function valuesOf(flags: readonly string[]): Record<string, string> {
  const values: Record<string, string> = {}
  for (let index = 0; index < flags.length; index += 2)
    values[(flags[index] ?? '').slice(2).replaceAll('-', '_')] = flags[index + 1] ?? ''
  return values
}

async function fillField(form: Locator, { name, kind, wire }: Field, value: string): Promise<void> {
  const control = form.locator(`[name="${name}"]`)
  if (kind === 'document') {
    await control.setInputFiles(value)
    // Its hash is worked out here, and shown.
    await form
      .getByText(/[0-9a-f]{64}/)
      .first()
      .waitFor()
  } else if (wire === 'file') await control.setInputFiles(value)
  else if (kind === 'choice' || kind === 'flag') await control.selectOption(value)
  // The control of a moment knows no zone and no milliseconds.
  else await control.fill(kind === 'moment' ? value.replace(/(\.\d+)?Z$/, '') : value)
}
