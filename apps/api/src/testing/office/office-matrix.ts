import { STAFF_ROLES, type StaffRole } from '@adtally/contract/enums.ts'
import type { Reason } from '@adtally/contract/reasons.ts'
import { sql } from 'kysely'
import { newId } from '../../database/identifiers.ts'
import { asRole } from '../../modules/as-role.ts'
import type { StaffVerb } from '../../modules/module.ts'
import { authenticateStaff, runVerb, verbsOf } from '../../modules/operators/index.ts'
import { methodOf } from '../../server/door/door-route.ts'
import { validInputs } from '../contract-surface.ts'
import { reasonOf } from '../reason-of.ts'
import type { TestProgram } from '../servers/test-program.ts'
import { type BuiltStaff, joinStaff, STAFF_PASSWORD } from '../worlds/build-staff.ts'
import { askOffice } from './office-client.ts'
import type { PageAct } from './roles-page.ts'

/** By the office's call over HTTP, and by the module without it. */
export const MATRIX_FACES = ['http', 'module'] as const
export type MatrixFace = (typeof MATRIX_FACES)[number]

export const MATRIX_PROOFS = ['none', 'session', 'fresh'] as const
export type MatrixProof = (typeof MATRIX_PROOFS)[number]

/** Two people of each role, as a proposal of one's own is another matter than a colleague's. */
export type Who = 'one' | 'other'

/** What stops somebody at the door; anything else is said by the act itself. */
const DOOR: readonly Reason[] = [
  'not_signed_in',
  'token_expired',
  'staff_role_missing',
  'proof_stale',
  'origin_foreign',
  'too_many_requests',
]
/** What stops a decider before the proposal is looked at. */
const BARRED: readonly Reason[] = [...DOOR, 'four_eyes']

/** Somebody asks for something. */
interface Asking {
  verb: StaffVerb
  who: Who
  role: StaffRole
  proof: MatrixProof
  input: unknown
}

/** One member of staff a role and seat, each with a session that has just proved who they are and one that has not. */
export class MatrixStaff {
  readonly #program: TestProgram
  readonly #tokens = new Map<string, string>()
  readonly #verbs: ReadonlyMap<string, StaffVerb>

  private constructor(program: TestProgram) {
    this.#program = program
    this.#verbs = new Map(verbsOf(program.modules).map((verb) => [verb.name, verb]))
  }

  static async join(program: TestProgram, built: BuiltStaff): Promise<MatrixStaff> {
    const staff = new MatrixStaff(program)
    for (const role of STAFF_ROLES) {
      for (const who of ['one', 'other'] as const) {
        const { session_token } = await joinStaff(program.services, built, {
          username: usernameOf(who, role),
          roles: [role],
        })
        staff.#tokens.set(`${who} ${role} fresh`, session_token)
        await staff.#open(who, role, 'session')
      }
    }
    return staff
  }

