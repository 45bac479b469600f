import type { StaffRole } from '@adtally/contract/enums.ts'
import type { ProposalHindrance, SearchKind } from '@adtally/contract/operator/house/proposals.ts'
import type { Download } from '@adtally/contract/operator/statement/files.ts'
import type { Approval, StaffCall } from '@adtally/contract/operator/statement/staff-call.ts'
import type { FastifyInstance } from 'fastify'
import type { Metric } from 'prom-client'
import type * as z from 'zod/mini'
import type { Transaction } from '../database/database.ts'
import { refuseUnkept } from '../lib/kept-text.ts'
import type { LaneRoute } from '../lib/lane.ts'
import { parseInput } from '../lib/parse-input.ts'
import type { AheadReader } from './ahead.ts'
import type { ArchivePart } from './archive-table.ts'
import { asRole } from './as-role.ts'
import { asStated } from './as-stated.ts'
import type { PartnerVerb } from './partner-verb.ts'
import type { ProposalFacts } from './proposal-facts.ts'
import type { Route } from './route.ts'
import type { Services } from './services.ts'

/** A member of staff, whoever looks at them. */
export interface Colleague {
  staff_id: string
  username: string
  roles: readonly StaffRole[]
}

/** A member of staff at work: they have proved who they are, and the database knows them by their session. */
export interface Staff extends Colleague {
  /** What the database asks of whoever acts in their name; never printed or logged. */
  session_token: string
  /** Of the intention behind what they ask for: asked again, a proposal is answered and not made twice. */
  request_id?: string | undefined
  /** The same of an act by one person: asked again, it is refused and not done twice (`audit.append`). */
  act_request_id?: string | undefined
  /** Of a proposing act: what they gave it, kept with the proposal so that they have it back if that is refused. */
  given?: GivenInput | undefined
}

/** What somebody gave an act: its name, and its fields as they travel, but for secrets and files. */
export interface GivenInput {
  name: string
  fields: Readonly<Record<string, string | number | boolean | readonly string[]>>
}

/** One thing that staff can do: its statement, and what does it. The rules live in the module. */
export type StaffVerb = StaffCall & {
  /** What it proposes, if anything: whoever may use the verb is a maker of that act. */
  proposes?: ApprovedAct
  /** Parses `flags` by `request`, then acts. Throws `Refusal`; what it returns is printed as JSON, but for a `Download`. */
  run(services: Services, staff: Staff, flags: unknown): Promise<unknown>
}

/** What a body may answer where its statement has text: whatever is written as that text in JSON. */
export type Answered<T> = T extends string
  ? string extends T
    ? string | Date | bigint
    : T
  : T extends Download
    ? Download
    : T extends readonly (infer Item)[]
      ? readonly Answered<Item>[]
      : T extends object
        ? { [Member in keyof T]: Answered<T[Member]> }
        : T

/** Does what a statement says, with input that was parsed. Throws `Refusal`. */
type VerbBody<Request extends z.ZodMiniObject, Answer> = (
  services: Services,
  staff: Staff,
  input: z.infer<Request>,
) => Promise<Answer>

/**
 * Binds a statement to the body that does it, as the process role `office`; `proposes` is the act that a proposing one is
 * about.
 */
export function staffVerb<Request extends z.ZodMiniObject, Response extends z.ZodMiniType>(
  call: StaffCall<Request, Response>,
  run: VerbBody<Request, Answered<z.infer<Response>>>,
  proposes?: ApprovedAct,
): StaffVerb {
  if (call.approval?.action !== proposes?.action)
    throw new Error(`${call.name} is bound to the act of another statement`)
  return {
    ...call,
    ...(proposes !== undefined && { proposes }),
    run: (services, staff, flags) =>
      asStated(services, call, { id: staff.staff_id, role: staff.roles.join(', ') }, async () => {
        refuseUnkept(flags, '')
        return await run(asRole(services, 'office'), staff, parseInput(call.request, flags))
      }),
  }
}

/** An act that needs two people: `propose` (operators) stores it, a second person's approval applies it. */
export interface ApprovedAct {
  /** Such as `withdrawal.send`. */
  action: string
  checker_roles: readonly StaffRole[]
  /** The verb by which two people brought what it stands on, if any: neither of the two may approve it. */
  stands_on?: string
  /** Whether it draws a number from a sequence, which goes on counting whatever is rolled back: it is never done on trial. */
  draws_number?: true
  /**
   * What it comes to, read when it is proposed and again when it is approved: other facts ask again. Locks what `apply`
   * changes. Throws `Refusal`.
   */
  facts(services: Services, tx: Transaction, payload: unknown): Promise<ProposalFacts>
  /**
   * Runs in the approval's own transaction, on the payload as stored. Throws `Refusal`. Runs on trial too, when it is
   * proposed and looked at, and is then rolled back: it does nothing outside of the transaction.
   */
  apply(services: Services, tx: Transaction, payload: unknown, people: People): Promise<unknown>
  /**
   * What approving it shows, once, to who approved: for the same approval always the same. Where there is something, `apply`
   * answers that, and it is not approved together with others.
   */
  shows?(services: Services, payload: unknown, people: People): Readonly<Record<string, unknown>>
  /** What is sealed in the payload, for who decides on it or proposed it; it is shown and kept nowhere. */
  revealed?(services: Services, payload: unknown): Readonly<Record<string, string>>
}

/** Who proposed and who approved; never the same person. */
export interface People {
  maker: Colleague
  checker: Staff
  /** The approved proposal, for rows that name what allowed them. */
  proposal_id: string
}

