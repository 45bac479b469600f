import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { inPassingFolder } from '../../../apps/api/src/lib/passing-file.ts'

const run = promisify(execFile)
const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const VERB_TIMEOUT_MS = 60_000

/** What a verb printed, before its members are checked. */
export type Printed = Record<string, unknown>
type Flags = Readonly<Record<string, string>>

/** A member of staff and their password. */
interface Clerk {
  username: string
  password: string
}

const ADMINS = [
  { username: 'ada.voss', password: 'two lanterns on the long pier' },
  { username: 'ivo.marek', password: 'a compass under the apple tree' },
] as const
const FIRST = { username: 'mara.lind', password: 'seven grey herons at low tide' }
const SECOND = { username: 'theo.brandt', password: 'the kettle sings before noon' }
const THIRD = { username: 'nina.sommer', password: 'moss on the north side of stones' }

/** Runs words on the operator's command line and returns the output. Throws the message of a refusal. */
export type Typist = (
  words: readonly string[],
  environment: Readonly<Record<string, string>>,
) => Promise<string>

/** Staff at the operator's command line of a running program. */
export class CommandLineOffice {
  readonly #typist: Typist
  readonly #data_dir: string
  readonly #first: Clerk
  readonly #second: Clerk
  #third: Clerk | null

  /** `staff`: people whom the program knows; else `open` makes them. Without a `typist` each verb is a process. */
  constructor(
    data_dir: string,
    [first = FIRST, second = SECOND, third]: readonly Clerk[] = [],
    typist: Typist = typeAsProcess,
  ) {
    this.#typist = typist
    this.#data_dir = data_dir
    this.#first = first
    this.#second = second
    this.#third = third ?? null
  }

  /** Makes the two admins, who add the two who work here. */
  async open(): Promise<void> {
    const [one, other] = ADMINS
    await this.#type(['init', '--first-username', one.username, '--second-username', other.username], {
      OPERATOR_FIRST_PASSWORD: one.password,
      OPERATOR_SECOND_PASSWORD: other.password,
    })
    await this.#takeOn(this.#first, 'support,content,finance_maker,risk')
    await this.#takeOn(this.#second, 'content,finance_checker,risk')
  }

  /** The first person runs a verb. Throws the message of a refusal. */
  run(verb: string, flags: Flags = {}): Promise<Printed> {
    return this.#as(this.#first, verb, flags)
  }

  /** The first person runs a verb that answers a file, into one that goes afterwards. */
  save(verb: string, flags: Flags): Promise<Printed> {
    return inPassingFolder((folder) => this.run(verb, { ...flags, out: join(folder, 'file') }))
  }

  /** All rows that the first person lists, page by page. */
  async list(verb: string, flags: Flags = {}): Promise<Printed[]> {
    const rows: Printed[] = []
    let cursor: Flags = {}
    for (;;) {
      const { items, next_cursor } = await this.run(verb, { ...flags, ...cursor })
      rows.push(...Object.values(Object(items)).map((row): Printed => Object(row)))
      if (typeof next_cursor !== 'string') return rows
      cursor = { cursor: next_cursor }
    }
  }

  check(verb: string, flags: Flags = {}): Promise<Printed> {
    return this.#as(this.#second, verb, flags)
  }

  /** The first person and a third import a bank statement, so that the second may decide; returns the output. */
  async bringStatement(flags: Flags): Promise<Printed> {
    await this.run('import-statement', flags)
    this.#third ??= await this.#takeOn(THIRD, 'finance_maker')
    return await this.#as(this.#third, 'import-statement', flags)
  }

  /** The first person proposes, is refused their own approval, and the second approves; returns the outcome. */
  async decide(verb: string, flags: Flags): Promise<Printed> {
    const { proposal_id } = await this.run(verb, flags)
    return await this.approve(String(proposal_id))
  }

  /** The second person approves a proposal; returns the act's outcome. */
  async approve(proposal_id: string): Promise<Printed> {
    const { outcome } = await this.check('approve', { proposal_id })
    return Object(outcome)
  }

  async #takeOn({ username, password }: Clerk, roles: string): Promise<Clerk> {
    const [one, other] = ADMINS
    const flags = { username, 'display-name': username, roles, reason: 'The work' }
    const { proposal_id, first_code } = await this.#as(one, 'add-staff', flags)
    const { outcome } = await this.#as(other, 'approve', { proposal_id: String(proposal_id) })
    const { second_code } = Object(outcome)
    const codes = ['--first-code', String(first_code), '--second-code', String(second_code)]
    await this.#type(['activate-staff', '--username', username, ...codes], {
      OPERATOR_NEW_PASSWORD: password,
    })
    return { username, password }
  }

  #as(person: Clerk, verb: string, flags: Flags): Promise<Printed> {
    const words = Object.entries(flags).flatMap(([name, value]) => [`--${name}`, value])
    return this.#type([verb, ...words], {
      OPERATOR_USERNAME: person.username,
      OPERATOR_PASSWORD: person.password,
    })
  }

  async #type(words: readonly string[], environment: Flags): Promise<Printed> {
    return Object(JSON.parse(await this.#typist(words, { DATA_DIR: this.#data_dir, ...environment })))
  }
}

async function typeAsProcess(words: readonly string[], environment: Flags): Promise<string> {
  const entry = join(ROOT, 'apps/api/src/operator.ts')
  const options = { cwd: ROOT, env: { ...process.env, ...environment }, timeout: VERB_TIMEOUT_MS }
  const { stdout } = await run(process.execPath, [entry, ...words], options)
  return stdout
}