  get acts(): readonly StaffVerb[] {
    return [...this.#verbs.values()]
  }

  verb(name: string): StaffVerb {
    const found = this.#verbs.get(name)
    if (!found) throw new Error(`there is no ${name}`)
    return found
  }

  token(who: Who, role: StaffRole): string {
    return this.#tokens.get(`${who} ${role} fresh`) ?? ''
  }

  /** The reason that one is refused for, or `ok`; a session that an act of before has ended is opened again. */
  async ask(face: MatrixFace, asking: Asking): Promise<string> {
    const { who, role, proof } = asking
    const reason = await this.#asked(face, asking)
    if (reason !== 'token_expired' || proof === 'none') return reason
    await this.#open(who, role, proof)
    return await this.#asked(face, asking)
  }

  async #asked(face: MatrixFace, { verb, who, role, proof, input }: Asking): Promise<string> {
    const token = proof === 'none' ? undefined : (this.#tokens.get(`${who} ${role} ${proof}`) ?? '')
    if (face === 'module')
      return await reasonOf(runVerb(this.#program.services, verb, { session_token: token ?? '' }, input))
    const { status, code, data } = await askOffice(this.#program, verb.name, input, {
      method: methodOf(verb),
      token,
    })
    if (status >= 500) throw new Error(`${verb.name} failed: ${JSON.stringify(data)}`)
    return code === 200 ? 'ok' : (data.reason ?? '')
  }

  async #open(who: Who, role: StaffRole, proof: 'session' | 'fresh'): Promise<void> {
    const { services, db } = this.#program
    // Wrong codes among the requests may have locked the name.
    await db.asOwner('delete from operators.tries')
    const { session_token } = await authenticateStaff(services, usernameOf(who, role), STAFF_PASSWORD)
    this.#tokens.set(`${who} ${role} ${proof}`, session_token)
    if (proof === 'session')
      await db.asOwner(
        `update operators.sessions set opened_at = opened_at - interval '5 minutes',
           proved_at = proved_at - interval '5 minutes'
         where token_hash = sha256(convert_to($1, 'UTF8'))`,
        [session_token],
      )
  }

  /** A proposal of an act by this person, about a colleague if named; nothing is in it, so that it can't be carried out. */
  async propose(action: string, role: StaffRole, subject?: string): Promise<string> {
    const { database } = asRole(this.#program.services, 'office')
    const proposal_id = newId()
    const [kind, id] = subject === undefined ? ['matrix', proposal_id] : ['staff', subject]
    await database.transaction({ kind: 'system' }, (tx) =>
      sql`select operators.propose(${this.token('one', role)}, ${proposal_id}, ${action}, ${kind}, ${id}, null, '{}', 'so',
        '{}', null, '{}')`.execute(tx),
    )
    return proposal_id
  }
}

function usernameOf(who: Who, role: StaffRole): string {
  return `${who}.${role.replaceAll('_', '.')}`
}

/** What was tried, and what was not as the page says it. */
export interface MatrixReport {
  tried: number
  faults: string[]
}

/** Whether a cell is of those that are tried: all of them by a step of 1, else a part that is spread over rows and columns. */
function isTried(row: number, column: number, step: number): boolean {
  return (row + 3 * column) % step === 0
}

/** Every act × role × proof by both faces, held to what the page says of calling it. */
export async function tryActs(
  staff: MatrixStaff,
  page: readonly PageAct[],
  step: number,
): Promise<MatrixReport> {
  const report: MatrixReport = { tried: 0, faults: [] }
  const columns = MATRIX_PROOFS.flatMap((proof) =>
    (proof === 'none' ? STAFF_ROLES.slice(0, 1) : STAFF_ROLES).map((role) => ({ role, proof })),
  )
  for (const [row, act] of page.entries()) {
    const verb = staff.verb(act.name)
    const input = validInputs(verb, new Map())[0] ?? {}
    for (const [column, { role, proof }] of columns.entries()) {
      if (!isTried(row, column, step)) continue
      for (const face of MATRIX_FACES) {
        const wanted = doorOf(act, role, proof, face)
        const said = await staff.ask(face, { verb, who: 'one', role, proof, input })
        report.tried += 1
        if (!isAs(wanted, said, DOOR))
          report.faults.push(`${act.name} by ${role}, ${proof}, ${face}: ${said} instead of ${wanted}`)
      }
    }
  }
  return report
}

/** `let in`, or what the page has somebody refused for. */
function doorOf(act: PageAct, role: StaffRole, proof: MatrixProof, face: MatrixFace): Reason | 'let in' {
  if (proof === 'none') return face === 'http' ? 'not_signed_in' : 'token_expired'
  if (!act.callers.includes(role)) return 'staff_role_missing'
  return act.is_fresh && proof === 'session' ? 'proof_stale' : 'let in'
}

function isAs(wanted: string, said: string, stops: readonly Reason[]): boolean {
  return wanted === 'let in' ? !stops.some((reason) => reason === said) : said === wanted
}

/** Of what nobody saw: who may not approve at all is refused before that is found. */
const DIGESTS = { payload_hash: 'a'.repeat(64), facts_hash: 'b'.repeat(64) }
const DECISIONS = ['approve', 'refuse-proposal'] as const

/** Every act of two people × who proposed × who decides × own or a colleague's, by both faces. */
export async function tryDecisions(
  staff: MatrixStaff,
  page: readonly PageAct[],
  step: number,
): Promise<MatrixReport> {
  const report: MatrixReport = { tried: 0, faults: [] }
  for (const [row, { action, makers, checkers }] of approvalsOf(staff, page).entries()) {
    for (const [index, maker] of makers.entries()) {
      const deciders = [
        { who: 'one', role: maker } as const,
        ...STAFF_ROLES.map((role) => ({ who: 'other', role }) as const),
      ]
      for (const [column, { who, role }] of deciders.entries()) {
        if (!isTried(row + index, column, step)) continue
        for (const name of DECISIONS) {
          for (const face of MATRIX_FACES) {
            const wanted = decisionOf(name, who === 'one', checkers.includes(role))
            const input = { proposal_id: await staff.propose(action, maker), ...reasonFor(name) }
            const said = await staff.ask(face, { verb: staff.verb(name), who, role, proof: 'fresh', input })
            report.tried += 1
            if (!isAs(wanted, said, BARRED))
              report.faults.push(
                `${name} of ${action} by ${maker}: ${who} ${role}, ${face}: ${said} instead of ${wanted}`,
              )
          }
        }
      }
    }
  }
  return report
}

/** What two people's acts about a member of staff are to that person: nobody approves what is about themselves. */
export async function tryAboutOneself(staff: MatrixStaff, page: readonly PageAct[]): Promise<MatrixReport> {
  const report: MatrixReport = { tried: 0, faults: [] }
  const about_staff = approvalsOf(staff, page).filter(({ action }) => action.startsWith('staff.'))
  for (const { action, makers, checkers } of about_staff) {
    for (const maker of makers) {
      for (const role of checkers) {
        for (const face of MATRIX_FACES) {
          const own = await staff.propose(action, maker, usernameOf('other', role))
          const ask = (proposal_id: string) =>
            staff.ask(face, {
              verb: staff.verb('approve'),
              who: 'other',
              role,
              proof: 'fresh',
              input: { proposal_id, ...DIGESTS },
            })
          const said = await ask(own)
          // The colleague who proposed takes it back, so that the next may be made.
          const [verb, input] = [staff.verb('refuse-proposal'), { proposal_id: own, reason: 'so' }]
          await staff.ask(face, { verb, who: 'one', role: maker, proof: 'fresh', input })
          const others = await ask(await staff.propose(action, maker, `somebody.else.${report.tried}`))
          report.tried += 2
          if (said !== 'four_eyes' || BARRED.some((reason) => reason === others))
            report.faults.push(`${action}, ${face}: about oneself ${said}, about another ${others}`)
        }
      }
    }
  }
  return report
}

function reasonFor(name: (typeof DECISIONS)[number]) {
  return name === 'refuse-proposal' ? { reason: 'so' } : DIGESTS
}

function decisionOf(name: (typeof DECISIONS)[number], is_own: boolean, is_checker: boolean): string {
  if (is_own) return name === 'approve' ? 'four_eyes' : 'ok'
  if (!is_checker) return 'staff_role_missing'
  return name === 'approve' ? 'let in' : 'ok'
}

interface PageApproval {
  action: string
  makers: StaffRole[]
  checkers: StaffRole[]
}

/** What the page says of each act of two people; an act may be proposed in several ways. */
function approvalsOf(staff: MatrixStaff, page: readonly PageAct[]): PageApproval[] {
  const found = new Map<string, PageApproval>()
  for (const { name, callers, checkers, is_proposed } of page) {
    if (!is_proposed) continue
    const { action } = staff.verb(name).approval ?? { action: '' }
    const known = found.get(action) ?? { action, makers: [], checkers: [] }
    known.makers = [...new Set([...known.makers, ...callers])]
    known.checkers = [...new Set([...known.checkers, ...checkers])]
    found.set(action, known)
  }
  return [...found.values()]
}
