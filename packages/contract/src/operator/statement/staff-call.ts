import * as z from 'zod/mini'
import type { StaffRole } from '../../enums.ts'
import { pageOf, time } from '../../fields.ts'
import type { Reason } from '../../reasons.ts'
import { download } from './files.ts'

/** What staff work on; an act belongs to one, and its statement lies in the file of that name. */
export const STAFF_AREAS = [
  'acceptors',
  'audit',
  'books',
  'catalogue',
  'content',
  'coupons',
  'customers',
  'delivery',
  'deposits',
  'holds',
  'parties',
  'policies',
  'proposals',
  'sandbox',
  'service',
  'staff',
  'withdrawals',
] as const
export type StaffArea = (typeof STAFF_AREAS)[number]

/** What pieces of work there are that somebody may be at (`claim`), so that nobody does one twice. */
export const WORK_KINDS = [
  'bank_line',
  'chat',
  'creative',
  'difference',
  'exchange_order',
  'feedback',
  'guest',
  'hold',
  'hold_appeal',
  'payout_file',
  'proposal',
  'traffic_appeal',
  'withdrawal',
] as const
export type WorkKind = (typeof WORK_KINDS)[number]

/** `read` changes nothing, `act` is done by one person alone, `propose` waits for a second one. */
export const ACT_KINDS = ['read', 'act', 'propose'] as const
export type ActKind = (typeof ACT_KINDS)[number]

/** The second person's half of an act (PRODUCT §2.9): who may approve it, and what carrying it out may refuse. */
export interface Approval {
  /** Such as `withdrawal.send`. */
  action: string
  roles: readonly StaffRole[]
  /** The act by which two people brought what it stands on, if any: neither of the two may approve it. */
  stands_on?: string
  /** Whether carrying it out draws a number from a sequence, so that it is described before, and not tried. */
  draws_number?: true
  refusals: readonly Reason[]
}

/** When an act may run while the program doesn't: while a live program is stopped, or before there is one at all. */
export type MayRest = 'live' | 'ever'

/** What every act states, whoever does it. */
export interface StatedAct<
  Request extends z.ZodMiniObject = z.ZodMiniObject,
  Response extends z.ZodMiniType = z.ZodMiniType,
> {
  /** Kebab-case, such as `place-hold`: the command, and the last part of the call's path. */
  name: string
  /** What a page calls it, where its name read as words would not do. */
  title?: string
  kind: ActKind
  /** What it does, in a sentence that fits a command's help, a form's head and the OpenAPI document alike. */
  summary: string
  /** What the request's fields can't say by themselves, such as which of them go together. */
  note?: string
  /** `fresh`: a second factor within the last five minutes; else a session will do. */
  proof?: 'fresh'
  /**
   * Whether doing it twice is something else than doing it once: it then takes `request_id`, and is done once by each.
   * What it does it appends to the audit in the transaction that does it.
   */
  once?: true
  /** A strict object. */
  request: Request
  /** What is answered, as JSON has it; `download` where it is a file. */
  response: Response
  /** The media type of the file that is answered, where one is (`fileCall`); any type where one act answers files of several. */
  answers_file?: string
  /** Its own refusals; those of every call and those of its approval are not repeated. */
  refusals: readonly Reason[]
}

interface StaffCallShape<Request extends z.ZodMiniObject, Response extends z.ZodMiniType>
  extends StatedAct<Request, Response> {
  area: StaffArea
  roles: readonly StaffRole[]
  /**
   * The work that it is about: `by` is the field that names the piece or, of a list (`workPage`), the member of its rows. Who
   * holds the piece holds it longer by this act; whoever else does it is not hindered.
   */
  works_on?: { kind: WorkKind; by: string }
  /** Whether it stands in a customer's accountability feed. */
  touches?: 'customer'
  /** The act that it judges, if any: neither its maker nor its checker may use the call about it. */
  judges?: string
  /** Whether the program need not be running: what makes the staff without which a live one does not start. */
  may_rest?: MayRest
}

interface Read<Request extends z.ZodMiniObject, Response extends z.ZodMiniType>
  extends StaffCallShape<Request, Response> {
  kind: 'read'
  approval?: never
}
interface Act<Request extends z.ZodMiniObject, Response extends z.ZodMiniType>
  extends StaffCallShape<Request, Response> {
  kind: 'act'
  approval?: never
}
interface Propose<Request extends z.ZodMiniObject, Response extends z.ZodMiniType>
  extends StaffCallShape<Request, Response> {
  kind: 'propose'
  approval: Approval
}

/** One thing that staff can do, stated once for the command line, the call and the form. */
export type StaffCall<
  Request extends z.ZodMiniObject = z.ZodMiniObject,
  Response extends z.ZodMiniType = z.ZodMiniType,
> = Read<Request, Response> | Act<Request, Response> | Propose<Request, Response>

/** A call by which a second person is asked. */
export type ProposingCall<
  Request extends z.ZodMiniObject = z.ZodMiniObject,
  Response extends z.ZodMiniType = z.ZodMiniType,
> = Propose<Request, Response>

/** An act's input after parsing. */
export type StaffInputOf<Call extends StaffCall> = z.infer<Call['request']>

/** States an act of staff that answers JSON. */
export function staffCall<
  Request extends z.ZodMiniObject,
  Response extends z.ZodMiniType,
  Call extends StaffCall<Request, Response>,
>(call: Call & StaffCall<Request, Response> & { answers_file?: never }): Call {
  return call
}

type FileAnswered = typeof download
type FileCall<Request extends z.ZodMiniObject> = (
  | Read<Request, FileAnswered>
  | Act<Request, FileAnswered>
) & {
  answers_file: string
}

/** States an act of staff that answers a file. */
export function fileCall<Request extends z.ZodMiniObject>(
  call: Omit<Read<Request, FileAnswered>, 'response' | 'kind' | 'approval'> & {
    kind: 'read' | 'act'
    answers_file: string
  },
): FileCall<Request> {
  return { ...call, response: download }
}

/** What a list answers whose rows are work: of a row that somebody is at, `held_by` is their username. */
export function workPage<Row extends z.ZodMiniObject>(row: Row) {
  return pageOf(z.extend(row, { held_by: z.optional(z.string()) }))
}

const PROPOSED = {
  proposal_id: z.uuid(),
  /** SHA-256 of what is proposed, hexadecimal. */
  payload_hash: z.string(),
  expires_at: time,
  /** What it is about; for a proposal that existed already, that proposal's own. */
  subject_id: z.string(),
  /** The proposal in a sentence. */
  says: z.string(),
}

/** What a proposal answers. */
export const proposed = z.object(PROPOSED)

/** The same with members of its own, such as the id of what it will make. */
export function proposedWith<Members extends z.core.$ZodLooseShape>(members: Members) {
  return z.object({ ...PROPOSED, ...members })
}
