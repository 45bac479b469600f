import { GivenFile } from '@adtally/contract/operator/statement/files.ts'
import type { ProposingCall } from '@adtally/contract/operator/statement/staff-call.ts'
import type * as z from 'zod/mini'
import type { Transaction } from '../../../database/database.ts'
import { takeTurn } from '../../../database/take-turn.ts'
import { type ApprovedAct, type Staff, type StaffVerb, staffVerb } from '../../module.ts'
import type { Services } from '../../services.ts'
import { type Evidence, readEvidence } from '../evidence/read-evidence.ts'
import { type ProposalInput, type Proposed, propose } from './propose.ts'

/** What is put before a second person, its act and maker aside. */
export interface Asked<Answer = unknown>
  extends Pick<ProposalInput, 'makes_subject' | 'made_anew' | 'payload' | 'reason' | 'evidence'> {
  subject: { kind: string; id: string }
  /** As `ProposalInput` has it. */
  customer_id?: string | null
  /** What is printed beside the proposal. */
  answer?: Answer
}

/** A verb that proposes an act. */
export type ProposalVerb<Input, Answer> = StaffVerb & {
  /** Does what `run` does, with input that was parsed already. */
  propose(services: Services, maker: Staff, input: Input): Promise<Proposed & Answer>
}

/** Proposes what `ask` finds, in one transaction with its reading. Throws `Refusal`, as `ask` and `propose` do. */
export async function proposeAct<Answer = unknown>(
  services: Services,
  maker: Staff,
  act: ApprovedAct,
  ask: (tx: Transaction) => Asked<Answer> | Promise<Asked<Answer>>,
): Promise<Proposed & Answer> {
  return await services.database.transaction({ kind: 'system' }, async (tx) => {
    // Of two at once the second finds what the first proposed.
    await takeTurn(tx, `propose:${act.action}`)
    const { answer, ...asked } = await ask(tx)
    return Object.assign(await proposeAsked(services, tx, { ...asked, act, maker }), answer)
  })
}

/** As `propose`, of what was asked. */
export async function proposeAsked(
  services: Services,
  tx: Transaction,
  { subject, customer_id, ...asked }: Omit<Asked, 'answer'> & Pick<ProposalInput, 'act' | 'maker'>,
): Promise<Proposed> {
  const about = { subject_kind: subject.kind, subject_id: subject.id, customer_id: customer_id ?? undefined }
  return await propose(services, tx, { ...asked, ...about })
}

interface ProposalBody<Input, Answer> {
  act: ApprovedAct
  /** The name that the subject's id is printed under where the act makes its subject, such as `product_id`. */
  makes?: string
  /** Refuses what can't be proposed, and says what is; `evidence` is the file that it stands on, if one was given. */
  ask(
    services: Services,
    tx: Transaction,
    input: Input,
    maker: Staff,
    evidence: Evidence | undefined,
  ): Asked<Answer> | Promise<Asked<Answer>>
}

/**
 * Binds a proposing statement to what is put before the second person. A file that the statement takes as `evidence_file` is
 * read before anything is locked, kept with the proposal, and its SHA-256 is a member of the payload (`evidence_hash`).
 */
export function proposalVerb<Request extends z.ZodMiniObject, Answer = unknown>(
  call: ProposingCall<Request>,
  { act, makes, ask }: ProposalBody<z.infer<Request>, Answer>,
): ProposalVerb<z.infer<Request>, Answer> {
  const proposeIt = async (services: Services, maker: Staff, input: z.infer<Request>) => {
    const evidence = await evidenceOf(input)
    const proposed = await proposeAct(services, maker, act, async (tx) => {
      const asked = await ask(services, tx, input, maker, evidence)
      const { evidence_file: _, ...payload } = asked.payload
      return {
        ...(makes !== undefined && { makes_subject: true }),
        ...asked,
        payload: { ...payload, ...(evidence && { evidence_hash: evidence.sha256 }) },
        evidence,
      }
    })
    return makes === undefined ? proposed : { [makes]: proposed.subject_id, ...proposed }
  }
  return { ...staffVerb<Request, z.ZodMiniType>(call, proposeIt, act), propose: proposeIt }
}

/** The file that what is asked for stands on, read; throws what `readEvidence` throws. */
async function evidenceOf(input: object): Promise<Evidence | undefined> {
  if (!('evidence_file' in input) || !(input.evidence_file instanceof GivenFile)) return undefined
  return await readEvidence(input.evidence_file)
}