interface ActBody<Payload extends z.ZodMiniObject> {
  payload: Payload
  facts(services: Services, tx: Transaction, payload: z.infer<Payload>): Promise<ProposalFacts>
  apply(services: Services, tx: Transaction, payload: z.infer<Payload>, people: People): Promise<unknown>
  shows?(services: Services, payload: z.infer<Payload>, people: People): Readonly<Record<string, unknown>>
  revealed?(services: Services, payload: z.infer<Payload>): Readonly<Record<string, string>>
}

/** The member of a payload that `proposalVerb` adds where a file was given: its SHA-256, which two people agree on. */
const EVIDENCE_MEMBER = 'evidence_hash'

/**
 * Binds an approval to what carries it out, with a typed payload. The SHA-256 of the file that it stands on is told by the
 * facts, and given to the body where its schema names `evidence_hash`.
 */
export function approvedAct<Payload extends z.ZodMiniObject>(
  { action, roles, stands_on, draws_number }: Approval,
  act: ActBody<Payload>,
): ApprovedAct {
  const own = (payload: unknown) => {
    const { [EVIDENCE_MEMBER]: evidence, ...rest } = Object(payload)
    return parseInput(act.payload, EVIDENCE_MEMBER in act.payload.shape ? payload : rest)
  }
  const { revealed, shows } = act
  return {
    action,
    checker_roles: roles,
    ...(revealed && { revealed: (services: Services, payload: unknown) => revealed(services, own(payload)) }),
    ...(stands_on !== undefined && { stands_on }),
    ...(draws_number && { draws_number }),
    facts: async (services, tx, payload) => {
      const facts = await act.facts(services, tx, own(payload))
      const evidence: unknown = Object(payload)[EVIDENCE_MEMBER]
      return typeof evidence === 'string'
        ? { ...facts, after: { ...facts.after, evidence_file: `SHA-256 ${evidence}` } }
        : facts
    },
    ...(shows && {
      shows: (services: Services, payload: unknown, people: People) => shows(services, own(payload), people),
    }),
    apply: async (services, tx, payload, people) => {
      const outcome = await act.apply(services, tx, own(payload), people)
      return shows ? shows(services, own(payload), people) : outcome
    },
  }
}

/** A deadline's handler: called once, in the transaction that removes the job, at or after its time. */
export interface JobHandler {
  /** Such as `plan.no-delivery`. */
  kind: string
  /** Set for periodic work: seeded at start, and due again this long after each run; its subject is `periodic`. */
  every_ms?: number
  run(services: Services, tx: Transaction, job: { subject_id: string; due_at: Date }): Promise<void>
}

/**
 * A reaction to another module's published fact: called once per message, in the transaction that removes it. `published_at` is
 * when it became true, which may be well before.
 */
export interface Subscription {
  topic: string
  handle(services: Services, tx: Transaction, payload: unknown, published_at: Date): Promise<void>
}

/** One thing that staff looked for, in a line. */
export interface Found {
  id: string
  /** What it is called and how it stands, such as `W100001 of customer 12345678, 25.00, requested`. */
  says: string
  /** Whose it is. */
  customer_id?: string | null
}

/** A kind of thing that staff find by a text that they have in hand: an id, a number, a reference, or how a name begins. */
export interface Search {
  kind: SearchKind
  roles: readonly StaffRole[]
  /** The first `rows_max` of them, by indexes alone: however many there are, it takes no longer. System scope. */
  find(tx: Transaction, text: string, rows_max: number): Promise<Found[]>
}

/** Who had a hand in what proposals are about, as a module keeps it: they may not approve those. */
export interface Hindering {
  /** Why not. */
  hindrance: ProposalHindrance
  /** Of these proposals, which ones that person may not approve. System scope. */
  find(
    tx: Transaction,
    staff_id: string,
    proposals: readonly { proposal_id: string; action: string; payload: Readonly<Record<string, unknown>> }[],
  ): Promise<string[]>
}

/** What a module gives to the program; exported by its `index.ts`. Members it has no use for are left out. */
export interface Module {
  name: string
  routes?: readonly Route[]
  verbs?: readonly StaffVerb[]
  partner_verbs?: readonly PartnerVerb[]
  searches?: readonly Search[]
  hindering?: readonly Hindering[]
  /** Whom staff mean by a name that they gave for a customer. Throws `record_not_found`. */
  customerOf?(tx: Transaction, handle: string): Promise<{ customer_id: string }>
  /** What of its rows a customer takes along. */
  archive?: ArchivePart
  /** What of its rows a customer has ahead by time alone. */
  ahead?: AheadReader
  jobs?: readonly JobHandler[]
  subscriptions?: readonly Subscription[]
  /** What it counts, for `/metrics`; registered nowhere else. */
  metrics?(services: Services): readonly Metric[]
  /** HTTP that is not the customer's API, such as `/delivery`; mounted at the root. */
  plugin?(services: Services, server: FastifyInstance): void
  /** What of `plugin` is asked for so often that it is answered ahead of the router, with the same answers. */
  lane?(services: Services): readonly LaneRoute[]
  /** Starts background work for the roles this process has; returns how to stop it. */
  start?(services: Services): Promise<() => Promise<void>>
}

/** The acts of two people that verbs of these modules propose, each once. */
export function approvedActs(modules: readonly Module[]): ApprovedAct[] {
  const proposed = modules.flatMap(({ verbs = [] }) => verbs.flatMap(({ proposes }) => proposes ?? []))
  return [...new Set(proposed)]
}
